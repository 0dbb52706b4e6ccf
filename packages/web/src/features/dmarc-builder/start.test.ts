import { expect, it } from 'vitest'
import { leftOutOf } from './start.ts'

it('names the parts of a record the form has no field for', () => {
  expect(
    leftOutOf('v=DMARC1; p=none; rua=mailto:a@example.com,https://example.com/r; psd=n; RF=afrf; ri=3600;'),
  ).toEqual(['rua=https://example.com/r', 'psd=n', 'RF=afrf', 'ri=3600'])
})

it('leaves nothing out of a record it holds in full', () => {
  expect(
    leftOutOf('v=DMARC1; p=reject; sp=none; np=reject; t=y; adkim=s; aspf=s; pct=5; ruf=mailto:f@example.com; fo=1'),
  ).toEqual([])
})

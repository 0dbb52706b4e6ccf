import { expect, it } from 'vitest'
import { nothingThere } from '../scan.fixture.ts'
import { ownerName } from './owner-name.ts'

const inZone = (zone: string | null) => ({
  domain_name: 'mail.example.com',
  results: {
    ...nothingThere.results,
    dns: {
      ...nothingThere.results.dns,
      delegation: zone === null ? null : { zone, parent: null, servers: [], not_asked: 0, more: 0 },
    },
  },
})

it('the host of a record is relative to the zone the scan found', () => {
  const scan = inZone('example.com') as never
  expect(ownerName('_dmarc.mail.example.com', scan).short).toBe('_dmarc.mail')
  expect(ownerName('example.com', scan).short).toBe('@')
  expect(ownerName('example.com._report._dmarc.reports.example', scan).short).toBe(
    'example.com._report._dmarc.reports.example',
  )
  expect(ownerName('notexample.com', scan).short).toBe('notexample.com')
})

it('without a known zone, relative to the domain itself', () => {
  expect(ownerName('_dmarc.mail.example.com', inZone(null) as never).short).toBe('_dmarc')
})

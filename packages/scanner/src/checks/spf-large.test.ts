import { readSpfTree } from '@waxseal/core/spf'
import { expect, it } from 'vitest'
import { contextFor } from '../testing/zone-context.ts'
import { collectSpf } from './spf.ts'

const ranges = (count: number) => Array.from({ length: count }, (_, at) => `ip4:10.1.${at >> 8}.${at & 255}`).join(' ')
const zone = {
  'example.com': { TXT: ['v=spf1 include:a.example -all'] },
  'a.example': { TXT: [`v=spf1 ${ranges(400)} -all`] },
}

it('a large SPF tree is read where the scan says, with the same section as here', async () => {
  let calls = 0
  const elsewhere = await collectSpf({
    ...contextFor('example.com', zone),
    largeSpfTree: (...given) => {
      calls += 1
      return readSpfTree(...given)
    },
  })
  expect(calls).toBe(1)
  const here = await collectSpf(contextFor('example.com', zone))
  const timeless = (section: typeof here) => JSON.stringify(section, (key, value) => (key === 'via' ? null : value))
  expect(timeless(elsewhere)).toBe(timeless(here))
})

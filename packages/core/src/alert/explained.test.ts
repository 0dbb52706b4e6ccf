import { expect, it } from 'vitest'
import { blacklistOf } from '../health/healthy-checks.fixture.ts'
import { isExplained, withFall } from './explained.ts'
import { listing, scanWith } from './scans.fixture.ts'

it('a fall is explained where every new finding is of a check that the changed record can touch', async () => {
  const [before, without] = [await scanWith(), await scanWith({ record: null })]
  expect(isExplained(before, without, ['dmarc'])).toBe(true)
  expect(isExplained(before, without, ['ns'])).toBe(true)
  expect(isExplained(before, without, ['mx'])).toBe(false)
  const listed = await scanWith({ record: null, blacklist: blacklistOf(listing) })
  expect(isExplained(before, listed, ['dmarc'])).toBe(false)
  expect(isExplained(before, listed, ['dmarc', 'mx'])).toBe(true)
  expect(isExplained(before, before, ['dmarc'])).toBe(false)
})

it('is added to the words of the alert', () => {
  expect(withFall('DMARC record removed', { old_value: 100, new_value: 63 })).toBe(
    'DMARC record removed; the health score fell from 100 to 63',
  )
})

import { expect, it } from 'vitest'
import { isReadOnlyDomain, plans, readOnlyWords, tiers } from './index.ts'

it('a plan has room for its number of domains, the oldest first', () => {
  expect([0, 1, 2].map(older => isReadOnlyDomain('free', older))).toEqual([false, true, true])
  expect([0, 9, 10, 11].map(older => isReadOnlyDomain('pro', older))).toEqual([false, false, true, true])
  expect([0, 100_000].map(older => isReadOnlyDomain('business', older))).toEqual([false, false])
})

it('as many domains can be changed as the plan allows', () => {
  for (const tier of tiers) {
    const usable = Array.from({ length: 50 }, (_, older) => older).filter(older => !isReadOnlyDomain(tier, older))
    expect(usable).toHaveLength(Math.min(50, plans[tier].domains ?? 50))
  }
})

it('the words name the plan, its number and what changes it', () => {
  expect(readOnlyWords('free')).toBe(
    'This domain is read-only: your Starter plan allows 1 domain. Upgrade your plan or delete an older domain.',
  )
  expect(readOnlyWords('pro')).toContain('your Pro plan allows 10 domains')
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { billingPeriods, centsOf, type Offer, paidTiers, periodEnd, proration, restOf } from './index.ts'

const date = (text: string) => new Date(`${text}T00:00:00Z`)
const seconds = (time: Date) => BigInt(Math.floor(time.getTime() / 1000))
const november = { start: date('2026-11-01'), end: date('2026-12-01') }
const pro = { plan: 'pro', period: 'monthly' } as const
const business = { plan: 'business', period: 'monthly' } as const

describe('an upgrade', () => {
  it('in the middle of a month costs half the difference', () => {
    expect(proration(pro, business, november, date('2026-11-16'))).toEqual({
      creditCents: 2450,
      chargeCents: 4950,
      startsPeriod: false,
    })
  })

  it('to a yearly plan starts a year, and the rest of the month is credited', () => {
    expect(proration(pro, { ...pro, period: 'yearly' }, november, date('2026-11-16'))).toEqual({
      creditCents: 2450,
      chargeCents: 49_200,
      startsPeriod: true,
    })
  })

  it('from a yearly plan to a monthly one leaves a credit', () => {
    const year = { start: date('2026-11-01'), end: date('2027-11-01') }
    const { creditCents, chargeCents } = proration({ ...pro, period: 'yearly' }, business, year, date('2026-11-01'))
    expect([creditCents, chargeCents]).toEqual([49_200, 9_900])
  })
})

const anOffer = fc.record({ plan: fc.constantFrom(...paidTiers), period: fc.constantFrom(...billingPeriods) })
const aTime = fc.date({ min: date('2020-01-01'), max: date('2040-01-01'), noInvalidDate: true })
/** A paid period of an offer, and a moment in it. */
const aPaid = fc
  .record({ offer: anOffer, anchor: aTime, part: fc.double({ min: 0, max: 1, noNaN: true }) })
  .map(({ offer, anchor, part }) => {
    const end = periodEnd(anchor, offer.period, anchor)
    const at = new Date(anchor.getTime() + Math.floor(part * (end.getTime() - anchor.getTime())))
    return { offer, paid: { start: anchor, end }, at }
  })

describe('amounts', () => {
  it('are whole cents between nothing and the price, and fall with the time', () => {
    fc.assert(
      fc.property(aPaid, fc.nat(40 * 86_400_000), ({ offer, paid, at }, later) => {
        const cents = centsOf(offer)
        const rest = restOf(cents, paid, at)
        expect(Number.isSafeInteger(rest) && rest >= 0 && rest <= cents).toBe(true)
        expect(restOf(cents, paid, new Date(at.getTime() + later))).toBeLessThanOrEqual(rest)
        expect([restOf(cents, paid, paid.start), restOf(cents, paid, paid.end)]).toEqual([cents, 0])
      }),
    )
  })

  it('are exact: half a cent at most from the true share', () => {
    fc.assert(
      fc.property(aPaid, ({ offer, paid, at }) => {
        const total = seconds(paid.end) - seconds(paid.start)
        const left = seconds(paid.end) - seconds(at)
        const error = BigInt(restOf(centsOf(offer), paid, at)) * total - BigInt(centsOf(offer)) * left
        expect(2n * (error < 0n ? -error : error) <= total).toBe(true)
      }),
    )
  })

  it('of an upgrade in the same period are never negative', () => {
    fc.assert(
      fc.property(aPaid, ({ offer, paid, at }) => {
        const from: Offer = { ...offer, plan: 'pro' }
        const { creditCents, chargeCents } = proration(from, { ...offer, plan: 'business' }, paid, at)
        expect(chargeCents).toBeGreaterThanOrEqual(creditCents)
      }),
    )
  })

  it('of a period without a length are nothing', () => {
    expect(restOf(4900, { start: november.end, end: november.end }, november.end)).toBe(0)
  })
})

describe('the end of a period', () => {
  it.each([
    ['2026-01-31', '2026-01-31', '2026-02-28'],
    ['2026-01-31', '2026-02-28', '2026-03-31'],
    ['2026-01-31', '2028-01-31', '2028-02-29'],
    ['2026-12-15', '2026-12-15', '2027-01-15'],
  ])('a month from %s on, after %s, is %s', (anchor, start, end) => {
    expect(periodEnd(date(anchor), 'monthly', date(start))).toEqual(date(end))
  })

  it('a year from February 29 is the last day of February', () => {
    expect(periodEnd(date('2028-02-29'), 'yearly', date('2028-02-29'))).toEqual(date('2029-02-28'))
    expect(periodEnd(date('2028-02-29'), 'yearly', date('2031-02-28'))).toEqual(date('2032-02-29'))
  })

  it('comes after its start, at most one period later, and the periods follow one another', () => {
    fc.assert(
      fc.property(aTime, fc.constantFrom(...billingPeriods), fc.nat(30), (anchor, period, count) => {
        let start = anchor
        for (let n = 0; n < count; n += 1) start = periodEnd(anchor, period, start)
        const end = periodEnd(anchor, period, start)
        const days = (end.getTime() - start.getTime()) / 86_400_000
        const [least, most] = period === 'monthly' ? [28, 31] : [365, 366]
        expect(days >= least && days <= most).toBe(true)
        const months = (end.getUTCFullYear() - anchor.getUTCFullYear()) * 12 + end.getUTCMonth() - anchor.getUTCMonth()
        expect(months).toBe((count + 1) * (period === 'monthly' ? 1 : 12))
      }),
    )
  })
})

import { type Blocklist, blocklists } from '@waxseal/core/blacklist'
import { describe, expect, it } from 'vitest'
import { listRates } from './list-rates.ts'

const all: readonly Blocklist[] = blocklists
const monkey = 'Spam Eating Monkey'

/** Whether every query may be sent at once. */
const many = (rates: ReturnType<typeof listRates>, operator: string) =>
  Array.from({ length: 1000 }, () => rates.turn(operator, 0, 0)).every(wait => wait === 0)

describe('the rates that operators publish', () => {
  it('hold for all lists of an operator together', () => {
    const rates = listRates(all)
    const turns = Array.from({ length: 15 }, () => rates.turn(monkey, 0, 10_000))
    expect(turns.slice(0, 5)).toEqual([0, 0, 0, 0, 0])
    expect(turns.slice(5)).toEqual(Array.from({ length: 10 }, (_, at) => expect.closeTo((at + 1) * 200, 0)))
  })

  it('skip a query that would wait too long, and use no turn for it', () => {
    const rates = listRates(all)
    for (let n = 0; n < 10; n++) rates.turn(monkey, 0, 10_000)
    expect(rates.turn(monkey, 0, 1000)).toBe(Number.POSITIVE_INFINITY)
    expect(rates.turn(monkey, 0, 10_000)).toBeCloseTo(1200, 0)
  })

  it('are not exceeded over a whole day', () => {
    const rates = listRates(all)
    const day = 86_400_000
    let asked = 0
    for (let at = 0; at < day; at += 250) if (rates.turn(monkey, at, 0) === 0) asked++
    expect(asked).toBeLessThanOrEqual(100_000)
    expect(asked).toBeGreaterThan(90_000)
  })

  it('delay no query without a published rate, or in a benchmark', () => {
    expect(many(listRates(all), 'DroneBL')).toBe(true)
    expect(many(listRates([]), monkey)).toBe(true)
  })
})

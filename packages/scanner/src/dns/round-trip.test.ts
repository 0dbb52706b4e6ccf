import { describe, expect, it } from 'vitest'
import { LEAST_PATIENCE, ResendBudget, RoundTrip } from './round-trip.ts'

/** How many of these many resends in a row are sent. */
const sentOf = (budget: ResendBudget, wanted: number) =>
  Array.from({ length: wanted }, () => budget.spend()).filter(Boolean).length

function earned(budget: ResendBudget, queries: number): ResendBudget {
  for (let n = 0; n < queries; n++) budget.earn()
  return budget
}

function after(...times: number[]): RoundTrip {
  const trip = new RoundTrip()
  for (const ms of times) trip.add(ms)
  return trip
}

describe('the budget of resends', () => {
  it('lets a new client resend, and then a tenth of the queries', () => {
    const budget = new ResendBudget()
    expect(sentOf(budget, 100)).toBe(20)
    expect(sentOf(earned(budget, 9), 100)).toBe(0)
    expect(sentOf(earned(budget, 102), 100)).toBe(11)
    expect(sentOf(budget, 1)).toBe(0)
  })

  it('keeps at most what a new client has', () => {
    expect(sentOf(earned(new ResendBudget(), 10_000), 100)).toBe(20)
  })

  it('pays for what was sent in any case, up to as much again', () => {
    const budget = new ResendBudget()
    for (let n = 0; n < 25; n++) budget.owe()
    expect(sentOf(earned(budget, 55), 100)).toBe(0)
    expect(sentOf(earned(budget, 11), 100)).toBe(1)
    for (let n = 0; n < 1_000; n++) budget.owe()
    expect(sentOf(earned(budget, 205), 100)).toBe(0)
    expect(sentOf(earned(budget, 10), 100)).toBe(1)
  })
})

describe('the patience with a server', () => {
  it('is 100 ms until eight answers arrived, then twice the median', () => {
    expect(after(...Array<number>(7).fill(20))).toMatchObject({ median: null, patience: 100 })
    expect(after(...Array<number>(8).fill(20))).toMatchObject({ median: 20, patience: 40 })
    expect(after(10, 10, 10, 40, 40, 40, 40, 900)).toMatchObject({ median: 40, patience: 80 })
  })

  it('is neither shorter nor longer than its bounds', () => {
    expect(after(...Array<number>(8).fill(1)).patience).toBe(LEAST_PATIENCE)
    expect(after(...Array<number>(8).fill(400)).patience).toBe(100)
  })

  it('follows the latest 32 answers', () => {
    expect(after(...Array<number>(64).fill(20), ...Array<number>(64).fill(45)).patience).toBe(90)
  })
})

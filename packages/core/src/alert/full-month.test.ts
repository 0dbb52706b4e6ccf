import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { blacklistOf } from '../health/healthy-checks.fixture.ts'
import type { ScanReply } from '../health/index.ts'
import type { DnsChange } from '../watch/index.ts'
import { type AlertCandidate, type AlertMemory, isSameProblem } from './candidate.ts'
import { alertsOfChanges } from './change-rules.ts'
import { decideAlerts, memoryWithout } from './memory.ts'
import { alertsOfScan } from './scan-rules.ts'
import { listing, scanWith } from './scans.fixture.ts'

/** Whether the plan's alerts of the month are used up. */
type Month = 'full' | 'open'
type Step<T> = readonly [hours: number, month: Month, seen: T]

/** What is sent of observations, one after the other. In a full month only ends are sent. */
function sent<T>(
  steps: readonly Step<T>[],
  candidatesOf: (seen: T, memory: readonly AlertMemory[], isFull: boolean) => readonly AlertCandidate[],
): string[] {
  let memory: readonly AlertMemory[] = []
  return steps.flatMap(([hours, month, seen]) => {
    const isFull = month === 'full'
    const decided = decideAlerts(memory, candidatesOf(seen, memory, isFull), new Date(Date.UTC(2026, 10, 1, hours)))
    const unsent = decided.alerts.filter(({ state }) => isFull && state === 'raised')
    const changed = memoryWithout(memory, decided, unsent)
    const kept = memory.filter(one => !changed.some(next => isSameProblem(next.candidate, one.candidate)))
    memory = [...kept, ...changed]
    const told = decided.alerts.filter(alert => !unsent.includes(alert))
    return told.map(({ state, description }) => `${hours} h ${state}: ${description}`)
  })
}

function ofScans(...steps: readonly Step<ScanReply>[]): string[] {
  let before: ScanReply | null = null
  return sent(steps, (after, memory, isFull) => {
    const candidates = alertsOfScan({ before, after, memory, isFull })
    before = after
    return candidates
  })
}
const ofChanges = (...steps: readonly Step<DnsChange>[]): string[] =>
  sent(steps, (change, memory) => alertsOfChanges([change], { memory }))

const clean = await scanWith()
const listed = await scanWith({ blacklist: blacklistOf(listing) })
const listedMild = await scanWith({
  blacklist: blacklistOf({ spamcop: { ...listing.spamcop, severity: 'medium' } }),
})
const bad = 'Listed on an important blocklist: 93.184.216.35 on SpamCop SCBL'

describe('a problem that was found when the plan’s alerts of the month were used up', () => {
  it('is raised by the first scan of the next month that still shows it, and then resolved', () => {
    const told = ofScans(
      [0, 'open', clean],
      [1, 'full', listed],
      [2, 'full', listed],
      [3, 'open', listed],
      [4, 'open', listed],
      [5, 'open', clean],
    )
    expect(told).toEqual([`3 h raised: ${bad}`, `5 h resolved: ${bad}`])
  })

  it.each(['full', 'open'] as const)('is never mentioned when it ends before it was sent (%s month)', month => {
    expect(ofScans([0, 'open', clean], [1, 'full', listed], [2, month, clean], [30, 'open', clean])).toEqual([])
  })

  it('and was sent before keeps people informed: its end is sent in the full month', () => {
    expect(ofScans([0, 'open', clean], [1, 'open', listed], [2, 'full', clean])).toEqual([
      `1 h raised: ${bad}`,
      `2 h resolved: ${bad}`,
    ])
  })

  it('in a worse degree than people know of is raised a day after the last alert, or its end is sent', () => {
    const start = [
      [0, 'open', clean],
      [1, 'open', listedMild],
      [2, 'full', listed],
    ] as const
    const [mild] = ofScans(...start)
    expect(mild).toMatch(/^1 h raised: /)
    expect(ofScans(...start, [3, 'open', listed], [25, 'open', listed], [26, 'open', clean])).toEqual([
      mild,
      `25 h raised: ${bad}`,
      `26 h resolved: ${bad}`,
    ])
    expect(ofScans(...start, [3, 'full', clean])).toEqual([mild, `3 h resolved: ${bad}`])
  })

  it('is resolved only when it was raised, whatever the scans and the months', () => {
    const someStep = fc.tuple(
      fc.integer({ min: 1, max: 30 }),
      fc.constantFrom('full', 'open'),
      fc.constantFrom(clean, listedMild, listed),
    )
    fc.assert(
      fc.property(fc.array(someStep, { minLength: 2, maxLength: 14 }), given => {
        let hours = 0
        const steps = given.map(([later, month, scan]) => [(hours += later), month, scan] as const)
        // A month that is open, and a day later: people know whether the problem is there.
        const [, , last] = steps.at(-1) ?? [0, 'open', clean]
        const told = ofScans(...steps, [hours + 24, 'open', last]).filter(line => line.includes('blocklist'))
        for (const [at, line] of told.entries())
          if (line.includes(' resolved: ')) expect(told[at - 1]).toContain(' raised: ')
        const isKnown = told.at(-1)?.includes(' raised: ') ?? false
        // The first scan raises nothing.
        if (steps[0]?.[2] === clean) expect(isKnown).toBe(last !== clean)
      }),
    )
  })
})

const change = (from: string, to: string): DnsChange => ({
  change_type: 'mx_modified',
  severity: 'warning',
  change_description: `MX changed from ${from} to ${to}`,
  old_value: [from],
  new_value: [to],
  part: 'mx',
  fingerprint: `${from} ${to}`,
})

describe('a change of records in a month whose alerts are used up', () => {
  it('is not sent later, and neither is its end', () => {
    expect(ofChanges([0, 'full', change('a', 'b')], [30, 'open', change('b', 'a')])).toEqual([])
  })

  it('is followed by the next change in a month with alerts', () => {
    expect(ofChanges([0, 'full', change('a', 'b')], [30, 'open', change('b', 'c')])).toEqual([
      '30 h raised: MX changed from b to c',
    ])
  })

  it('after one that was sent keeps the end of that one', () => {
    const told = ofChanges(
      [0, 'open', change('a', 'b')],
      [30, 'full', change('b', 'c')],
      [60, 'full', change('c', 'a')],
    )
    expect(told).toEqual(['0 h raised: MX changed from a to b', '60 h resolved: MX changed from b to c'])
  })
})

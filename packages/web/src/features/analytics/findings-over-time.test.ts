import { describe, expect, it } from 'vitest'
import type { PastScan } from './api.ts'
import { shareOf } from './check-rates.tsx'
import { findingsSentence, issuesOf, stepsOf } from './findings-over-time.ts'

const scan = (day: number, findings: Partial<PastScan['findings']> = {}): PastScan => ({
  scan_id: `scan ${day}`,
  at: new Date(Date.UTC(2026, 10, day)).toISOString(),
  score: 70,
  basis_changed: false,
  fixed: 0,
  added: 0,
  findings: { critical: 0, high: 0, medium: 0, low: 0, info: 0, ...findings },
})

describe('the steps of the findings over time', () => {
  it('last from one scan to the next; the axis ends with the last one, which is as wide as a line', () => {
    const scans = [scan(1), scan(2, { low: 1 }), scan(5)]
    const steps = stepsOf(scans).map(({ x, width }) => [Math.round(x), Math.round(width)])
    expect(steps).toEqual([
      [0, 25],
      [25, 74],
      [99, 2],
    ])
  })

  it('join scans with the same findings', () => {
    const scans = [scan(1, { low: 1 }), scan(2, { low: 1, info: 3 }), scan(3)]
    expect(stepsOf(scans).map(({ scan: { scan_id: id }, width }) => [id, Math.round(width)])).toEqual([
      ['scan 1', 99],
      ['scan 3', 2],
    ])
  })

  it('fill the width for a single scan, and for several of one moment', () => {
    expect(stepsOf([scan(1)])).toMatchObject([{ x: 0, width: 100 }])
    expect(stepsOf([scan(1), { ...scan(1), scan_id: 'later' }])).toMatchObject([
      { scan: { scan_id: 'later' }, x: 0, width: 100 },
    ])
  })

  it('have room for the last scan also where others are just before it', () => {
    const just = { ...scan(9, { low: 2 }), at: new Date(Date.UTC(2026, 10, 9, 23, 59)).toISOString() }
    const steps = stepsOf([scan(1), just, scan(10, { low: 1 })])
    expect(steps.map(({ scan: { findings }, x, width }) => [findings.low, x, width])).toEqual([
      [0, 0, 98.5],
      [1, 98.5, 1.5],
    ])
  })

  it('do not join a scan that could check nothing with one that found nothing', () => {
    const scans = [scan(1), { ...scan(2), score: null }, scan(3)]
    expect(stepsOf(scans)).toHaveLength(3)
  })

  it('are none without a scan', () => {
    expect(stepsOf([])).toEqual([])
  })
})

describe('the sentence about the findings over time', () => {
  it('names what the last scan has, and compares it with the first', () => {
    const scans = [scan(1, { critical: 2, low: 1, info: 9 }), scan(2, { critical: 1, medium: 2, low: 1 })]
    expect(findingsSentence(scans)).toBe(
      'The last scan has 1 critical, 2 medium and 1 low findings. ' +
        'The first scan of the period has 3 in all, the most in one scan are 4.',
    )
  })

  it('does not take a scan that could check nothing for one without findings', () => {
    const nothing = { ...scan(2), score: null }
    expect(findingsSentence([scan(1, { low: 1 }), nothing])).toMatch(
      /^The last scan could not be scored\. The first scan/,
    )
    expect(findingsSentence([nothing])).toBe('The last scan could not be scored.')
  })

  it('does not compare a single scan', () => {
    expect(findingsSentence([scan(1, { high: 1 })])).toBe('The last scan has 1 high finding.')
  })

  it('counts no notes: they cost nothing', () => {
    expect(issuesOf(scan(1, { info: 3 }))).toBe(0)
    expect(findingsSentence([scan(1, { info: 3 })])).toBe('The last scan has no findings that cost points.')
  })
})

describe('the share of scans in which a check could be made', () => {
  it('is 100% only when it could in all', () => {
    expect(shareOf(365, 365)).toBe('100%')
    expect(shareOf(364, 365)).toBe('99%')
    expect(shareOf(0, 365)).toBe('0%')
  })
})

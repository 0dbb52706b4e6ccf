import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkIds } from '../check/index.ts'
import { arcPath, type Loss, rimOf, sealSentence } from './seal-rim.ts'

const loss = (check: Loss['check'], severity: Loss['severity'], points: number): Loss => ({ check, severity, points })

describe('the rim of the seal', () => {
  it('is whole at 100: a hundred ticks, evenly', () => {
    const rim = rimOf(100, [])
    expect(rim.ticks).toHaveLength(100)
    expect(rim.groups).toEqual([])
    expect(rim.step).toBe(3.6)
  })

  it('groups the lost points by check, the most severe first within a group', () => {
    const rim = rimOf(60, [loss('spf', 'low', 2), loss('dmarc', 'critical', 20), loss('spf', 'high', 18)])
    expect(rim.groups.map(({ check, points, severity }) => [check, points, severity])).toEqual([
      ['spf', 20, 'high'],
      ['dmarc', 20, 'critical'],
    ])
    const severities = rim.ticks.map(({ severity }) => severity)
    expect(severities.slice(0, 60)).toEqual(Array(60).fill(null))
    expect(severities.slice(60, 80)).toEqual([...Array(18).fill('high'), 'low', 'low'])
  })

  it('leaves no notch for points above a cap', () => {
    const rim = rimOf(90, [loss('mx', 'high', 30)])
    expect(rim.groups[0]?.points).toBe(10)
    expect(rim.ticks).toHaveLength(100)
  })

  it('is empty at 0', () => {
    const rim = rimOf(0, [loss('dmarc', 'critical', 60), loss('mx', 'critical', 60)])
    expect(rim.ticks.filter(({ severity }) => severity === null)).toEqual([])
    expect(rim.ticks).toHaveLength(100)
  })

  it('never draws beyond the circle or two ticks in one place, for any losses', () => {
    const losses = fc.array(
      fc.record<Loss>({
        check: fc.constantFrom(...checkIds),
        severity: fc.constantFrom('critical', 'high', 'medium', 'low', 'info'),
        points: fc.integer({ min: -5, max: 60 }),
      }),
    )
    fc.assert(
      fc.property(fc.integer({ min: -10, max: 110 }), losses, (score, lost) => {
        const rim = rimOf(score, lost)
        const angles = rim.ticks.map(({ angle }) => angle)
        expect(angles).toEqual([...new Set(angles)].toSorted((a, b) => a - b))
        expect(angles.every(angle => angle > 0 && angle < 360)).toBe(true)
        expect(rim.ticks.length).toBeLessThanOrEqual(100)
      }),
    )
  })
})

describe('an arc', () => {
  it('is a path from angle to angle, clockwise from the top', () => {
    expect(arcPath(0, 90, 10)).toBe('M0 -10A10 10 0 0 1 10 0')
  })

  it('of a full turn is still drawn', () => {
    expect(arcPath(0, 360, 10)).toBe('M0 -10A10 10 0 1 1 -0.09 -10')
  })
})

describe('the sentence of the seal', () => {
  it('names the score, the band and the lost points', () => {
    const losses = [loss('spf', 'high', 18), loss('spf', 'low', 2), loss('dmarc', 'high', 15)]
    expect(sealSentence(65, losses)).toBe('Health score 65 of 100, Fair. Points lost: SPF 20, DMARC 15.')
    expect(sealSentence(100, [])).toBe('Health score 100 of 100, Excellent. No points lost.')
    expect(sealSentence(null, [])).toBe('No health score.')
  })
})

import { describe, expect, it } from 'vitest'
import { marksBetween } from './dns-marks.ts'

const change = (id: string, timestamp: string) => ({ id, timestamp, change_description: `Change ${id}` })
const points = [{ at: '2026-11-01T00:00:00Z' }, { at: '2026-11-11T00:00:00Z' }]

describe('the DNS changes on a score line', () => {
  it('lie where their time is between the scans', () => {
    expect(marksBetween([change('a', '2026-11-06T00:00:00Z')], points)).toEqual([
      { id: 'a', at: '2026-11-06T00:00:00Z', description: 'Change a', x: 50 },
    ])
  })

  it('are left out before the first scan and after the last', () => {
    expect(marksBetween([change('a', '2026-10-31T00:00:00Z'), change('b', '2026-11-12T00:00:00Z')], points)).toEqual([])
  })

  it('are none where all scans are of one moment, or there is none', () => {
    expect(marksBetween([change('a', '2026-11-01T00:00:00Z')], points.slice(0, 1))).toEqual([])
    expect(marksBetween([change('a', '2026-11-01T00:00:00Z')], [])).toEqual([])
  })
})

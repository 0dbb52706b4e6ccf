import { describe, expect, it } from 'vitest'
import { changeCounts, historySentence, type Point, pointWords, remarkOn, spotsOf, stretchesOf } from './score-line.ts'

/** A day in November 2026, in the time zone of the test. */
function noonOf(day: number): string {
  return new Date(2026, 10, day, 12).toISOString()
}

function scans(...scores: (number | null | 'changed')[]): Point[] {
  return scores.map((score, index) => ({
    scan_id: String(index),
    at: noonOf(index + 1),
    score: score === 'changed' ? 70 : score,
    basis_changed: score === 'changed',
    fixed: 0,
    added: 0,
  }))
}

const stretches = (points: readonly Point[]): (number | null)[][] =>
  stretchesOf(spotsOf(points)).map(stretch => stretch.map(({ point }) => point.score))

describe('the score line', () => {
  it('is drawn by time, not by count', () => {
    const [one, two, three] = scans(50, 60, 70)
    const points = [one, two, { ...three, at: noonOf(11) }] as Point[]
    expect(spotsOf(points).map(({ x, y }) => [x, y])).toEqual([
      [0, 50],
      [10, 40],
      [100, 30],
    ])
    expect(spotsOf(scans(80)).map(({ x, y }) => [x, y])).toEqual([[100, 20]])
    expect(spotsOf([])).toEqual([])
  })

  it('has a gap where a scan could not be scored', () => {
    expect(stretches(scans(90, 80, null, 80, 85))).toEqual([
      [90, 80],
      [80, 85],
    ])
    expect(stretches(scans(null, null))).toEqual([])
    expect(stretches(scans(null, 60, null))).toEqual([[60]])
  })

  it('breaks where scores cannot be compared', () => {
    expect(stretches(scans(90, 80, 'changed', 85))).toEqual([
      [90, 80],
      [70, 85],
    ])
    expect(stretches(scans(90, null, 'changed', 'changed'))).toEqual([[90], [70], [70]])
  })
})

describe('the history in words', () => {
  it.each([
    [
      scans(40, 92, 85),
      '3 scans from Nov 1, 2026 to Nov 3, 2026. The last score is 85, Good; the lowest is 40, the highest 92.',
    ],
    [scans(85), '1 scan on Nov 1, 2026. The last score is 85, Good; the lowest is 85, the highest 85.'],
    [scans(null, null), '2 scans from Nov 1, 2026 to Nov 2, 2026. None of them has a score.'],
    [
      scans(90, null, 'changed', 'changed'),
      '4 scans from Nov 1, 2026 to Nov 4, 2026. The last score is 70, Good; ' +
        'it is the first since scoring changed. ' +
        '1 scan could not be scored. ' +
        'Scoring changed 2 times; scores before and after aren’t comparable.',
    ],
    [
      scans(20, 99, 'changed', null, 85),
      '5 scans from Nov 1, 2026 to Nov 5, 2026. The last score is 85, Good; ' +
        'since scoring changed, the lowest is 70, the highest 85. ' +
        '1 scan could not be scored. ' +
        'Scoring changed here; earlier scores aren’t comparable.',
    ],
    [[], 'No scans.'],
  ])('names the span, the last score, the extremes, gaps and breaks (%#)', (points, sentence) => {
    expect(historySentence(points)).toBe(sentence)
  })

  it('counts the scans that fixed findings, and those with new ones', () => {
    const [one, two, three] = scans(50, 60, 70)
    const points = [one, { ...two, fixed: 2, added: 1 }, { ...three, fixed: 1 }] as Point[]
    expect(historySentence(points)).toContain(' Findings were fixed in 2 scans. New findings appeared in 1 scan.')
    expect(points.map(changeCounts)).toEqual(['', '2 fixed, 1 new', '1 fixed'])
    expect(points.map(pointWords)).toEqual([
      'Nov 1, 2026: 50, Fair',
      'Nov 2, 2026: 60, Fair · 2 fixed, 1 new',
      'Nov 3, 2026: 70, Good · 1 fixed',
    ])
  })

  it('counts the changes of DNS', () => {
    expect(historySentence(scans(50, 60), 1)).toContain(' DNS changed once.')
    expect(historySentence(scans(50, 60), 4)).toContain(' DNS changed 4 times.')
    expect(historySentence(scans(50, 60))).not.toContain('DNS')
    expect(historySentence(scans(50, 60), null)).toContain(' DNS changes could not be loaded.')
  })

  it('says beside a score why it is not comparable', () => {
    expect(scans(80, null, 'changed').map(remarkOn)).toEqual([
      '',
      'could not be scored',
      'not comparable with earlier scores',
    ])
  })
})

import type { scanHistoryRoute } from '@waxseal/contract/routes'
import { bandOf } from '@waxseal/core/health'
import type { Reply } from '../../../lib/api.ts'
import { calendarDate } from '../../../lib/time.ts'

export type Point = Reply<typeof scanHistoryRoute>[number]

/** A point of the drawing: how far it is to the end and to the top, both in percent. */
export interface Spot {
  x: number
  y: number
  point: Point
}

/** So many scans are asked for, the newest ones. */
export const pointsMax = 500

/** The scores at which a better band begins, the best first: 90, 70, 50. */
export const bandLimits: readonly number[] = Array.from({ length: 100 }, (_, index) => 100 - index).filter(
  score => bandOf(score) !== bandOf(score - 1),
)

/** Where each scan stands: by its time, so that a month without a scan is a month wide. */
export function spotsOf(points: readonly Point[]): readonly Spot[] {
  const times = points.map(({ at }) => new Date(at).getTime())
  const first = Math.min(...times)
  const span = Math.max(...times) - first
  return points.map((point, index) => ({
    x: span === 0 ? 100 : (((times[index] ?? first) - first) / span) * 100,
    y: 100 - (point.score ?? 0),
    point,
  }))
}

/**
 * The stretches in which scores may be compared: a scan without a score is a gap, and a score that rests on another basis
 * than the one before begins a stretch of its own.
 */
export function stretchesOf(spots: readonly Spot[]): readonly (readonly Spot[])[] {
  const stretches: Spot[][] = []
  let open = false
  for (const spot of spots) {
    const last = stretches.at(-1)
    if (spot.point.score === null) open = false
    else if (open && last !== undefined && !spot.point.basis_changed) last.push(spot)
    else {
      stretches.push([spot])
      open = true
    }
  }
  return stretches
}

/** The history in a sentence or a few. */
export function historySentence(points: readonly Point[]): string {
  const scores = scoresOf(points)
  const unscored = points.length - scores.length
  const changes = points.filter(point => point.basis_changed).length
  const [first, last] = [points[0], points.at(-1)]
  if (first === undefined || last === undefined) return 'No scan is kept.'
  const span = points.length === 1 ? `on ${day(first)}` : `from ${day(first)} to ${day(last)}`
  const newest = scores.at(-1)
  return [
    `${counted(points.length, 'scan')} ${span}.`,
    newest === undefined
      ? 'None of them could be scored.'
      : `The last score is ${newest}, ${bandOf(newest)}; ${extremes(points)}.`,
    ...(unscored > 0 && newest !== undefined ? [`${counted(unscored, 'scan')} could not be scored.`] : []),
    ...(changes > 0 ? [basisWords(changes)] : []),
  ].join(' ')
}

/** The lowest and the highest of the scores that may be compared with the last one: those since its basis changed. */
function extremes(points: readonly Point[]): string {
  const change = points.findLastIndex(point => point.basis_changed)
  const scores = scoresOf(change === -1 ? points : points.slice(change))
  const words = `the lowest is ${Math.min(...scores)}, the highest ${Math.max(...scores)}`
  if (change === -1) return words
  return scores.length === 1
    ? 'it is the first since what it rests on changed'
    : `since what it rests on changed, ${words}`
}

/** Said wherever the line is broken for another reason than a missing score. */
export function basisWords(changes: number): string {
  return `What the score rests on changed ${changes === 1 ? 'once' : `${changes} times`}: scores before and after are not to be compared.`
}

/** What a row of the table says beside the score. */
export function remarkOn({ score, basis_changed: changed }: Point): string {
  if (score === null) return 'could not be scored'
  return changed ? 'not to be compared with the one before' : ''
}

function scoresOf(points: readonly Point[]): number[] {
  return points.flatMap(({ score }) => (score === null ? [] : [score]))
}

function day({ at }: Point): string {
  return calendarDate(new Date(at))
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`
}

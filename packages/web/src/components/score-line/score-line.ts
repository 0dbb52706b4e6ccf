import type { scanHistoryRoute } from '@waxseal/contract/routes'
import { bandOf } from '@waxseal/core/health'
import type { Reply } from '../../lib/api.ts'
import { calendarDate } from '../../lib/time.ts'

export type Point = Reply<typeof scanHistoryRoute>[number]

/** A point of the drawing: its distance to the left and to the top, in percent. */
export interface Spot {
  x: number
  y: number
  point: Point
}

/** The maximum number of scans to load, the newest ones. */
export const pointsMax = 500

/** The lower limits of the bands, the best first: 90, 70, 50. */
export const bandLimits: readonly number[] = Array.from({ length: 100 }, (_, index) => 100 - index).filter(
  score => bandOf(score) !== bandOf(score - 1),
)

/** The position of each scan by its time, so that a month without a scan is a month wide. */
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
 * The stretches with comparable scores: a scan without a score is a gap, and a score with another basis than the
 * previous one begins a new stretch.
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

/**
 * The history in one or a few sentences.
 *
 * @param dnsChanges changes of DNS between the first and the last scan; null: they could not be loaded
 */
export function historySentence(points: readonly Point[], dnsChanges: number | null = 0): string {
  const scores = scoresOf(points)
  const unscored = points.length - scores.length
  const changes = points.filter(point => point.basis_changed).length
  const [first, last] = [points[0], points.at(-1)]
  if (first === undefined || last === undefined) return 'No scans.'
  const span = points.length === 1 ? `on ${day(first)}` : `from ${day(first)} to ${day(last)}`
  const newest = scores.at(-1)
  return [
    `${counted(points.length, 'scan')} ${span}.`,
    newest === undefined
      ? 'None of them has a score.'
      : `The last score is ${newest}, ${bandOf(newest)}; ${extremes(points)}.`,
    ...(unscored > 0 && newest !== undefined ? [`${counted(unscored, 'scan')} could not be scored.`] : []),
    ...(changes > 0 ? [basisWords(changes)] : []),
    ...changesWords(points),
    ...dnsWords(dnsChanges),
  ].join(' ')
}

/** No change is not said: an older one may be out of what the plan shows. */
function dnsWords(changes: number | null): string[] {
  if (changes === null) return ['DNS changes could not be loaded.']
  return changes === 0 ? [] : [`DNS changed ${changes === 1 ? 'once' : `${changes} times`}.`]
}

/** How many scans fixed findings, and how many found new ones. */
function changesWords(points: readonly Point[]): string[] {
  const fixed = points.filter(point => point.fixed > 0).length
  const added = points.filter(point => point.added > 0).length
  return [
    ...(fixed > 0 ? [`Findings were fixed in ${counted(fixed, 'scan')}.`] : []),
    ...(added > 0 ? [`New findings appeared in ${counted(added, 'scan')}.`] : []),
  ]
}

/** "2 fixed, 1 new"; empty for a scan without either. */
export function changeCounts({ fixed, added }: Pick<Point, 'fixed' | 'added'>): string {
  return [fixed > 0 && `${fixed} fixed`, added > 0 && `${added} new`].filter(Boolean).join(', ')
}

/** "Nov 20, 2026: 83, Good · 2 fixed". */
export function pointWords(point: Point): string {
  const when = day(point)
  const result = point.score === null ? 'could not be scored' : `${point.score}, ${bandOf(point.score)}`
  const counts = changeCounts(point)
  return `${when}: ${result}${counts === '' ? '' : ` · ${counts}`}`
}

/** The lowest and the highest score comparable with the last one: those since its basis changed. */
function extremes(points: readonly Point[]): string {
  const change = points.findLastIndex(point => point.basis_changed)
  const scores = scoresOf(change === -1 ? points : points.slice(change))
  const words = `the lowest is ${Math.min(...scores)}, the highest ${Math.max(...scores)}`
  if (change === -1) return words
  return scores.length === 1 ? 'it is the first since scoring changed' : `since scoring changed, ${words}`
}

/** The explanation of a broken line that is not caused by a missing score. */
export function basisWords(changes: number): string {
  return changes === 1
    ? 'Scoring changed here; earlier scores aren’t comparable.'
    : `Scoring changed ${changes} times; scores before and after aren’t comparable.`
}

/** The remark of a table row beside the score. */
export function remarkOn({ score, basis_changed: changed }: Point): string {
  if (score === null) return 'could not be scored'
  return changed ? 'not comparable with earlier scores' : ''
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

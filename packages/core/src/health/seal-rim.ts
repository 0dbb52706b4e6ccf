import { type CheckId, checkNames, type Severity } from '../check/index.ts'
import { bandOf } from './bands.ts'
import type { FindingReply } from './reply.ts'

/** Points lost to one finding: a positive integer. */
export interface Loss {
  check: CheckId
  severity: Severity
  points: number
}

/** One tick of the rim. Angles in degrees, clockwise from the top. */
interface Tick {
  angle: number
  /** Null: the point is not lost. */
  severity: Severity | null
}

/** The points lost to one check, adjacent on the rim. */
interface LossGroup {
  check: CheckId
  points: number
  /** The most severe of its findings. */
  severity: Severity
  /** The angle of its letter. */
  middle: number
  from: number
  to: number
}

interface Rim {
  ticks: readonly Tick[]
  groups: readonly LossGroup[]
  /** Degrees between two ticks of a group. */
  step: number
  /** The end of the arc for the remaining points, which starts at the top. */
  keptTo: number
}

const order: readonly Severity[] = ['critical', 'high', 'medium', 'low', 'info']
/** Free degrees beside each group, so that the notches of different checks stay separate. */
const gap = 5

/**
 * Lays 100 ticks on the rim, clockwise from the top: first the remaining points, then the lost points, one group for
 * each check in order of appearance, the most severe first. The groups never exceed the points missing from 100.
 */
export function rimOf(score: number, losses: readonly Loss[]): Rim {
  const remaining = Math.min(100, Math.max(0, Math.round(score)))
  const lost = spread(losses, 100 - remaining)
  const byCheck = Map.groupBy(lost, loss => loss.check)
  const gaps = byCheck.size === 0 ? 0 : byCheck.size + (remaining > 0 ? 1 : 0)
  const step = (360 - gaps * gap) / 100
  const ticks: Tick[] = []
  let angle = gaps === 0 ? 0 : gap / 2
  const place = (severity: Severity | null): void => {
    ticks.push({ angle: angle + step / 2, severity })
    angle += step
  }
  for (let i = 0; i < remaining; i += 1) place(null)
  const keptTo = angle
  if (remaining > 0 && gaps > 0) angle += gap

  const groups: LossGroup[] = []
  for (const [check, members] of byCheck) {
    const from = angle
    const graveFirst = members.toSorted((a, b) => order.indexOf(a.severity) - order.indexOf(b.severity))
    for (const { severity, points } of graveFirst) for (let i = 0; i < points; i += 1) place(severity)
    const points = members.reduce((sum, loss) => sum + loss.points, 0)
    const severity = graveFirst[0]?.severity ?? 'info'
    groups.push({ check, points, severity, from, to: angle, middle: (from + angle) / 2 })
    angle += gap
  }
  return { ticks, groups, step, keptTo }
}

/** Takes exactly the missing points from the losses: points beyond a cap or the floor leave no notch. */
function spread(losses: readonly Loss[], missing: number): Loss[] {
  let left = missing
  return losses.flatMap(loss => {
    const points = Math.min(left, Math.max(0, Math.round(loss.points)))
    left -= points
    return points === 0 ? [] : [{ ...loss, points }]
  })
}

/** The notches of a scan: every finding that cost points. */
export function lossesOf({
  findings,
}: {
  findings: readonly Pick<FindingReply, 'check' | 'severity' | 'points'>[]
}): Loss[] {
  return findings
    .filter(finding => finding.points < 0)
    .map(({ check, severity, points }) => ({ check, severity, points: -points }))
}

/** The depth of a notch, by severity, where half the side of the seal is 100. */
export const notchDepth: Readonly<Record<Severity, number>> = { critical: 30, high: 24, medium: 19, low: 15, info: 13 }

/** The seal in one sentence, for screen readers. */
export function sealSentence(score: number | null, losses: readonly Loss[]): string {
  if (score === null) return 'No health score.'
  const head = `Health score ${score} of 100, ${bandOf(score)}.`
  if (losses.length === 0) return score === 100 ? `${head} No points lost.` : head
  const byCheck = Map.groupBy(losses, loss => loss.check)
  const parts = [...byCheck].map(([check, members]) => {
    const points = members.reduce((sum, loss) => sum + loss.points, 0)
    return `${checkNames[check].title} ${points}`
  })
  return `${head} Points lost: ${parts.join(', ')}.`
}

/** A point on a circle around the origin. */
export function pointAt(angle: number, radius: number): { x: number; y: number } {
  const radians = ((angle - 90) * Math.PI) / 180
  return { x: rounded(radius * Math.cos(radians)), y: rounded(radius * Math.sin(radians)) }
}

/**
 * An arc of a circle around the origin, as an SVG path. A full circle ends slightly before its start, because SVG would
 * draw nothing otherwise.
 */
export function arcPath(from: number, to: number, radius: number): string {
  const span = Math.min(to - from, 359.5)
  const start = pointAt(from, radius)
  const end = pointAt(from + span, radius)
  return `M${start.x} ${start.y}A${radius} ${radius} 0 ${span > 180 ? 1 : 0} 1 ${end.x} ${end.y}`
}

function rounded(n: number): number {
  return Math.round(n * 100) / 100
}

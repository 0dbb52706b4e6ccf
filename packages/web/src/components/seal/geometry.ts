import type { CheckId, Severity } from '@waxseal/core/check'

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

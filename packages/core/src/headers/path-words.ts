import { delayText } from './delay-text.ts'

/** A hop as a reply has it. */
interface TimedHop {
  number: number
  /** ISO 8601 in UTC. */
  time: string | null
  /** Signed seconds since the nearest older hop with a time. */
  delay_seconds: number | null
}

/** A hop that takes longer than this is marked, in seconds: greylisting and full queues, not a busy server. */
const slowSeconds = 60

/** Whether a hop took long enough to be marked. */
export function isSlow(seconds: number | null): boolean {
  return seconds !== null && seconds > slowSeconds
}

/** `2026-11-24 09:15:46 UTC` of a time in ISO 8601 and UTC. */
export function utcTime(iso: string): string {
  return `${iso.slice(0, 10)} ${iso.slice(11, 19)} UTC`
}

/**
 * The length of a hop's bar by the root of its delay, in percent of the longest hop's. One that went back in time has a
 * short piece, which its pattern fills.
 */
export function barWidth(seconds: number, longest: number): number {
  if (seconds < 0) return 15
  return longest === 0 ? 0 : Math.round(100 * Math.sqrt(seconds / longest))
}

/** How long the message took, and where it waited. */
export function pathSentence(path: readonly TimedHop[]): string {
  const times = path.flatMap(({ time }) => (time === null ? [] : [Date.parse(time)]))
  const [first, last] = [times[0], times.at(-1)]
  if (path.length === 0) return 'The header has no Received field, so the path of the message is unknown.'
  if (first === undefined || last === undefined || times.length < 2) {
    return 'Too few hops have a time to say how long the message took.'
  }
  const skewed = path.filter(({ delay_seconds: delay }) => delay !== null && delay < 0).length
  const skew =
    skewed === 0 ? '' : ` ${skewed === 1 ? 'One clock was' : `${skewed} clocks were`} behind, so delays are not exact.`
  if (last < first) return `The clocks of the hosts disagree, so the total time is unknown.${skew}`
  const total = `The message took ${delayText((last - first) / 1000).text}.`
  const slowest = path.reduce<TimedHop | null>(
    (most, hop) => ((hop.delay_seconds ?? 0) > (most?.delay_seconds ?? 0) ? hop : most),
    null,
  )
  const waited =
    slowest === null || path.length < 3
      ? ''
      : ` The longest delay was at hop ${slowest.number}: ${delayText(slowest.delay_seconds).text}.`
  return `${total}${waited}${skew}`
}

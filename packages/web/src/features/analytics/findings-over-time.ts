import type { Severity } from '@waxseal/core/check'
import { severityWord } from '../../components/bands.ts'
import type { PastScan } from './api.ts'

/** The severities that are drawn, the gravest at the bottom. Notes cost nothing and are no issues. */
export const drawn = ['critical', 'high', 'medium', 'low'] as const satisfies readonly Severity[]

/** How many findings of the drawn severities a scan has. */
export function issuesOf({ findings }: Pick<PastScan, 'findings'>): number {
  return drawn.reduce((sum, severity) => sum + findings[severity], 0)
}

/** Whether its findings are known: a scan that could check nothing has no score and finds nothing, which is not "none". */
export function isKnown(scan: PastScan): boolean {
  return scan.score !== null || issuesOf(scan) > 0
}

/** Scans in a row with the same findings, from the first of them until the next change, in percent of the width. */
export interface Step {
  scan: PastScan
  x: number
  width: number
}

/** The width of the last scan, so that it is seen: the axis ends with it. */
const lastWidth = 1.5

/** What a scan found is what is known until the next one. */
export function stepsOf(scans: readonly PastScan[]): Step[] {
  const times = scans.map(({ at }) => new Date(at).getTime())
  const first = times[0] ?? 0
  const span = (times.at(-1) ?? 0) - first
  if (span === 0) return scans.slice(-1).map(scan => ({ scan, x: 0, width: 100 }))
  const placeOf = (time: number) => Math.min(((time - first) / span) * 100, 100 - lastWidth)
  const steps: Step[] = []
  for (const [index, scan] of scans.entries()) {
    const x = placeOf(times[index] ?? first)
    const next = times[index + 1]
    const width = (next === undefined ? 100 : placeOf(next)) - x
    const last = steps.at(-1)
    if (last !== undefined && isSame(last.scan, scan)) last.width += width
    else if (width > 0) steps.push({ scan, x, width })
  }
  return steps
}

function isSame(one: PastScan, other: PastScan): boolean {
  return isKnown(one) === isKnown(other) && drawn.every(severity => one.findings[severity] === other.findings[severity])
}

/** The drawing in one or two sentences. */
export function findingsSentence(scans: readonly PastScan[]): string {
  const [first, last] = [scans[0], scans.at(-1)]
  if (first === undefined || last === undefined) return 'No scans.'
  const now = isKnown(last) ? `The last scan has ${countsWords(last)}.` : 'The last scan could not be scored.'
  if (scans.length === 1) return now
  const most = Math.max(...scans.map(issuesOf))
  const began = isKnown(first) ? `has ${issuesOf(first)} in all` : 'could not be scored'
  return `${now} The first scan of the period ${began}, the most in one scan are ${most}.`
}

/** "1 critical and 2 medium findings", "no findings that cost points". */
function countsWords(scan: PastScan): string {
  const parts = drawn.flatMap(severity =>
    scan.findings[severity] > 0 ? [`${scan.findings[severity]} ${severityWord[severity].toLowerCase()}`] : [],
  )
  const [only] = parts
  if (only === undefined) return 'no findings that cost points'
  const list = parts.length === 1 ? only : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`
  return `${list} ${issuesOf(scan) === 1 ? 'finding' : 'findings'}`
}

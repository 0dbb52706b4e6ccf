import type { Severity } from '@waxseal/core/check'
import { severityWord } from '../../components/bands.ts'
import type { PastScan } from './api.ts'

/** The severities that are drawn, the gravest at the bottom. Notes cost nothing and are no issues. */
export const drawn = ['critical', 'high', 'medium', 'low'] as const satisfies readonly Severity[]

/** How many findings of the drawn severities a scan has. */
export function issuesOf({ findings }: Pick<PastScan, 'findings'>): number {
  return drawn.reduce((sum, severity) => sum + findings[severity], 0)
}

/** Scans in a row with the same findings, from the first of them until the next change, in percent of the width. */
export interface Step {
  scan: PastScan
  x: number
  width: number
}

/**
 * What a scan found is what is known until the next one. The last scan is as wide as the average, so that it is seen.
 */
export function stepsOf(scans: readonly PastScan[]): Step[] {
  const times = scans.map(({ at }) => new Date(at).getTime())
  const first = times[0] ?? 0
  const span = (times.at(-1) ?? 0) - first
  if (span === 0) return scans.slice(-1).map(scan => ({ scan, x: 0, width: 100 }))
  const whole = span * (1 + 1 / (scans.length - 1))
  const steps: Step[] = []
  for (const [index, scan] of scans.entries()) {
    const x = (((times[index] ?? first) - first) / whole) * 100
    const width = (((times[index + 1] ?? first + whole) - first) / whole) * 100 - x
    const last = steps.at(-1)
    if (last !== undefined && isSame(last.scan, scan)) last.width += width
    else steps.push({ scan, x, width })
  }
  return steps
}

function isSame({ findings: one }: PastScan, { findings: other }: PastScan): boolean {
  return drawn.every(severity => one[severity] === other[severity])
}

/** The drawing in one or two sentences. */
export function findingsSentence(scans: readonly PastScan[]): string {
  const [first, last] = [scans[0], scans.at(-1)]
  if (first === undefined || last === undefined) return 'No scans.'
  const most = Math.max(...scans.map(issuesOf))
  const now = `The last scan has ${countsWords(last)}.`
  if (scans.length === 1) return now
  return `${now} The first scan of the period has ${issuesOf(first)} in all, the most in one scan are ${most}.`
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

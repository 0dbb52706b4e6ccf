import { severityTone, severityWord, states } from '../check/index.ts'
import type { TransportPartReply } from '../transport/index.ts'
import type { FindingReply } from './reply.ts'
import { signed } from './score-words.ts'
import { couldNotCheck, notApplicable, notForVisitors, type Status, switchedOff } from './statuses.ts'

type Part = TransportPartReply

/** The report's findings of one part, by the part's list of ids. */
export function findingsOfPart<Finding extends Pick<FindingReply, 'id'>>(
  part: Pick<Part, 'findings'>,
  findings: readonly Finding[],
): readonly Finding[] {
  return findings.filter(({ id }) => part.findings.includes(id))
}

/** Whether the part's summary is the line of one of these findings. */
export function saysTheSame(
  { summary_of: said }: Pick<Part, 'summary_of'>,
  findings: readonly Pick<FindingReply, 'id'>[],
): boolean {
  return findings.some(({ id }) => id === said)
}

/** The findings that cost points, and the recommendations. */
export function sortByCost<Finding extends Pick<FindingReply, 'severity'>>(
  findings: readonly Finding[],
): { costly: readonly Finding[]; free: readonly Finding[] } {
  return {
    costly: findings.filter(({ severity }) => severity !== 'info'),
    free: findings.filter(({ severity }) => severity === 'info'),
  }
}

/**
 * The card in a word: the number of findings that cost points, with the points ("1 issue −8"), or of recommendations, else of
 * parts that are OK. If all lookups failed, it says so, because nothing is OK then.
 *
 * @param findings those of the transport check
 */
export function transportStatus(
  parts: readonly Pick<Part, 'state'>[],
  findings: readonly Pick<FindingReply, 'severity' | 'points'>[],
): Status {
  const { costly, free } = sortByCost(findings)
  if (costly.length > 0) {
    const points = costly.reduce((sum, finding) => sum + finding.points, 0)
    return { word: `${counted(costly.length, 'issue')} ${signed(points)}`, tone: 'poor' }
  }
  if (free.length > 0) return { word: counted(free.length, 'recommendation'), tone: 'info' }
  const ok = parts.filter(({ state }) => state === 'ok').length
  if (ok > 0) return { word: `${ok} OK`, tone: 'excellent' }
  return parts.some(({ state }) => state === 'not-applicable') && !isPartlyOpen(parts) ? notApplicable : couldNotCheck
}

function counted(n: number, what: string): string {
  return `${n} ${what}${n === 1 ? '' : 's'}`
}

/** Some of the parts could not be checked. */
export function isPartlyOpen(parts: readonly Pick<Part, 'state'>[]): boolean {
  return parts.some(({ state }) => state === 'unchecked')
}

const transportStates: Readonly<Record<Part['state'], Status>> = {
  ok: { word: states.ok.word, tone: states.ok.tone },
  recommendation: { word: 'Recommended', tone: 'info' },
  'not-applicable': notApplicable,
  unchecked: couldNotCheck,
  off: switchedOff,
  'not-for-visitors': notForVisitors,
}

/** A policy that loses mail is no recommendation: the part shows its severity. */
export function transportPartStatus(state: Part['state'], findings: readonly Pick<FindingReply, 'severity'>[]): Status {
  const [worst] = sortByCost(findings).costly
  return worst === undefined
    ? transportStates[state]
    : { word: severityWord[worst.severity], tone: severityTone[worst.severity] }
}

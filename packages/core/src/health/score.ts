import { type CheckId, checkIds, type Question } from '../check/index.ts'
import { type Finding, wordsOf } from './findings.ts'
import type { Deduction, Sections } from './scan.ts'

/** Raised when a weight, a cap or a rule changes: scores of different models are not compared. */
export const scoreModel = 2

const start = 100

/** What one check can cost at most. DNS has no cap. */
const caps: { readonly [K in CheckId]?: number } = {
  mx: 25,
  spf: 25,
  dmarc: 35,
  dkim: 15,
  blacklist: 40,
  threat: 40,
  relay: 40,
}

/** How much of the whole each check is, for the coverage. DNS is told by the others, and transport costs nothing. */
const coverageWeights: { readonly [K in CheckId]: number } = {
  dns: 0,
  mx: 20,
  spf: 20,
  dmarc: 30,
  dkim: 10,
  blacklist: 10,
  threat: 5,
  relay: 5,
  transport: 0,
}

/**
 * The score of a set of findings, and what each of them costs, the dearest first: caps by check, then never below 0,
 * the smallest trimmed first, so that 100 and the deductions always add up to the score. Findings that cost nothing,
 * or nothing any more, have no line. A score of null: a finding says that there is nothing to score.
 */
export function scoreOf(findings: readonly Finding[]): { score: number | null; deductions: readonly Deduction[] } {
  const lines = findings.map(finding => {
    const { reason, points } = wordsOf(finding)
    return { finding: finding.id, check: finding.check, reason, points }
  })
  if (lines.some(({ points }) => points === null)) return { score: null, deductions: [] }
  const costs = lines.map(line => ({ ...line, points: line.points ?? 0 }))
  // Stable: of equal points the finding told first keeps them longest.
  const dearestFirst = costs.toSorted((one, other) => one.points - other.points)
  const capped = checkIds.flatMap(check =>
    trimmed(
      dearestFirst.filter(line => line.check === check),
      caps[check] ?? Number.POSITIVE_INFINITY,
    ),
  )
  const deductions = trimmed(
    capped.toSorted((one, other) => one.points - other.points),
    start,
  )
  return { score: start + deductions.reduce((sum, { points }) => sum + points, 0), deductions }
}

/** Lines, the dearest first, that cost `most` in all: what lies beyond is cut off the last ones. */
function trimmed(lines: readonly Deduction[], most: number): readonly Deduction[] {
  let left = most
  return lines.flatMap(line => {
    const cost = Math.min(-line.points, left)
    left -= cost
    return cost > 0 ? [{ ...line, points: -cost }] : []
  })
}

/**
 * How much of what the score weighs could be asked now, 0 to 1, in thousandths. Remembered answers do not count; what
 * does not apply to the domain, or is not part of the installation, is no part of the whole.
 */
export function coverageOf(sections: Sections, nonMail: boolean | null): number {
  const applying = checkIds.filter(check => applies(check, sections, nonMail))
  const weights = applying.reduce((sum, check) => sum + coverageWeights[check], 0)
  const evaluated = applying.reduce((sum, check) => sum + coverageWeights[check] * checkedShare(check, sections), 0)
  return Math.round((evaluated / weights) * 1000) / 1000
}

/** Does a check say anything about this domain, on this installation? */
export function applies(check: CheckId, { blacklist, threat, relay }: Sections, nonMail: boolean | null): boolean {
  switch (check) {
    case 'dkim':
      return nonMail !== true
    case 'blacklist':
      return !blacklist.ran || blacklist.value.rows.some(({ trouble }) => trouble !== 'not-applicable')
    case 'threat':
      return !threat.ran || threat.value.sources.length > 0
    case 'relay':
      return !relay.ran || relay.value.state === 'tested'
    default:
      return true
  }
}

/** The share of a check that was answered: of its questions, or of the lists and hosts it has a verdict of. */
function checkedShare(check: CheckId, sections: Sections): number {
  const { blacklist, relay } = sections
  if (check === 'blacklist' && blacklist.ran) {
    const asked = blacklist.value.rows.filter(({ trouble }) => trouble !== 'not-applicable')
    return share(asked.filter(({ status }) => status !== 'error').length, asked.length)
  }
  if (check === 'relay' && relay.ran) {
    const { hosts } = relay.value
    return share(hosts.filter(({ undecided }) => undecided === null).length, hosts.length)
  }
  return answeredShare(sections[check])
}

function share(part: number, whole: number): number {
  return whole === 0 ? 1 : part / whole
}

function key({ name, type }: Question): string {
  return `${type} ${name}`
}

/** Answered questions among all the section asked. */
function answeredShare(section: Sections[CheckId]): number {
  if (!section.ran) return 0
  const gaps = new Set(section.gaps.map(({ question }) => key(question)))
  const answered = new Set(
    section.evidence
      .filter(({ outcome, question }) => outcome !== 'failed' && !gaps.has(key(question)))
      .map(({ question }) => key(question)),
  )
  return gaps.size === 0 ? 1 : answered.size / (answered.size + gaps.size)
}

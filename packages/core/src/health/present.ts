import {
  byCheck,
  type CheckId,
  calendarDay,
  checkIds,
  dnsEvidence,
  type Evidence,
  identityKey,
  isBogus,
  notAsked,
  type Section,
  severityOf,
  uncheckedWords,
} from '../check/index.ts'
import { brokenZoneOf } from '../dns/index.ts'
import { plans, rank, type Tier } from '../plan/index.ts'
import type { ChangedFinding, Changes } from './changes.ts'
import { type AllProvided, type CheckValues, checks, contextOf, type Finding, type Results } from './checks.ts'
import { gapLines, uncheckedLine } from './failure-words.ts'
import { actionOf, reasonOf, titleOf, wordsOf } from './findings.ts'
import { guardChecks, type OnCheckError, withoutBroken } from './guard.ts'
import { keptOutcomes } from './kept-outcomes.ts'
import { collectedIn } from './last-known.ts'
import { openLines } from './open-lines.ts'
import { provideAll } from './provided.ts'
import type { ChangesReply, FindingReply, ScanReply, SectionReply } from './reply.ts'
import type { LastKnown, ScanResult } from './scan.ts'
import { outcomeOf } from './score-after.ts'

/**
 * The specification's shape of a scan result, for the API and `waxseal scan --json`. Made only here.
 *
 * @param reader the plan of who reads it now, which decides about smart interpretation; the plan of the scan if absent
 * @param onError called for a check that cannot be presented: it is shown as unchecked
 */
export function presentScan(
  result: ScanResult,
  reader: Tier = result.basis.tier,
  onError: OnCheckError = () => {},
): ScanReply {
  const { score } = result
  const findings = findingsReply(result, onError)
  const parts = presentChecks(result, reader, onError)
  // A stored section can be broken, which costs the reply a line and no more.
  const guard = guardChecks(onError)
  const results = joined(checkIds.map(check => parts[check].results))
  const sections = byCheck<ScanReply['sections']>(check => parts[check].section)
  const evidence = eachOnce([
    ...checkIds.flatMap(check => parts[check].evidence),
    ...checkIds.flatMap(check => parts[check].carried),
  ])
  return {
    domain_name: result.name,
    health_score: score,
    risk_score: score === null ? null : 100 - score,
    issues: issuesIn(findings),
    deductions: deductionsIn(result, findings),
    results,
    sections,
    findings,
    unchecked: checkIds.flatMap(check => {
      const open = guard.run(check, () => openLines(check, { results, sections, findings, evidence }))
      return [...parts[check].unchecked, ...(open ?? [uncheckedLine(check, 'internal')])]
    }),
    evidence,
    coverage: result.coverage,
    basis: result.basis,
    changes: result.changes === undefined ? null : changesReply(result.changes, score),
    ...(result.answersFrom !== undefined && { answers_from: result.answersFrom }),
    started_at: result.startedAt,
    finished_at: result.finishedAt,
  }
}

/** What each reason costs. A finding without texts still counts, by its id, so that the deductions add up. */
function deductionsIn({ deductions }: ScanResult, findings: readonly FindingReply[]): Readonly<Record<string, number>> {
  const reasons = new Map(findings.map(finding => [identityKey(finding), finding.reason]))
  return Object.fromEntries(
    deductions.map(({ finding: id, subject, points }) => {
      const key = identityKey({ id, subject })
      return [reasons.get(key) ?? key, points]
    }),
  )
}

/** The reasons of the findings that cost points, as the reply lists them. */
export function issuesOf(result: ScanResult, onError: OnCheckError = () => {}): readonly string[] {
  return issuesIn(findingsReply(result, onError))
}

function issuesIn(findings: readonly FindingReply[]): readonly string[] {
  return findings.filter(({ severity }) => severity !== 'info').map(({ reason }) => reason)
}

/** The part of one check in the reply. */
interface Part {
  results: ReturnType<(typeof checks)[CheckId]['reply']>
  section: SectionReply
  /** The failed checks and queries, one line each. */
  unchecked: readonly string[]
  evidence: readonly Evidence[]
  /** The evidence of its last-known answers. */
  carried: readonly Evidence[]
}

type Parts = { readonly [K in CheckId]: Part }

/** A check with a broken stored section, or whose own code throws, is presented as unchecked. */
function presentChecks(result: ScanResult, reader: Tier, onError: OnCheckError): Parts {
  const guard = guardChecks(onError)
  const provided = provideAll(result.name, collectedIn(result.sections, guard), guard)
  const parts = byCheck<{ readonly [K in CheckId]: Part | null }>(check => {
    return guard.run(check, () => {
      const results = resultsOf(check, result.sections[check], result, provided, reader, result.remembered[check])
      return partOf(check, results, result.sections[check], result.remembered[check])
    })
  })
  const sections = withoutBroken(result.sections, guard)
  // Its first error is reported.
  const again = guardChecks(() => {})
  return byCheck<Parts>(check => {
    const part = parts[check]
    if (part !== null) return part
    const results = again.run(check, () => resultsOf(check, sections[check], result, provided, reader))
    return partOf(check, results ?? notAskedResults[result.basis.tier][check], sections[check])
  })
}

function resultsOf<K extends CheckId>(
  check: K,
  section: Section<CheckValues[K]>,
  { name, findings, basis }: Pick<ScanResult, 'name' | 'findings'> & { basis: Pick<ScanResult['basis'], 'tier'> },
  provided: AllProvided,
  reader: Tier,
  lastKnown?: LastKnown<CheckValues[K]>,
): Part['results'] {
  const context = {
    ...contextOf(check, name, provided),
    blocklists: plans[basis.tier].blocklists,
    smart: rank(reader) > 0,
    found: new Set(findings.map(({ id }) => id)),
  }
  return checks[check].reply(section, context, lastKnown)
}

/**
 * By plan: what each check gives when it was not asked. They are made once, when the program starts, so that a check
 * whose `reply` always throws cannot take the report with it.
 */
const notAskedResults = byTier(tier => {
  const nothing = byCheck<AllProvided>(() => null)
  return byCheck<{ readonly [K in CheckId]: Part['results'] }>(check => {
    return resultsOf(check, notAsked, { name: '', findings: [], basis: { tier } }, nothing, tier)
  })
})

function byTier<T>(of: (tier: Tier) => T): Record<Tier, T> {
  return { free: of('free'), pro: of('pro'), business: of('business') }
}

function partOf(
  check: CheckId,
  results: Part['results'],
  section: Section<unknown>,
  lastKnown?: LastKnown<unknown>,
): Part {
  return {
    results,
    section: sectionReply(section, lastKnown),
    unchecked: section.ran ? gapLines(check, section.gaps) : [uncheckedLine(check, section.reason)],
    evidence: section.evidence,
    carried: lastKnown?.evidence ?? [],
  }
}

/** The parts of all checks together; what several checks add to `dns` is merged. The specification begins with MX. */
function joined(parts: readonly Part['results'][]): Results {
  const dns = Object.assign({}, ...parts.map(part => part.dns))
  const { mx, ...others }: Results = Object.assign({}, ...parts, { dns })
  return { mx, ...others }
}

function sectionReply(section: Section<unknown>, lastKnown: LastKnown<unknown> | undefined): SectionReply {
  const judgedOn = lastKnown === undefined ? [] : [lastKnownNote(lastKnown.answeredAt)]
  const evidence = section.evidence.map(({ id }) => id)
  const bogus = section.evidence.some(isBogus)
  const zones = dnsEvidence(section.evidence).flatMap(
    ({ question, via }) => brokenZoneOf(question.name, via)?.zone ?? [],
  )
  const bogus_zones = [...new Set(zones)].toSorted()
  if (!section.ran) {
    const reason = uncheckedWords[section.reason]
    return {
      state: 'unchecked',
      reason,
      failure: section.reason,
      gaps: [],
      bogus,
      bogus_zones,
      notes: judgedOn,
      evidence,
    }
  }
  const { gaps } = section
  const notes = [...section.notes, ...judgedOn]
  const state = gaps.length > 0 ? 'partial' : 'checked'
  return { state, reason: null, failure: null, gaps, bogus, bogus_zones, notes, evidence }
}

/** `answeredAt` is ISO 8601, UTC. */
function lastKnownNote(answeredAt: string): string {
  return `Some lookups failed. Showing their last known results from ${calendarDay(answeredAt)}, ${answeredAt.slice(11, 16)} UTC.`
}

function findingsReply(result: ScanResult, onError: OnCheckError): readonly FindingReply[] {
  const { findings, deductions } = result
  const guard = guardChecks(() => {})
  const provided = provideAll(result.name, collectedIn(result.sections, guard), guard)
  const kept = keptOutcomes(result)
  const cost = new Map(deductions.map(({ finding: id, subject, points }) => [identityKey({ id, subject }), points]))
  return findings.flatMap(finding => {
    const words = wordsOrNone(result, { provided, kept }, finding, onError)
    if (words === null) return []
    const { points, reason, title, meaning, advice, action, score_after, remains, clause } = words
    return {
      id: finding.id,
      check: finding.check,
      subject: finding.subject,
      // No points at all is worse than any: there is no score.
      severity: points === null ? 'critical' : severityOf(points),
      points: cost.get(identityKey(finding)) ?? 0,
      title,
      reason,
      meaning,
      advice,
      action,
      score_after,
      remains,
      clause,
      evidence: finding.evidence,
      since: finding.since ?? null,
    }
  })
}

function worded({ id, subject, check }: ChangedFinding): ChangesReply['fixed'][number] {
  return { id, subject, check, title: titleOf(id), reason: reasonOf({ id, subject }) }
}

function changesReply(changes: Changes, score: number | null): ChangesReply {
  return {
    since: changes.since,
    compared: changes.compared,
    score_before: changes.scoreBefore,
    score_after: changes.compared === 'all' ? score : null,
    fixed: changes.fixed.map(worded),
    added: changes.added.map(worded),
    changed: (changes.changed ?? []).map(each => ({ ...worded(each), degree: each.degree, was: titleOf(each.was) })),
    unchanged: changes.unchanged,
    unknown: changes.unknown,
    not_compared: changes.notCompared,
  }
}

/** Null for a stored finding that this program has no texts for. */
function wordsOrNone(
  result: ScanResult,
  { provided, kept }: { provided: AllProvided; kept: ReturnType<typeof keptOutcomes> },
  finding: Finding,
  onError: OnCheckError,
) {
  try {
    const action = actionOf(finding, result.name)
    // A stored section can be broken; `partOf` reports that.
    const judged = () => kept(finding, action) ?? outcomeOf(result, provided, finding, action)
    const outcome = guardChecks(() => {}).run(finding.check, judged)
    return { ...wordsOf(finding), action, score_after: outcome?.score ?? null, remains: outcome?.remains ?? null }
  } catch (error) {
    onError(finding.check, error)
    return null
  }
}

/** Sections with the same query share its id. */
function eachOnce(evidence: readonly Evidence[]): readonly Evidence[] {
  const byId = new Map<string, Evidence>()
  for (const piece of evidence) if (!byId.has(piece.id)) byId.set(piece.id, piece)
  return [...byId.values()]
}

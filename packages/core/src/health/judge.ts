import { blocklistCatalogue } from '../blacklist/index.ts'
import { byCheck, type CheckId, checkIds, type EvidenceId, identityKey, type Known } from '../check/index.ts'
import { dkimCatalogue } from '../dkim/index.ts'
import { isMxSettled } from '../mx/index.ts'
import type { Tier } from '../plan/index.ts'
import { type AllProvided, type CheckValues, checks, contextOf, type Finding } from './checks.ts'
import { coverageOf, measureChecks, uncheckedOf } from './coverage.ts'
import { isDenied, withLooks } from './denied.ts'
import { findingRows, wordsOf } from './findings.ts'
import { type Guard, guardChecks, type OnCheckError, withoutBroken } from './guard.ts'
import { type CarriedOver, carryOver, collected, type KnownSections } from './last-known.ts'
import { provideAll } from './provided.ts'
import type { LastKnownSections, ScanResult, Sections } from './scan.ts'
import { scoreModel, scoreOf } from './score.ts'

/** The versions of the catalogues of a scan. */
const catalogues = `lists ${blocklistCatalogue}, selectors ${dkimCatalogue}`

/** Scores with and without a list are not compared, so the lists that are off are part of the version. */
function withoutLists(catalogue: string, { blacklist }: Sections): string {
  const off = blacklist.ran ? blacklist.value.off : []
  return off.length === 0 ? catalogue : `${catalogue}, without ${off.toSorted().join(' ')}`
}

export interface JudgeInput {
  /** The domain, as A-labels. */
  name: string
  /** ISO 8601, UTC. */
  startedAt: string
  finishedAt: string
  sections: Sections
  tier: Tier
  /** The newest scan of the same domain, whatever its result; null without one. */
  previous: ScanResult | null
  /** The version of the scan's catalogues, if it differs from this program's. */
  catalogue?: string
}

/**
 * Makes the result of a scan from its collected data. Pure. A failed lookup neither lowers nor raises the score: the
 * last known answers are judged instead for 30 days, and such findings show their date.
 *
 * There is a score only when MX, SPF and DMARC are all known, and at least one of them was answered in this scan.
 *
 * @param onError called for a check whose own code throws: it counts as unchecked, its last known answers are judged
 *   instead, and the rest is judged as always
 */
export function judge(input: JudgeInput, onError: OnCheckError = () => {}): ScanResult {
  const reported = new Set<CheckId>()
  const reportOnce: OnCheckError = (check, error) => {
    if (!reported.has(check)) onError(check, error)
    reported.add(check)
  }
  const guard = guardChecks(reportOnce)
  const result = judgeOnce(input, guard)
  const isWhole = checkIds.every(check => !guard.isBroken(check))
  return isWhole ? result : judgeOnce({ ...input, sections: result.sections }, guardChecks(reportOnce))
}

function judgeOnce(input: JudgeInput, guard: Guard): ScanResult {
  const { name, startedAt, finishedAt, tier, previous, catalogue = catalogues } = input
  const carried = byCheck<Carried>(<K extends CheckId>(check: K): Carried[K] => {
    const own = guard.attempt(check, () => carryOver(check, input.sections, previous, startedAt))
    const alone = () => ({ known: collected(input.sections[check]), lastKnown: null })
    return (own ?? guard.run(check, alone) ?? { known: null, lastKnown: null }) as Carried[K]
  })
  const asked = knownIn(carried, guard)
  const provided = provideAll(name, asked, guard)
  const found = findingsOf(name, asked, provided, guard)
  const measures = measureChecks(name, input.sections, asked, provided, guard)

  // No code of a check runs below. The broken checks are known now, and their parts are left out.
  const sections = withoutBroken(input.sections, guard)
  const known = knownIn(carried, guard)
  const remembered = lastKnownIn(carried)
  const sound = found.filter(({ check }) => !guard.isBroken(check))
  const findings = costliestFirst(unique(sound.map(datedBy(remembered)).map(finding => withLooks(finding, input))))
  const { score, deductions } = scoreOf(findings)
  const denied = findings.find(each => each.id === 'domain_not_found')
  const scored =
    score !== null && (denied === undefined ? isScorable(name, sections, known) : isDenied(denied, finishedAt))
  return {
    name,
    startedAt,
    finishedAt,
    sections,
    remembered,
    findings,
    score: scored ? score : null,
    deductions: scored ? deductions : [],
    coverage: coverageOf(measures),
    basis: {
      model: scoreModel,
      catalogue: withoutLists(catalogue, input.sections),
      tier,
      unchecked: uncheckedOf(measures),
    },
  }
}

type Carried = { readonly [K in CheckId]: CarriedOver<CheckValues[K]> }

function knownIn(carried: Carried, guard: Guard): KnownSections {
  return byCheck<KnownSections>(<K extends CheckId>(check: K): KnownSections[K] => {
    return (guard.isBroken(check) ? null : carried[check].known) as KnownSections[K]
  })
}

/** Also those of a check that broke: a later scan may need them. */
function lastKnownIn(carried: Carried): LastKnownSections {
  const held = checkIds.flatMap(check => {
    const { lastKnown } = carried[check]
    return lastKnown === null ? [] : [[check, lastKnown] as const]
  })
  return Object.fromEntries(held)
}

/** All findings in the order of the checks. A finding that is alone ends the judging: nothing else is left to judge. */
function findingsOf(domain: string, known: KnownSections, provided: AllProvided, guard: Guard): readonly Finding[] {
  const findings: Finding[] = []
  for (const check of checkIds) {
    const own = guard.run(check, () => {
      const found = assess(check, domain, known, provided)
      // What its texts throw, they throw here, as a fault of the check.
      for (const finding of found) wordsOf(finding)
      return { found, ends: found.some(({ id }) => findingRows[id].alone === true) }
    })
    if (own?.ends === true) return own.found
    findings.push(...(own?.found ?? []))
  }
  return findings
}

function assess<K extends CheckId>(
  check: K,
  domain: string,
  known: Pick<KnownSections, K>,
  provided: AllProvided,
): readonly Finding[] {
  const own: Known<CheckValues[K]> | null = known[check]
  const context = contextOf(check, domain, provided)
  return own === null ? (checks[check].assessUnknown?.(context) ?? []) : checks[check].assess(own, context)
}

/** Dates a finding that rests on an earlier scan's answers. */
function datedBy(remembered: LastKnownSections): (finding: Finding) => Finding {
  const since = new Map<EvidenceId, string>(
    Object.values(remembered).flatMap(({ evidence, answeredAt }) =>
      evidence.map(({ id }) => [id, answeredAt] as const),
    ),
  )
  return finding => {
    const dates = finding.evidence.flatMap(id => since.get(id) ?? [])
    const [oldest] = dates.toSorted()
    return oldest === undefined ? finding : { ...finding, since: oldest }
  }
}

/** Two findings with the same identity are one. */
function unique(findings: readonly Finding[]): readonly Finding[] {
  return [...new Map(findings.toReversed().map(finding => [identityKey(finding), finding])).values()].toReversed()
}

/** The most expensive first; for equal cost, in the order of the checks. */
function costliestFirst(findings: readonly Finding[]): readonly Finding[] {
  return findings.toSorted((one, other) => costOf(one) - costOf(other))
}

function costOf(finding: Finding): number {
  return wordsOf(finding).points ?? Number.NEGATIVE_INFINITY
}

function isScorable(name: string, sections: Sections, { mx, spf, dmarc }: KnownSections): boolean {
  if (mx === null || spf === null || dmarc === null || dmarc.value.reading.unchecked) return false
  if (!isMxSettled(mx.value, name, mx.gaps)) return false
  return sections.mx.ran || sections.spf.ran || sections.dmarc.ran
}

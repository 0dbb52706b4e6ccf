import { assessBlacklist, blocklistCatalogue } from '../blacklist/index.ts'
import { type EvidenceId, type EvidenceIds, restsOn } from '../check/index.ts'
import { assessDkim, dkimCatalogue } from '../dkim/index.ts'
import { assessDmarc, isDmarcEnforced } from '../dmarc/index.ts'
import { assessMx, isMxSettled } from '../mx/index.ts'
import type { Tier } from '../plan/index.ts'
import { assessRelay } from '../relay/index.ts'
import { assessSpf } from '../spf/index.ts'
import { assessThreat } from '../threat/index.ts'
import { assessTransport } from '../transport/index.ts'
import { assessDns, isNotFound } from './assess-dns.ts'
import { type Finding, wordsOf } from './findings.ts'
import { isNonMail } from './profile.ts'
import { type KnownSections, recall } from './remember.ts'
import type { ScanResult, Sections } from './scan.ts'
import { coverageOf, scoreModel, scoreOf } from './score.ts'
import { uncheckedOf } from './unchecked.ts'

/** Versions of the catalogues a scan uses. */
const catalogues = `lists ${blocklistCatalogue}, selectors ${dkimCatalogue}`

export interface JudgeInput {
  /** The domain, as A-labels. */
  name: string
  /** ISO 8601, UTC. */
  startedAt: string
  finishedAt: string
  sections: Sections
  tier: Tier
  /** The newest scan of the same domain, whatever came of it; null when there is none. */
  previous: ScanResult | null
  /** Version of the catalogues the scan used, where it is not this program's. */
  catalogue?: string
}

/**
 * Turns what a scan collected into its result. Pure. A failed look-up neither lowers nor raises the score: what was
 * known of it before is judged in its stead for 30 days, and such findings say since when.
 *
 * There is a score only when MX, SPF and DMARC are all known, and one of them at least was answered in this scan.
 */
export function judge(input: JudgeInput): ScanResult {
  const { name, startedAt, finishedAt, sections, tier, previous, catalogue = catalogues } = input
  const { known, remembered } = recall(sections, previous, startedAt)
  const since = new Map(
    Object.values(remembered).flatMap(({ evidence, answeredAt }) =>
      evidence.map(({ id }) => [id, answeredAt] as const),
    ),
  )
  const findings = dearestFirst(
    unique(findingsOf(name, known, id => since.has(id)).map(finding => dated(finding, since))),
  )
  const { score, deductions } = scoreOf(findings)
  const scored = score !== null && isScorable(name, sections, known)
  return {
    name,
    startedAt,
    finishedAt,
    sections,
    remembered,
    findings,
    score: scored ? score : null,
    deductions: scored ? deductions : [],
    coverage: coverageOf(sections, nonMailOf(known)),
    basis: {
      model: scoreModel,
      catalogue,
      tier,
      unchecked: uncheckedOf(sections, known),
    },
  }
}

function findingsOf(domain: string, known: KnownSections, isOld: (id: EvidenceId) => boolean): readonly Finding[] {
  const dns = assessDns(domain, known, isOld)
  if (isNotFound(known)) return dns
  const { mx, dmarc, dkim, blacklist, threat, relay, transport } = known
  const nonMail = nonMailOf(known)
  return [
    ...dns,
    ...(mx === null ? [] : assessMx(mx.value, { ...mx, domain, nonMail })),
    ...spfFindings(domain, known),
    ...(dmarc === null ? [] : assessDmarc(dmarc.value, { ...dmarc, domain, nonMail })),
    ...(dkim === null ? [] : assessDkim(dkim.value, { ...dkim, domain, nonMail })),
    ...(blacklist === null ? [] : assessBlacklist(blacklist.value, blacklist)),
    ...(threat === null ? [] : assessThreat(threat.value, { ...threat, domain })),
    ...(relay === null ? [] : assessRelay(relay.value, relay)),
    ...(transport === null
      ? []
      : assessTransport(transport.value, {
          ...transport,
          domain,
          nonMail,
          dmarcEnforced: dmarc === null ? null : isDmarcEnforced(dmarc.value),
        })),
  ]
}

function nonMailOf({ mx, spf }: KnownSections): boolean | null {
  return isNonMail(mx?.value ?? null, spf?.value ?? null)
}

/** What follows from the domain's own record rests on that record; the rest on the whole tree. */
function spfFindings(domain: string, { spf, dmarc }: KnownSections): readonly Finding[] {
  if (spf === null) return []
  const record = { name: domain, type: 'TXT' } as const
  // A finding rests on what was answered; what could not be asked proves nothing.
  const answered = spf.evidence.filter(({ outcome }) => outcome !== 'failed')
  const tree: EvidenceIds = restsOn(answered, ...answered.map(({ question }) => question))
  const own = restsOn(spf.evidence, record)
  const isWhole = spf.value.records.some(text => /[ ]redirect=/i.test(text))
  const dmarcEnforced = dmarc === null ? null : isDmarcEnforced(dmarc.value)
  return assessSpf(spf.value, { domain, evidence: tree, dmarcEnforced }).map((finding): Finding => {
    switch (finding.id) {
      case 'spf_missing':
      case 'spf_neutral':
      case 'spf_no_all':
      case 'spf_ptr':
        return isWhole ? finding : { ...finding, evidence: own }
      case 'spf_softfail_unenforced': {
        const policy = dmarc === null ? [] : restsOn(dmarc.evidence, { name: `_dmarc.${domain}`, type: 'TXT' })
        return { ...finding, evidence: [...(isWhole ? tree : own), ...policy] }
      }
      default:
        return finding
    }
  })
}

/** A finding that rests on an earlier scan's answers says so. */
function dated(finding: Finding, since: ReadonlyMap<EvidenceId, string>): Finding {
  const dates = finding.evidence.flatMap(id => since.get(id) ?? [])
  const [oldest] = dates.toSorted()
  return oldest === undefined ? finding : { ...finding, since: oldest }
}

/** Two findings with the same words are one. */
function unique(findings: readonly Finding[]): readonly Finding[] {
  return [...new Map(findings.toReversed().map(finding => [wordsOf(finding).reason, finding])).values()].toReversed()
}

/** What costs most stands first; of equal cost, the order of the checks holds. */
function dearestFirst(findings: readonly Finding[]): readonly Finding[] {
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

import type { Evidence, EvidenceId } from '../check/index.ts'
import { type VendorResult, vendorResults } from './present.ts'
import type { SubjectReport, ThreatOpinion } from './source.ts'
import type { ThreatValue, ThreatVerdict } from './value.ts'
import { isAnswered, worstVerdict } from './verdict.ts'
import { noteOn, smartVerdict, vendorInterpretation } from './words.ts'

/** What the sources say of one address or domain (specification 2, section 3). */
export interface ReputationEntry {
  malicious: number
  suspicious: number
  harmless: number
  vendor_results: VendorResult[]
  /** What its opinions rest on, in `evidence` of the whole reply. */
  evidence: EvidenceId[]
  /** Absent without any answer. Shown from Pro on. */
  smart_verdict?: string
  /** Absent without any answer. Shown from Pro on. */
  vendor_interpretation?: string
}

/** What the sources say of all addresses and domains of a message. */
export interface ReputationReply {
  error: 'rate_limit_exceeded' | 'not_configured' | 'unavailable' | null
  /** The worst verdict about one of them; null also beside results, when too little is known to call all clean. */
  overall_verdict: ThreatVerdict | null
  ips: Record<string, ReputationEntry & { country: string | null; as_owner: string | null }>
  domains: Record<string, ReputationEntry & { categories: string[] }>
  note: string | null
  /** What was asked and answered; also the failures where there are no results. */
  evidence: readonly Evidence[]
}

/** A reputation for plans below Pro: without its interpretation. The verdict is the same. */
export function withoutInterpretation<R extends { readonly ips: Entries; readonly domains: Entries }>(
  reputation: R,
): R {
  return { ...reputation, ips: uninterpreted(reputation.ips), domains: uninterpreted(reputation.domains) }
}

type Entries = Readonly<Record<string, object>>

function uninterpreted(entries: Entries): Entries {
  return Object.fromEntries(
    Object.entries(entries).map(([subject, entry]) => {
      const { smart_verdict: _, vendor_interpretation: __, ...rest } = entry as Partial<ReputationEntry>
      return [subject, rest]
    }),
  )
}

/** Five subjects and the sources of an installation give some fifty pieces. */
const mostEvidence = 200

/** The opinions about one subject. */
export function opinionsAbout(subject: string, opinions: readonly ThreatOpinion[]): readonly ThreatOpinion[] {
  return opinions.filter(opinion => opinion.subject === subject)
}

/** The reputation of the addresses and domains of a message. Its interpretation is for plans from Pro on. */
export function presentReputation(
  { addresses, domains }: { addresses: readonly string[]; domains: readonly string[] },
  { sources, opinions, reports = [], evidence }: ThreatValue & { evidence: readonly Evidence[] },
): ReputationReply {
  const kept = evidence.slice(0, mostEvidence)
  const error = errorOf({ sources, opinions }, addresses.length + domains.length)
  if (error !== null) return { error, overall_verdict: null, ips: {}, domains: {}, note: null, evidence: kept }
  const known = new Map(reports.map(report => [report.subject, report]))
  const entry = (subject: string): ReputationEntry =>
    entryOf(subject, { sources, opinions: opinionsAbout(subject, opinions) }, known.get(subject))
  return {
    error: null,
    overall_verdict: worstVerdict(opinions),
    ips: Object.fromEntries(
      addresses.map(each => {
        const { country = null, asOwner = null } = known.get(each) ?? {}
        return [each, { ...entry(each), country, as_owner: asOwner }]
      }),
    ),
    domains: Object.fromEntries(
      domains.map(each => [each, { ...entry(each), categories: [...(known.get(each)?.categories ?? [])] }]),
    ),
    note: opinions.length === 0 ? null : noteOn(sources),
    evidence: kept,
  }
}

function errorOf({ sources, opinions }: ThreatValue, subjects: number): ReputationReply['error'] {
  if (subjects === 0) return null
  if (sources.length === 0) return 'not_configured'
  if (opinions.length === 0 || isAnswered(opinions)) return null
  return opinions.some(({ failure }) => failure === 'rate-limited') ? 'rate_limit_exceeded' : 'unavailable'
}

/** The counts are VirusTotal's own, which can be more than its engines by name, and those of the other vendors. */
function entryOf(subject: string, value: ThreatValue, report: SubjectReport | undefined): ReputationEntry {
  const results = vendorResults(value.opinions)
  const counted = report === undefined ? results : results.filter(({ tier }) => tier === null)
  const count = (category: keyof SubjectReport['counts']) =>
    counted.filter(each => each.category === category).length + (report?.counts[category] ?? 0)
  const verdict = smartVerdict(value, { of: 'message', subject })
  const interpretation = vendorInterpretation(value, { of: 'message', subject })
  return {
    malicious: count('malicious'),
    suspicious: count('suspicious'),
    harmless: count('harmless'),
    vendor_results: [...results],
    evidence: [...new Set(value.opinions.flatMap(({ evidence }) => evidence))],
    ...(verdict !== null && { smart_verdict: verdict }),
    ...(interpretation !== null && { vendor_interpretation: interpretation }),
  }
}

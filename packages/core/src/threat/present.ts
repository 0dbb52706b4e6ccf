import type { Section } from '../check/index.ts'
import { isEngine } from './engine-verdict.ts'
import type { ThreatOpinion } from './source.ts'
import type { ThreatValue, ThreatVerdict } from './value.ts'
import { type VendorTier, vendorTier } from './vendor.ts'
import { isAnswered, reportableVerdict, silentSources } from './verdict.ts'
import { noteOn, smartVerdict, threatIndicators, vendorInterpretation } from './words.ts'

/**
 * The category of one vendor's opinion, in VirusTotal's words if they fit. `undetected`: it knows nothing of the subject.
 * `unknown`: the query failed.
 */
export type VendorCategory = 'malicious' | 'suspicious' | 'policy' | 'harmless' | 'undetected' | 'unknown'

export interface VendorResult {
  vendor: string
  category: VendorCategory
  /** By its name; null for a DNS list or a filtering resolver, which are no vendors of verdicts. */
  tier: VendorTier | null
  /** The opinion and its target: "blocks example.com". */
  detail: string
}

/** The specification's threat part of a scan result, with our additions. */
export interface ThreatReply {
  /**
   * Why there are no results: `rate_limit_exceeded`, `not_configured` (no source on this server) or `unavailable` (no
   * source answered). Null when there are results.
   */
  error: 'rate_limit_exceeded' | 'not_configured' | 'unavailable' | null
  /** Null also beside results, when too few sources answered, or about too little, to call the domain clean. */
  overall_verdict: ThreatVerdict | null
  threat_indicators: readonly string[]
  domain: {
    /** From Pro on. */
    smart_verdict?: string
    /** From Pro on. */
    vendor_interpretation?: string
    vendor_results: readonly VendorResult[]
  } | null
  /** The sources by name. */
  sources: readonly string[]
  /** The names of sources that this server has and did not ask, because the scan was for someone without an account. */
  left_out: readonly string[]
  /** The names of the sources when VirusTotal was not among them; null without results. */
  note: string | null
  /** Sources that answered all their queries. */
  sources_answered: number
}

/**
 * The threat part of the reply. `smart`: the plan has smart interpretation; without it the interpreting texts are
 * omitted, and the verdict is the same.
 */
export function presentThreat(section: Section<ThreatValue>, { smart }: { smart: boolean }): ThreatReply {
  if (!section.ran) return without(section.reason === 'rate-limited' ? 'rate_limit_exceeded' : 'unavailable')
  const { value, gaps } = section
  const left_out = value.leftOut ?? []
  if (value.sources.length === 0) return { ...without('not_configured'), left_out }
  const verdict = smartVerdict(value, { of: 'scan', gaps })
  const interpretation = vendorInterpretation(value, { of: 'scan', gaps })
  const asked = new Set(value.opinions.map(({ source }) => source))
  return {
    error: isAnswered(value.opinions) ? null : 'unavailable',
    overall_verdict: reportableVerdict(value, gaps),
    threat_indicators: threatIndicators(value),
    domain: {
      ...(smart && verdict !== null && { smart_verdict: verdict }),
      ...(smart && interpretation !== null && { vendor_interpretation: interpretation }),
      vendor_results: vendorResults(value.opinions),
    },
    sources: value.sources,
    left_out,
    note: noteOn(value.sources),
    sources_answered: asked.size - silentSources(value.opinions).size,
  }
}

function without(error: NonNullable<ThreatReply['error']>): ThreatReply {
  return {
    error,
    overall_verdict: null,
    threat_indicators: [],
    domain: null,
    sources: [],
    left_out: [],
    note: null,
    sources_answered: 0,
  }
}

const categories: { readonly [S in ThreatOpinion['says']]: VendorCategory } = {
  hit: 'malicious',
  weak: 'suspicious',
  policy: 'policy',
  clean: 'harmless',
  none: 'undetected',
  unknown: 'unknown',
}

const gravestFirst: readonly VendorCategory[] = [
  'malicious',
  'suspicious',
  'policy',
  'unknown',
  'undetected',
  'harmless',
]

/**
 * One row for each vendor, by its worst opinion: a vendor that is partly silent is not shown as harmless. The worst
 * come first, then the better known, then by name.
 */
export function vendorResults(opinions: readonly ThreatOpinion[]): readonly VendorResult[] {
  const rows = new Map<string, VendorResult>()
  for (const opinion of opinions) {
    const { source, vendor, says, reason } = opinion
    const tier = isEngine(opinion) ? vendorTier(vendor) : null
    const row = { vendor, category: categories[says], tier, detail: reason }
    // VirusTotal has engines with the name of another source, such as Quad9.
    const key = `${source} ${vendor}`
    const known = rows.get(key)
    if (known === undefined || order(row) < order(known)) rows.set(key, row)
  }
  return [...rows.values()].toSorted(
    (one, other) =>
      order(one) - order(other) ||
      (one.tier ?? 3) - (other.tier ?? 3) ||
      (one.vendor < other.vendor ? -1 : Number(one.vendor > other.vendor)),
  )
}

function order({ category }: VendorResult): number {
  return gravestFirst.indexOf(category)
}

import type { Section } from '../check/index.ts'
import type { ThreatOpinion } from './source.ts'
import type { ThreatValue, ThreatVerdict } from './value.ts'
import { type VendorTier, vendorTier } from './vendor.ts'
import { isAnswered, toldVerdict } from './verdict.ts'
import { keylessNote, smartVerdict, threatIndicators, vendorInterpretation } from './words.ts'

/** How one vendor's opinion is called; VirusTotal's words where they fit. `unknown`: could not be asked. */
export type VendorCategory = 'malicious' | 'suspicious' | 'policy' | 'harmless' | 'unknown'

export interface VendorResult {
  vendor: string
  category: VendorCategory
  tier: VendorTier
  /** What it says, about whom: "blocks example.com". */
  detail: string
}

/** The specification's threat part of a scan result, with our additions. */
export interface ThreatReply {
  /**
   * Why there are no results: `rate_limit_exceeded`, `not_configured` (no source is set up on this server) or
   * `unavailable` (nobody answered). Null when there are some.
   */
  error: 'rate_limit_exceeded' | 'not_configured' | 'unavailable' | null
  /** Null also where results stand beside it: too few answered, or about too little, to call the domain clean. */
  overall_verdict: ThreatVerdict | null
  threat_indicators: readonly string[]
  domain: {
    /** From Pro on. */
    smart_verdict?: string
    /** From Pro on. */
    vendor_interpretation?: string
    vendor_results: readonly VendorResult[]
  } | null
  /** Who was asked, disclosed by name. */
  sources: readonly string[]
  /** Who gave the results when VirusTotal was not among them; null where there are none. */
  note: string | null
  /** Sources that answered about everything they were asked. */
  sources_answered: number
}

/**
 * The threat part of the reply. `smart`: the plan has smart interpretation; without it the words of interpretation are
 * left out, the verdict is the same.
 */
export function presentThreat(section: Section<ThreatValue>, { smart }: { smart: boolean }): ThreatReply {
  if (!section.ran) return without(section.reason === 'rate-limited' ? 'rate_limit_exceeded' : 'unavailable')
  const { value, gaps } = section
  if (value.sources.length === 0) return without('not_configured')
  const verdict = smartVerdict(value, gaps)
  const interpretation = vendorInterpretation(value)
  const silent = new Set(value.opinions.filter(({ says }) => says === 'unknown').map(({ source }) => source))
  const asked = new Set(value.opinions.map(({ source }) => source))
  return {
    error: isAnswered(value.opinions) ? null : 'unavailable',
    overall_verdict: toldVerdict(value, gaps),
    threat_indicators: threatIndicators(value),
    domain: {
      ...(smart && verdict !== null && { smart_verdict: verdict }),
      ...(smart && interpretation !== null && { vendor_interpretation: interpretation }),
      vendor_results: vendorResults(value.opinions),
    },
    sources: value.sources,
    note: value.opinions.some(({ basis }) => basis === 'engine') ? null : keylessNote(value.sources),
    sources_answered: asked.size - silent.size,
  }
}

function without(error: NonNullable<ThreatReply['error']>): ThreatReply {
  return {
    error,
    overall_verdict: null,
    threat_indicators: [],
    domain: null,
    sources: [],
    note: null,
    sources_answered: 0,
  }
}

const categories: { readonly [S in ThreatOpinion['says']]: VendorCategory } = {
  hit: 'malicious',
  weak: 'suspicious',
  policy: 'policy',
  clean: 'harmless',
  unknown: 'unknown',
}

const gravestFirst: readonly VendorCategory[] = ['malicious', 'suspicious', 'policy', 'unknown', 'harmless']

/**
 * One row for each vendor, by the gravest of its opinions: who kept silent about a part is not told as harmless. The
 * gravest stand first, then the better known, then by name.
 */
export function vendorResults(opinions: readonly ThreatOpinion[]): readonly VendorResult[] {
  const rows = new Map<string, VendorResult>()
  for (const { vendor, says, reason } of opinions) {
    const row = { vendor, category: categories[says], tier: vendorTier(vendor), detail: reason }
    const known = rows.get(vendor)
    if (known === undefined || order(row) < order(known)) rows.set(vendor, row)
  }
  return [...rows.values()].toSorted(
    (one, other) =>
      order(one) - order(other) ||
      one.tier - other.tier ||
      (one.vendor < other.vendor ? -1 : Number(one.vendor > other.vendor)),
  )
}

function order({ category }: VendorResult): number {
  return gravestFirst.indexOf(category)
}

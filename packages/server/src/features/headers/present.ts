import type { HeaderAnalysisReply } from '@waxseal/contract'
import { rank, type Tier } from '@waxseal/core/plan'
import type { AnalysisRow } from './store.ts'

type Reputation = HeaderAnalysisReply['vt_results']

/**
 * A stored analysis in wire form.
 *
 * @param reader the plan of who reads it now, which decides about smart interpretation. The plan may have changed since
 * the analysis.
 */
export function present(
  { id, createdAt, expiresAt, raw, threatScore, document }: AnalysisRow,
  { newSelectors, reader }: { newSelectors: HeaderAnalysisReply['new_selectors']; reader: Tier },
): HeaderAnalysisReply {
  const { passed_keys: _, ...rest } = document
  return {
    ...rest,
    id,
    created_at: createdAt.toISOString(),
    expires_at: expiresAt.toISOString(),
    threat_score: threatScore,
    raw_headers: raw,
    new_selectors: newSelectors,
    vt_results: readable(rest.vt_results, reader),
  }
}

/** A stored row, as JSON, with what the plan of its reader includes. */
export function asReadBy(row: string, reader: Tier): string {
  const analysis = JSON.parse(row) as { document: AnalysisRow['document'] }
  const { document } = analysis
  return JSON.stringify({ ...analysis, document: { ...document, vt_results: readable(document.vt_results, reader) } })
}

function readable(reputation: Reputation, reader: Tier): Reputation {
  return rank(reader) >= rank('pro') ? reputation : uninterpreted(reputation)
}

/** A reputation without its interpretation. The verdict is the same. */
function uninterpreted(reputation: Reputation): Reputation {
  const { ips, domains } = reputation
  return { ...reputation, ips: plain(ips), domains: plain(domains) }
}

function plain<E extends Reputation['ips'][string] | Reputation['domains'][string]>(entries: Record<string, E>) {
  return Object.fromEntries(
    Object.entries(entries).map(([subject, entry]) => {
      const { smart_verdict: _, vendor_interpretation: __, ...rest } = entry
      return [subject, rest]
    }),
  )
}

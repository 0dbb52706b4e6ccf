import type { HeaderAnalysisReply } from '@waxseal/contract'
import { rank, type Tier } from '@waxseal/core/plan'
import { withoutInterpretation } from '@waxseal/core/threat'
import type { AnalysisRow } from './store.ts'

/**
 * A stored analysis in wire form.
 *
 * @param reader the plan of who reads it now, which decides about smart interpretation. The plan may have changed since
 * the analysis.
 */
export function present(
  { id, createdAt, expiresAt, raw, cutFrom, threatScore, document }: AnalysisRow,
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
    raw_headers_cut_from: cutFrom,
    new_selectors: newSelectors,
    vt_results: rank(reader) >= rank('pro') ? rest.vt_results : withoutInterpretation(rest.vt_results),
  }
}

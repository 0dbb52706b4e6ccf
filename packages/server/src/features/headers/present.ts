import type { HeaderAnalysisReply } from '@waxseal/contract'
import type { AnalysisRow } from './store.ts'

/** A stored analysis in wire form. */
export function present(
  { id, createdAt, expiresAt, raw, threatScore, document }: AnalysisRow,
  newSelectors: HeaderAnalysisReply['new_selectors'],
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
  }
}

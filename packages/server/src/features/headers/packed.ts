import { packBody } from '../../db/header-body.ts'
import type { AnalysisRow } from './store.ts'

/** An analysis as its table has it. Its texts must be storable (`documentOf`). */
export async function packed<Row extends Omit<AnalysisRow, 'id'>>({ raw, cutFrom, document, ...row }: Row) {
  const fromDomain = document.alignment.from_domain?.toLowerCase() ?? null
  return { ...row, fromDomain, body: await packBody({ raw, cutFrom, document }) }
}

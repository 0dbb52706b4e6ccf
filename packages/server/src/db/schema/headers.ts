import { randomUUID } from 'node:crypto'
import type { HeaderAnalysisReply } from '@waxseal/contract'
import { index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { bytes, moment } from './columns.ts'
import { author, ofWorkspace } from './workspace.ts'

/** What is stored of an analysis beside its raw headers: the reply, without what has a column or changes later. */
export type HeaderDocument = Omit<
  HeaderAnalysisReply,
  'id' | 'created_at' | 'expires_at' | 'threat_score' | 'raw_headers' | 'raw_headers_cut_from' | 'new_selectors'
> & {
  /** The domains and selectors of the DKIM signatures that passed. Which of them are new changes with the domains. */
  passed_keys: { domain: string; selector: string }[]
}

/** An analysis of a pasted header. It contains personal data, so it has an end. */
export const headerAnalysis = pgTable(
  'header_analysis',
  {
    id: uuid().primaryKey().$defaultFn(randomUUID),
    workspaceId: ofWorkspace(),
    createdAt: moment().notNull(),
    createdBy: author(),
    /** From then on it is not shown, and is deleted. */
    expiresAt: moment().notNull(),
    subject: text(),
    from: text(),
    /** The domain of From, in lower case. */
    fromDomain: text(),
    threatScore: integer().notNull(),
    /** The pasted text and the document (`db/header-body.ts`), compressed. */
    body: bytes().notNull(),
  },
  table => [
    index('header_analysis_of_workspace').on(table.workspaceId, table.createdAt.desc().nullsFirst()),
    index('header_analysis_expired').on(table.expiresAt),
  ],
)

import { randomUUID } from 'node:crypto'
import type { HeaderAnalysisReply } from '@waxseal/contract'
import { index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { moment } from './columns.ts'
import { author, ofWorkspace } from './workspace.ts'

/** What is stored of an analysis beside its raw headers: the reply, without what has a column or changes later. */
type HeaderDocument = Omit<
  HeaderAnalysisReply,
  'id' | 'created_at' | 'expires_at' | 'threat_score' | 'raw_headers' | 'new_selectors'
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
    /** As pasted, but for what PostgreSQL cannot store: NUL and lone surrogates are U+FFFD. */
    raw: text().notNull(),
    subject: text(),
    from: text(),
    threatScore: integer().notNull(),
    document: jsonb().$type<HeaderDocument>().notNull(),
  },
  table => [
    index('header_analysis_of_workspace').on(table.workspaceId, table.createdAt.desc().nullsFirst()),
    index('header_analysis_expired').on(table.expiresAt),
  ],
)

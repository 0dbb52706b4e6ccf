import type { FindingId } from '@waxseal/core/health'
import { index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { moment } from './columns.ts'
import { domain } from './domain.ts'
import { ofWorkspace } from './workspace.ts'

const ofDomain = () =>
  uuid()
    .notNull()
    .references(() => domain.id, { onDelete: 'cascade' })

/**
 * The findings of the newest scan of each domain, so that a question about all domains reads an index and no document.
 * Words, severity and clause hang on the id; evidence and facts are in the document.
 */
export const finding = pgTable(
  'finding',
  {
    workspaceId: ofWorkspace(),
    domainId: ofDomain(),
    id: text().$type<FindingId>().notNull(),
    /** The host, list, selector or address the finding is about; empty: the domain itself. */
    subject: text().notNull(),
    /** What it costs in that scan's score, 0 or less. */
    points: integer().notNull(),
    /** When the first scan finished that has it without a break. */
    since: moment().notNull(),
  },
  table => [
    primaryKey({ columns: [table.domainId, table.id, table.subject] }),
    index('finding_of_workspace').on(table.workspaceId, table.id, table.domainId),
  ],
)

/** The hosts that the newest records of each domain name: mail exchangers, and SPF includes at every depth. */
export const domainHost = pgTable(
  'domain_host',
  {
    workspaceId: ofWorkspace(),
    domainId: ofDomain(),
    kind: text({ enum: ['mx', 'spf'] }).notNull(),
    /** As A-labels, lower case. */
    host: text().notNull(),
  },
  table => [
    primaryKey({ columns: [table.domainId, table.kind, table.host] }),
    index('domain_host_of_workspace').on(table.workspaceId, table.host, table.domainId),
  ],
)

/** Which scan the two tables above know of a domain. A domain without a row, or with an older one, is filled again. */
export const findingSource = pgTable('finding_source', {
  domainId: uuid()
    .primaryKey()
    .references(() => domain.id, { onDelete: 'cascade' }),
  /** When that scan finished. */
  finishedAt: moment().notNull(),
})

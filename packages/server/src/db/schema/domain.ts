import { randomUUID } from 'node:crypto'
import type { KnownCertificate } from '@waxseal/core/alert'
import type { Badge, WorstFinding } from '@waxseal/core/health'
import { scanSchedules } from '@waxseal/core/plan'
import type { UnseenChange } from '@waxseal/core/watch'
import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core'
import { moment } from './columns.ts'
import { author, ofWorkspace } from './workspace.ts'

/**
 * The badges of the report that the list shows besides SPF and DMARC, the worst finding, and whether the scan left something
 * unasked or unanswered; absent where the last scan is older than that.
 */
export type ListBadges = Readonly<Record<'mx' | 'dkim' | 'blacklists' | 'relay', Badge>> & {
  readonly worst?: WorstFinding | null
  readonly partly?: boolean
}

/** A domain that a workspace watches, with the summary of its last scan, so that lists need no documents. */
export const domain = pgTable(
  'domain',
  {
    id: uuid().primaryKey().$defaultFn(randomUUID),
    workspaceId: ofWorkspace(),
    /** As A-labels, lower case. */
    name: text().notNull(),
    createdAt: moment().notNull(),
    lastScanAt: moment(),
    /** The last known score, 0 to 100, which may be older than the last scan. */
    score: integer(),
    /** The time of that score. */
    scoredAt: moment(),
    /** The lines of the score's breakdown, worst first. */
    issues: jsonb().$type<readonly string[]>().notNull().default([]),
    mxCount: integer(),
    blacklistCount: integer(),
    authStatus: text({ enum: ['pass', 'partial', 'fail', 'unknown'] })
      .notNull()
      .default('unknown'),
    /** The words of the report's SPF and DMARC badge; null: the last scan is older than this column. */
    authText: text(),
    /** Other badges of the report of the last scan, for the list; null: it is older than this column. */
    badges: jsonb().$type<ListBadges>(),
    relayTestResult: text({ enum: ['open', 'closed', 'unknown'] }),
    /** The last scan has no score. */
    scoreIsOld: boolean().notNull().default(false),
    /** Its tags, in order. */
    tags: jsonb().$type<readonly string[]>().notNull().default([]),
    /** Who changed the tags last. */
    tagsAuthor: author(),
    /** How often it is scanned without a person. */
    scanSchedule: text({ enum: scanSchedules }).notNull().default('none'),
    /** When the next such scan is due; null: none. */
    nextScanAt: moment(),
    /** What monitoring saw change since, until a scan has seen it too. */
    unseenChanges: jsonb().$type<readonly UnseenChange[]>().notNull().default([]),
    /** When a scan because of these starts by itself; null: none waits. */
    ownScanDueAt: moment(),
    /** The certificates that senders check, as the last scan or look that saw them knew them. */
    certificates: jsonb().$type<readonly KnownCertificate[]>().notNull().default([]),
    /** When monitoring looks at them again; null: there is none to look at. */
    certificateDueAt: moment(),
    /** When the last scan started by itself. */
    ownScanAt: moment(),
  },
  table => [
    unique('domain_once_per_workspace').on(table.workspaceId, table.name),
    // Which ones a plan has room for.
    index('domain_by_age').on(table.workspaceId, table.createdAt, table.id),
    // The bands of the dashboard, and its lowest scores.
    index('domain_by_score').on(table.workspaceId, table.score, table.name),
    // Those that were never scanned.
    index('domain_unscanned').on(table.workspaceId).where(sql`${table.lastScanAt} is null`),
    index('domain_due_for_scan').on(table.nextScanAt).where(sql`${table.nextScanAt} is not null`),
    index('domain_due_for_own_scan').on(table.ownScanDueAt).where(sql`${table.ownScanDueAt} is not null`),
    index('domain_due_for_certificate').on(table.certificateDueAt).where(sql`${table.certificateDueAt} is not null`),
    // Those that a dashboard names.
    index('domain_changed').on(table.workspaceId).where(sql`${table.unseenChanges} <> '[]'::jsonb`),
  ],
)

/**
 * DKIM selectors that every scan of a domain queries: those that people added, and those with a working key in a scan.
 */
export const dkimSelector = pgTable(
  'dkim_selector',
  {
    domainId: uuid()
      .notNull()
      .references(() => domain.id, { onDelete: 'cascade' }),
    selector: text().notNull(),
    source: text({ enum: ['user', 'confirmed'] }).notNull(),
    /** When it was added; for a confirmed one, when a scan last found its key. */
    addedAt: moment().notNull(),
    author: author(),
  },
  table => [primaryKey({ columns: [table.domainId, table.selector] })],
)

import type { CheckId } from '@waxseal/core/check'
import type { FindingId } from '@waxseal/core/health'
import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
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
    /** What the domain's score regains when all its findings with this id are resolved, 0 or more. */
    regains: integer().notNull().default(0),
    /** The score of that scan; null: it has none. */
    score: integer(),
    /** When the first scan finished that has it without a break. */
    since: moment().notNull(),
    /**
     * From when it counts among the issues of the workspace: the epoch, or the end of a decision about it. null: never, as
     * long as it is accepted or muted without an end.
     */
    countsFrom: moment(),
    /** Of the findings of a domain with one id, one counts the domain: the one that counts first. */
    countsDomain: boolean().notNull().default(false),
  },
  table => [
    primaryKey({ columns: [table.domainId, table.id, table.subject] }),
    index('finding_of_workspace').on(table.workspaceId, table.id, table.domainId),
    // Where resolving a finding regains most, and of these the lowest scores.
    index('finding_worst')
      .on(
        table.workspaceId,
        table.id,
        table.regains.desc().nullsFirst(),
        table.score.asc().nullsFirst(),
        table.domainId,
      )
      .where(sql`${table.countsDomain}`),
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

/**
 * What `finding` and `finding_source` add up to in each workspace. Triggers of these two tables keep it, so that also a
 * cascading deletion counts (`docs/decisions/0067-kept-counts.md`); no code of ours writes it.
 */
export const findingCount = pgTable(
  'finding_count',
  {
    workspaceId: ofWorkspace(),
    /** `scanned` counts the domains whose findings are stored, `unchecked` those where a check could not be made. */
    kind: text({ enum: ['finding', 'unchecked', 'scanned'] }).notNull(),
    /** The finding or the check; empty for `scanned`. */
    id: text().notNull(),
    /** From when it counts. */
    countsFrom: moment().notNull(),
    domains: integer().notNull(),
    /** What their scores regain without it, 0 or more; 0 for a check. */
    points: integer().notNull(),
  },
  table => [primaryKey({ columns: [table.workspaceId, table.kind, table.id, table.countsFrom] })],
)

/** Which scan the tables above know of a domain. A domain without a row, or with an older one, is filled again. */
export const findingSource = pgTable(
  'finding_source',
  {
    domainId: uuid()
      .primaryKey()
      .references(() => domain.id, { onDelete: 'cascade' }),
    workspaceId: ofWorkspace(),
    /** When that scan finished. */
    finishedAt: moment().notNull(),
    /** The checks that this scan could not make. */
    unchecked: jsonb().$type<readonly CheckId[]>().notNull().default([]),
    /** What the analyst needs of that scan (`features/scans/kept-facts.ts`), as JSON; null: it is read from the document. */
    facts: text(),
    /** The program that made `facts`: another one words findings in another way. */
    factsBy: text(),
  },
  table => [index('finding_source_of_workspace').on(table.workspaceId)],
)

import { randomUUID } from 'node:crypto'
import type { ScanProgress } from '@waxseal/contract'
import type { CheckId } from '@waxseal/core/check'
import { tiers } from '@waxseal/core/plan'
import type { UnseenChange } from '@waxseal/core/watch'
import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, real, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { bytes, moment } from './columns.ts'
import { domain } from './domain.ts'
import { ofWorkspace } from './workspace.ts'

const ownedByDomain = () =>
  uuid()
    .notNull()
    .references(() => domain.id, { onDelete: 'cascade' })

/**
 * One run of a scan, from the click to its end. A run is `queued`, then `running` with a lease that its worker renews.
 * An expired lease means that the worker died, and another one resumes the run. At most one run of a domain is open.
 */
export const scanRun = pgTable(
  'scan_run',
  {
    id: uuid().primaryKey().$defaultFn(randomUUID),
    domainId: ownedByDomain(),
    workspaceId: ofWorkspace(),
    tier: text({ enum: tiers }).notNull(),
    state: text({ enum: ['queued', 'running', 'done', 'failed'] }).notNull(),
    /** The month (`2026-11`) whose counter this run increased, unless `ownFor`; decreased again when the run fails. */
    period: text().notNull(),
    /** The day (`2026-11-20`) whose counter of threat lookups this run increased; null if it increased none. */
    threatDay: text(),
    requestedAt: moment().notNull(),
    startedAt: moment(),
    finishedAt: moment(),
    /** Until when the worker's claim is valid; null while queued and after the end. */
    leaseUntil: moment(),
    /** The claim that holds the lease: a worker that lost it may no longer write. */
    claim: uuid(),
    /** The number of times that the run was started. */
    attempts: integer().notNull().default(0),
    progress: jsonb().$type<ScanProgress>(),
    /** The changes because of which it started by itself; null: a person, a key or a schedule started it. */
    ownFor: jsonb().$type<readonly UnseenChange[]>(),
    /** Somebody waits for it: these come before those that a schedule or a change started. */
    urgent: boolean().notNull().default(true),
    /** The registered domain of its name: one run of each at a time. Empty: of a run from before this was stored. */
    site: text().notNull().default(''),
    /** It takes the DNS answers of another scan of its name, and is counted nowhere. */
    sharesAnswers: boolean().notNull().default(false),
  },
  table => [
    uniqueIndex('scan_run_one_open').on(table.domainId).where(sql`${table.state} in ('queued', 'running')`),
    index('scan_run_lapsed').on(table.leaseUntil).where(sql`${table.state} = 'running'`),
    index('scan_run_waiting').on(table.requestedAt).where(sql`${table.state} = 'queued'`),
    index('scan_run_finished').on(table.finishedAt),
    index('scan_run_of_workspace').on(table.workspaceId),
    index('scan_run_of_domain').on(table.domainId, table.requestedAt.desc().nullsFirst()),
  ],
)

/** The summary of a finished scan, kept for 24 months. */
export const scan = pgTable(
  'scan',
  {
    id: uuid().primaryKey().$defaultFn(randomUUID),
    domainId: ownedByDomain(),
    workspaceId: ofWorkspace(),
    /** Its run: one scan per run, even when two workers finish it. */
    runId: uuid().notNull().unique('scan_of_run'),
    startedAt: moment().notNull(),
    finishedAt: moment().notNull(),
    score: integer(),
    /** 0 to 1. */
    coverage: real().notNull(),
    model: integer().notNull(),
    catalogue: text().notNull(),
    tier: text({ enum: tiers }).notNull(),
    unchecked: jsonb().$type<readonly CheckId[]>().notNull(),
    /** The identity of each finding (`identityKey`); of scans before version 4 of the document, its id alone. */
    findings: jsonb().$type<readonly string[]>().notNull(),
    /** The score of the scan it was compared with; null: none, not scored, or not comparable. */
    scoreBefore: integer(),
    /** The number of findings that were fixed, and that are new, since that scan. */
    fixed: integer().notNull().default(0),
    added: integer().notNull().default(0),
  },
  table => [
    index('scan_of_domain').on(table.domainId, table.finishedAt.desc().nullsFirst(), table.id.desc().nullsFirst()),
    index('scan_of_workspace').on(
      table.workspaceId,
      table.finishedAt.desc().nullsFirst(),
      table.id.desc().nullsFirst(),
    ),
    index('scan_finished').on(table.finishedAt),
  ],
)

/** The whole result of a scan, compressed; the newest 30 of each domain. */
export const scanDocument = pgTable(
  'scan_document',
  {
    scanId: uuid()
      .primaryKey()
      .references(() => scan.id, { onDelete: 'cascade' }),
    domainId: ownedByDomain(),
    finishedAt: moment().notNull(),
    /** The version of the document's shape; older ones are upgraded when read. */
    version: integer().notNull(),
    body: bytes().notNull(),
  },
  table => [
    index('scan_document_of_domain').on(
      table.domainId,
      table.finishedAt.desc().nullsFirst(),
      table.scanId.desc().nullsFirst(),
    ),
  ],
)

import { randomUUID } from 'node:crypto'
import type { JsonValue, Severity, WatchMemory } from '@waxseal/core/watch'
import { index, integer, jsonb, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import { moment } from './columns.ts'
import { domain } from './domain.ts'
import { ofWorkspace } from './workspace.ts'

/** How the DNS of a domain is watched: one row for each domain, made with it. */
export const watch = pgTable(
  'watch',
  {
    domainId: uuid()
      .primaryKey()
      .references(() => domain.id, { onDelete: 'cascade' }),
    workspaceId: ofWorkspace(),
    /** When the next check is due. During a check: when another process may take it over. */
    nextCheckAt: moment().notNull(),
    /** The newest check that found something out. */
    checkedAt: moment(),
    /** What the next check is compared with; null: none yet. */
    memory: jsonb().$type<WatchMemory>(),
    /** The checks in a row that found nothing out. */
    failures: integer().notNull().default(0),
  },
  table => [index('watch_due').on(table.nextCheckAt), index('watch_of_workspace').on(table.workspaceId)],
)

/** A change of a watched record that a check found; kept for a year, and shown for as long as the plan says. */
export const dnsChange = pgTable(
  'dns_change',
  {
    id: uuid().primaryKey().$defaultFn(randomUUID),
    workspaceId: ofWorkspace(),
    domainId: uuid()
      .notNull()
      .references(() => domain.id, { onDelete: 'cascade' }),
    /** As `mx_modified`. */
    changeType: text().notNull(),
    severity: text().$type<Severity>().notNull(),
    description: text().notNull(),
    oldValue: jsonb().$type<JsonValue>(),
    newValue: jsonb().$type<JsonValue>(),
    /** The watched part, as `dkim google`. */
    part: text().notNull(),
    /** The same when the same change is found again: it is stored once. */
    fingerprint: text().notNull(),
    /** The time of the check that found it. */
    foundAt: moment().notNull(),
  },
  table => [
    unique('dns_change_once').on(table.domainId, table.fingerprint),
    index('dns_change_of_workspace').on(
      table.workspaceId,
      table.foundAt.desc().nullsFirst(),
      table.id.desc().nullsFirst(),
    ),
    index('dns_change_of_domain').on(table.domainId, table.foundAt.desc().nullsFirst(), table.id.desc().nullsFirst()),
    index('dns_change_found').on(table.foundAt),
  ],
)

import { randomUUID } from 'node:crypto'
import { index, integer, jsonb, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core'
import { moment } from './columns.ts'
import { author, ofWorkspace } from './workspace.ts'

/** A range of addresses whose blocklist entries a workspace watches. */
export const watchedRange = pgTable(
  'watched_range',
  {
    id: uuid().primaryKey().$defaultFn(randomUUID),
    workspaceId: ofWorkspace(),
    /** Canonical, as `192.0.2.0/28`. */
    range: text().notNull(),
    /** The number of its addresses. */
    size: integer().notNull(),
    addedAt: moment().notNull(),
    author: author(),
  },
  table => [unique('watched_range_once').on(table.workspaceId, table.range)],
)

/** An entry of a watched address in a blocklist. */
interface WatchedListing {
  /** The list's id and name. */
  list: string
  name: string
  /** ISO 8601 of the first check that found it. */
  since: string
}

/** Each address of a watched range, with what the last check found. */
export const watchedAddress = pgTable(
  'watched_address',
  {
    workspaceId: ofWorkspace(),
    rangeId: uuid()
      .notNull()
      .references(() => watchedRange.id, { onDelete: 'cascade' }),
    address: text().notNull(),
    /** When it is due. During a check: when another process may take it over. */
    nextCheckAt: moment().notNull(),
    checkedAt: moment(),
    /** In the order of the catalogue. A list that gave no verdict keeps its entry. */
    listings: jsonb().$type<readonly WatchedListing[]>().notNull().default([]),
    /** The number of lists that gave no verdict. */
    unchecked: integer().notNull().default(0),
  },
  table => [
    primaryKey({ columns: [table.rangeId, table.address] }),
    index('watched_address_due').on(table.nextCheckAt),
    index('watched_address_of_workspace').on(table.workspaceId),
  ],
)

import { randomUUID } from 'node:crypto'
import { boolean, integer, jsonb, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core'
import { moment } from './columns.ts'
import { author, ofWorkspace } from './workspace.ts'

/** A domain a workspace watches, with the summary of its last scan so that lists never open the documents. */
export const domain = pgTable(
  'domain',
  {
    id: uuid().primaryKey().$defaultFn(randomUUID),
    workspaceId: ofWorkspace(),
    /** As A-labels, lower case. */
    name: text().notNull(),
    createdAt: moment().notNull(),
    lastScanAt: moment(),
    /** The last score known, 0 to 100, which need not be of the last scan. */
    score: integer(),
    /** When that score was given. */
    scoredAt: moment(),
    /** The lines of the breakdown that belongs to the score, worst first. */
    issues: jsonb().$type<readonly string[]>().notNull().default([]),
    mxCount: integer(),
    blacklistCount: integer(),
    authStatus: text({ enum: ['pass', 'partial', 'fail', 'unknown'] })
      .notNull()
      .default('unknown'),
    relayTestResult: text({ enum: ['open', 'closed', 'unknown'] }),
    /** The last scan gave no score. */
    scoreIsOld: boolean().notNull().default(false),
    /** The words people put on it, in their order. */
    tags: jsonb().$type<readonly string[]>().notNull().default([]),
    /** Who changed the tags last. */
    tagsAuthor: author(),
  },
  table => [unique('domain_once_per_workspace').on(table.workspaceId, table.name)],
)

/** DKIM selectors every scan of a domain asks for: those people typed, and those a scan found a working key at. */
export const dkimSelector = pgTable(
  'dkim_selector',
  {
    domainId: uuid()
      .notNull()
      .references(() => domain.id, { onDelete: 'cascade' }),
    selector: text().notNull(),
    source: text({ enum: ['user', 'confirmed'] }).notNull(),
    /** When it was typed; of a confirmed one, when a scan last found its key. */
    addedAt: moment().notNull(),
    author: author(),
  },
  table => [primaryKey({ columns: [table.domainId, table.selector] })],
)

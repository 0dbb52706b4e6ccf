import { randomUUID } from 'node:crypto'
import type { KeyScope } from '@waxseal/core/plan'
import { foreignKey, index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { moment } from './columns.ts'
import { member, ofWorkspace } from './workspace.ts'

/** A secret with which a program calls the API for a workspace. Only its hash is here. */
export const apiKey = pgTable(
  'api_key',
  {
    id: uuid().primaryKey().$defaultFn(randomUUID),
    workspaceId: ofWorkspace(),
    name: text().notNull(),
    /** SHA-256 of the key, in hex. */
    keyHash: text().notNull().unique(),
    /** Its first characters, to recognize it. */
    startsWith: text().notNull(),
    /** With those that they include, the least first. */
    scopes: jsonb().$type<readonly KeyScope[]>().notNull(),
    createdBy: uuid().notNull(),
    createdAt: moment().notNull(),
    /** Null: no expiry. */
    expiresAt: moment(),
    /** Written at most once a minute; null: never used. */
    lastUsedAt: moment(),
    /** It stops working then; the row goes some days later. */
    revokedAt: moment(),
  },
  table => [
    // A former member may still have the keys that they created.
    foreignKey({
      name: 'api_key_of_member',
      columns: [table.workspaceId, table.createdBy],
      foreignColumns: [member.workspaceId, member.personId],
    }).onDelete('cascade'),
    index('api_key_of_creator').on(table.workspaceId, table.createdBy),
    index('api_key_revoked').on(table.revokedAt),
  ],
)

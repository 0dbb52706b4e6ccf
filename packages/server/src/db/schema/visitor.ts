import { index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { bytes, moment } from './columns.ts'

/**
 * A link to the report of a check that a visitor made without an account. It belongs to no workspace, and has nothing of
 * the visitor. Its token is only in the link.
 */
export const visitorLink = pgTable(
  'visitor_link',
  {
    /** SHA-256 of the token, in hex. */
    tokenHash: text().primaryKey(),
    createdAt: moment().notNull(),
    expiresAt: moment().notNull(),
    /** The document of the scan, as `scan_document` has it. */
    version: integer().notNull(),
    body: bytes().notNull(),
  },
  table => [index('visitor_link_expired').on(table.expiresAt)],
)

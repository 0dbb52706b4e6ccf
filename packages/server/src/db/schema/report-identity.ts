import { integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { bytes, moment } from './columns.ts'
import { author, workspace } from './workspace.ts'

/** The name and the logo of a workspace on its reports. */
export const reportIdentity = pgTable('report_identity', {
  workspaceId: uuid()
    .primaryKey()
    .references(() => workspace.id, { onDelete: 'cascade' }),
  /** Empty: none. */
  name: text().notNull(),
  /** The picture alone, as `features/workspaces/logo.ts` wrote it; null, as the next three: none. */
  logo: bytes(),
  logoType: text({ enum: ['image/png', 'image/jpeg'] }),
  /** Pixels. */
  logoWidth: integer(),
  logoHeight: integer(),
  changedAt: moment().notNull(),
  author: author(),
})

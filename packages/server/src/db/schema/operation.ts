import { jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { moment } from './columns.ts'

/**
 * When something of this installation last happened: `backup`, `clock` (the last time that was believed, `clock-watch.ts`),
 * and `process <id>` for each process that runs.
 */
export const operation = pgTable('operation', {
  key: text().primaryKey(),
  at: moment().notNull(),
  detail: jsonb().$type<object>().notNull(),
})

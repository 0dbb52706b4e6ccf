import type { DmarcSettings } from '@waxseal/core/dmarc'
import type { SpfSettings } from '@waxseal/core/spf'
import { jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { moment } from './columns.ts'
import { domain } from './domain.ts'
import { author } from './workspace.ts'

/** The SPF record that the builder last made for a domain, and its settings. */
export const generatedSpf = pgTable('generated_spf', {
  domainId: uuid()
    .primaryKey()
    .references(() => domain.id, { onDelete: 'cascade' }),
  /** The settings of that time: later added settings are missing. */
  settings: jsonb().$type<SpfSettings>().notNull(),
  record: text().notNull(),
  generatedAt: moment().notNull(),
  author: author(),
})

/** The same for DMARC. */
export const generatedDmarc = pgTable('generated_dmarc', {
  domainId: uuid()
    .primaryKey()
    .references(() => domain.id, { onDelete: 'cascade' }),
  settings: jsonb().$type<DmarcSettings>().notNull(),
  record: text().notNull(),
  generatedAt: moment().notNull(),
  author: author(),
})

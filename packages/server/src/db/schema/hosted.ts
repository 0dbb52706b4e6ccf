import { randomUUID } from 'node:crypto'
import type { HostedMemory } from '@waxseal/core/spf'
import { sql } from 'drizzle-orm'
import { bigint, boolean, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { moment } from './columns.ts'
import { domain } from './domain.ts'
import { author, workspace } from './workspace.ts'

/** The hosted zone: one row, made with its first record. */
export const hostedZone = pgTable('hosted_zone', {
  /** Always 1. */
  id: integer().primaryKey().default(1),
  /** The apex. It never changes while records are hosted below it. */
  name: text().notNull(),
  /** Who publishes, as `powerdns http://10.0.0.5:8081`; null: not known yet. */
  publisher: text(),
  /** The value of the TXT record that proves the delegation. */
  nonce: text().notNull(),
  /** The number of the newest change. Each writer of a record has this row locked, so changes commit in their order. */
  change: bigint({ mode: 'number' }).notNull().default(0),
  /** The newest look-up that found the nonce; null: the newest one that had an answer found something else. */
  provedAt: moment(),
  checkedAt: moment(),
  /** Why the newest look-up did not find it. */
  problem: text(),
  /** Until when a process publishes to a provider, and when all records there were last compared with ours. */
  publishingUntil: moment(),
  comparedAt: moment(),
})

/** A TXT record of the hosted zone as it shall be. The name server and providers follow it. */
export const hostedRecord = pgTable(
  'hosted_record',
  {
    /** A-labels, at or below the apex. */
    name: text().primaryKey(),
    /** null: the record of the zone itself. */
    flatteningId: uuid().references(() => flattening.id),
    /** null: there shall be no record. */
    value: text(),
    ttl: integer().notNull(),
    change: bigint({ mode: 'number' }).notNull(),
    changedAt: moment().notNull(),
    /** When a part that no current record includes is removed; null: it is current. */
    removeAt: moment(),
    /** The change that the provider has; null: none, or our own name server answers. */
    publishedChange: bigint({ mode: 'number' }),
  },
  table => [
    index('hosted_record_change').on(table.change),
    index('hosted_record_remove').on(table.removeAt),
    // What a provider does not have yet. `hosted-zone/publishing.ts` asks with the same words.
    index('hosted_record_unpublished')
      .on(table.change)
      .where(sql`${table.publishedChange} is null or ${table.publishedChange} < ${table.change}`),
    index('hosted_record_of_flattening').on(table.flatteningId),
  ],
)

/** What the screen shows of a hosted record, made when it was flattened. */
interface FlatteningView {
  records: readonly { name: string; value: string }[]
  published: string
  publishedWithEnding: string
  includes: readonly string[]
  proof: {
    ipv4: number
    ipv6: number
    lookupsBefore: number
    lookupsAfter: number
    kept: readonly string[]
    empty: readonly string[]
    changes: readonly { range: string; before: string; after: string }[]
    more: number
  }
}

/**
 * A hosted SPF record. It outlives its domain and workspace, because mail depends on it: without a domain it is retired,
 * and hosted until the SPF record of the domain no longer includes it. The row stays, so its label is never given again.
 */
export const flattening = pgTable(
  'flattening',
  {
    id: uuid().primaryKey().$defaultFn(randomUUID),
    workspaceId: uuid().references(() => workspace.id, { onDelete: 'set null' }),
    /** null: retired. */
    domainId: uuid()
      .unique()
      .references(() => domain.id, { onDelete: 'set null' }),
    /** The name of the domain, as A-labels. */
    originalDomain: text().notNull(),
    originalRecord: text().notNull(),
    /** The first label of the hosted name. */
    label: text().notNull().unique(),
    /** null: a preview. */
    hostedName: text(),
    view: jsonb().$type<FlatteningView>().notNull(),
    memory: jsonb().$type<HostedMemory>().notNull(),
    /** Seconds, of the hosted records. */
    ttl: integer().notNull(),
    createdAt: moment().notNull(),
    author: author(),
    /** When the hosted records last changed. */
    changedAt: moment().notNull(),
    /** The newest check of the upstreams that succeeded. */
    checkedAt: moment(),
    /** When the next check is due. During a check: when another process may take it over. null: nothing is hosted any more. */
    nextCheckAt: moment(),
    /** Checks in a row that failed, and why the last one did. */
    failures: integer().notNull().default(0),
    problem: text(),
    /** Whether a look-up found the newest hosted record, and whether the record of the domain includes it; null: not known. */
    live: boolean().notNull().default(false),
    included: boolean(),
    /** The newest look-up at the domain that had an answer. */
    lookedAt: moment(),
    /** Since when it has no domain, or its domain does not include it although it is retired. */
    retiredAt: moment(),
    /** The owners know of the changes by upstreams until then: they get one mail a day at most. */
    changesToldAt: moment(),
    /** Whether the owner was informed that the plan has no room for it. */
    pausedTold: boolean().notNull().default(false),
  },
  table => [
    index('flattening_of_workspace').on(table.workspaceId),
    index('flattening_due').on(table.nextCheckAt),
    index('flattening_hosted_name').on(table.hostedName),
  ],
)

/** Each published state of a hosted record, with the difference from the one before. */
export const flatteningVersion = pgTable(
  'flattening_version',
  {
    id: uuid().primaryKey().$defaultFn(randomUUID),
    flatteningId: uuid()
      .notNull()
      .references(() => flattening.id, { onDelete: 'cascade' }),
    at: moment().notNull(),
    reason: text({ enum: ['created', 'edited', 'upstream', 'zone'] }).notNull(),
    originalRecord: text().notNull(),
    records: jsonb().$type<FlatteningView['records']>().notNull(),
    /** CIDR blocks. */
    added: jsonb().$type<readonly string[]>().notNull(),
    removed: jsonb().$type<readonly string[]>().notNull(),
  },
  table => [index('flattening_version_newest').on(table.flatteningId, table.at.desc().nullsFirst())],
)

import { randomUUID } from 'node:crypto'
import type { AlertMemory, AlertSeverity, AlertType, JsonValue } from '@waxseal/core/alert'
import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core'
import { moment } from './columns.ts'
import { domain } from './domain.ts'
import { outbox } from './outbox.ts'
import { ofWorkspace } from './workspace.ts'

/** Where alerts of a workspace go. A workspace without a row has the defaults of `features/alerts/settings-store.ts`. */
export const alertSettings = pgTable('alert_settings', {
  workspaceId: ofWorkspace().primaryKey(),
  emailAlerts: boolean().notNull(),
  /** In lower case; null: the address of the account. */
  email: text(),
  alertTypes: jsonb().$type<readonly AlertType[]>().notNull(),
  /** Signs what the workspace's own webhook gets. Encrypted (`Sealer` of `ports.ts`). */
  webhookSecret: text(),
  /** Counts the saves. */
  version: integer().notNull(),
})

/** A channel of a workspace: its webhook and how it is doing. A row appears with the first webhook or alert. */
export const alertChannel = pgTable(
  'alert_channel',
  {
    workspaceId: ofWorkspace(),
    kind: text({ enum: ['email', 'slack', 'teams', 'webhook'] }).notNull(),
    /** The URL, encrypted; null: none, as always for email. */
    target: text(),
    /** The last messages failed, the first of them then. */
    failingSince: moment(),
    pausedAt: moment(),
    /** Why it is paused, in the words of the other side. */
    pauseReason: text(),
    /** When the last message was put together. */
    lastMessageAt: moment(),
    /** When the next one is put together; null: no alert waits. */
    dueAt: moment(),
  },
  table => [primaryKey({ columns: [table.workspaceId, table.kind] }), index('alert_channel_due').on(table.dueAt)],
)

/** An address that alert mail was asked for, of one workspace. */
export const alertAddress = pgTable(
  'alert_address',
  {
    workspaceId: ofWorkspace(),
    email: text().notNull(),
    /** SHA-256 of the token of the newest confirmation link, in hex; null: none was sent. */
    tokenHash: text().unique(),
    expiresAt: moment(),
    confirmedAt: moment(),
    unsubscribedAt: moment(),
    /** In the link of every mail to it. All it can do is to stop these mails. */
    unsubscribeToken: uuid().notNull().unique().$defaultFn(randomUUID),
  },
  table => [primaryKey({ columns: [table.workspaceId, table.email] })],
)

/** What was raised, and what was resolved. */
export const alert = pgTable(
  'alert',
  {
    id: uuid().primaryKey().$defaultFn(randomUUID),
    workspaceId: ofWorkspace(),
    /** null: about a watched address, or about the alerts themselves. */
    domainId: uuid().references(() => domain.id, { onDelete: 'cascade' }),
    /** The domain, as A-labels, or what else it is about. */
    name: text().notNull(),
    type: text().$type<AlertType | 'limit'>().notNull(),
    state: text({ enum: ['raised', 'resolved'] }).notNull(),
    severity: text().$type<AlertSeverity>().notNull(),
    description: text().notNull(),
    oldValue: jsonb().$type<JsonValue>(),
    newValue: jsonb().$type<JsonValue>(),
    at: moment().notNull(),
    /** What caused it, so that the same cause raises it once. */
    cause: text().notNull(),
  },
  table => [
    unique('alert_once').on(table.workspaceId, table.cause),
    index('alert_of_workspace').on(table.workspaceId, table.at.desc().nullsFirst()),
    index('alert_of_domain').on(table.domainId),
    index('alert_at').on(table.at),
  ],
)

/** What is remembered of one problem between its alerts. */
export const alertMemory = pgTable(
  'alert_memory',
  {
    domainId: uuid()
      .notNull()
      .references(() => domain.id, { onDelete: 'cascade' }),
    /** The type and key of the problem. */
    key: text().notNull(),
    memory: jsonb().$type<AlertMemory>().notNull(),
  },
  table => [
    primaryKey({ columns: [table.domainId, table.key] }),
    index('alert_memory_resolved')
      .on(sql`(${table.memory}->>'raisedAt')`)
      .where(sql`${table.memory}->>'state' = 'resolved'`),
  ],
)

/** An alert that a channel is to tell, and the message that tells it. */
export const alertNotice = pgTable(
  'alert_notice',
  {
    alertId: uuid()
      .notNull()
      .references(() => alert.id, { onDelete: 'cascade' }),
    workspaceId: ofWorkspace(),
    channel: text({ enum: ['email', 'slack', 'teams', 'webhook'] }).notNull(),
    /** null: it waits for the next message. */
    outboxId: uuid().references(() => outbox.id, { onDelete: 'cascade' }),
  },
  table => [
    primaryKey({ columns: [table.alertId, table.channel] }),
    index('alert_notice_of_channel').on(table.workspaceId, table.channel, table.outboxId),
    index('alert_notice_of_message').on(table.outboxId),
  ],
)

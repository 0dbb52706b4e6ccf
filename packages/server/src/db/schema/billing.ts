import { randomUUID } from 'node:crypto'
import { billingPeriods, paidTiers, type ReleasedChange, subscriptionStatuses, tiers } from '@waxseal/core/plan'
import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, primaryKey, text, unique, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { moment } from './columns.ts'
import { author, ofWorkspace, workspace } from './workspace.ts'

const provider = () => text({ enum: ['test', 'stripe_test', 'stripe'] }).notNull()
const workspaceKey = () =>
  uuid()
    .primaryKey()
    .references(() => workspace.id, { onDelete: 'cascade' })

/** The customer that a workspace is at the payment provider. */
export const billingCustomer = pgTable(
  'billing_customer',
  {
    workspaceId: workspaceKey(),
    provider: provider(),
    /** The provider's id. */
    customerId: text().notNull(),
    createdAt: moment().notNull(),
    /** Until then one call changes the subscription, and others are refused. It is moved on while that call runs. */
    busyUntil: moment(),
    /** The call that has this turn. */
    busyBy: uuid(),
    /** A change at the end of the period that is taken back for the time of a page, or of another change. */
    released: jsonb().$type<ReleasedChange>(),
    /** When that change is scheduled again; null with none. */
    restoreAt: moment(),
    /** Counts what was read at the provider: what was read earlier never replaces what was read later. */
    readings: integer().notNull().default(0),
    /** The newest reading that is stored. */
    storedReading: integer().notNull().default(0),
    /** When the provider is asked again, whatever happens before. */
    nextSyncAt: moment().notNull(),
  },
  table => [
    unique('billing_customer_of_provider').on(table.provider, table.customerId),
    index('billing_customer_due').on(table.nextSyncAt),
    index('billing_customer_restore').on(table.restoreAt).where(sql`${table.restoreAt} is not null`),
  ],
)

/** The subscription of a workspace, as its provider had it at the last reading. */
export const subscription = pgTable('subscription', {
  workspaceId: workspaceKey(),
  provider: provider(),
  /** The provider's id. */
  subscriptionId: text().notNull(),
  plan: text({ enum: paidTiers }).notNull(),
  period: text({ enum: billingPeriods }).notNull(),
  status: text({ enum: subscriptionStatuses }).notNull(),
  currentPeriodEnd: moment().notNull(),
  pastDueSince: moment(),
  /** What earlier changes left over; it pays the next invoices first. */
  creditCents: integer().notNull().default(0),
  /** The change at the end of the period; all three or none. */
  scheduledPlan: text({ enum: tiers }),
  scheduledPeriod: text({ enum: billingPeriods }),
  scheduledAt: moment(),
})

/** Someone opened a page to buy a subscription, or to confirm its change. */
export const checkout = pgTable(
  'checkout',
  {
    /** In the URL that the page returns to. */
    id: uuid().primaryKey().$defaultFn(randomUUID),
    workspaceId: ofWorkspace(),
    author: author(),
    provider: provider(),
    kind: text({ enum: ['checkout', 'change'] }).notNull(),
    plan: text({ enum: paidTiers }).notNull(),
    period: text({ enum: billingPeriods }).notNull(),
    /** The provider's id of the page; null for a change at Stripe, whose page cannot be closed. */
    sessionId: text(),
    url: text().notNull(),
    state: text({ enum: ['open', 'complete', 'expired'] }).notNull(),
    createdAt: moment().notNull(),
    expiresAt: moment().notNull(),
  },
  table => [
    index('checkout_of_workspace').on(table.workspaceId, table.createdAt),
    uniqueIndex('checkout_open').on(table.workspaceId).where(sql`${table.state} = 'open'`),
  ],
)

/** Events of the provider that were handled. */
export const billingEvent = pgTable(
  'billing_event',
  {
    provider: provider(),
    eventId: text().notNull(),
    customerId: text().notNull(),
    seenAt: moment().notNull(),
  },
  table => [primaryKey({ columns: [table.provider, table.eventId] }), index('billing_event_age').on(table.seenAt)],
)

/** Money received. The law wants it kept for years, so it outlives its workspace, without naming it. */
export const payment = pgTable(
  'payment',
  {
    id: uuid().primaryKey().$defaultFn(randomUUID),
    workspaceId: uuid().references(() => workspace.id, { onDelete: 'set null' }),
    provider: provider(),
    /** The provider's id. */
    paymentId: text().notNull(),
    amountCents: integer().notNull(),
    currency: text().notNull(),
    plan: text({ enum: paidTiers }).notNull(),
    period: text({ enum: billingPeriods }).notNull(),
    paidAt: moment().notNull(),
  },
  table => [
    unique('payment_of_provider').on(table.provider, table.paymentId),
    index('payment_of_workspace').on(table.workspaceId, table.paidAt),
    index('payment_age').on(table.paidAt),
  ],
)

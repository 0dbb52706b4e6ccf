import { randomUUID } from 'node:crypto'
import { billingPeriods, paidTiers } from '@waxseal/core/plan'
import { bigint, boolean, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { moment } from './columns.ts'
import { workspace } from './workspace.ts'

/**
 * The provider's side of test mode: what Stripe would keep. Only its adapter reads these tables. Times of a subscription are
 * on the clock of its customer, which a person may move; all others are real.
 */
export const testCustomer = pgTable('test_customer', {
  id: uuid().primaryKey().$defaultFn(randomUUID),
  workspaceId: uuid()
    .notNull()
    .unique()
    .references(() => workspace.id, { onDelete: 'cascade' }),
  /** How far the customer's clock is ahead, in milliseconds. */
  clockOffsetMs: bigint({ mode: 'number' }).notNull().default(0),
  /** What earlier changes left over for later payments. */
  creditCents: integer().notNull().default(0),
  /** The next renewal, or the first payment of a new subscription, is declined. */
  failsNext: boolean().notNull().default(false),
})

const ofCustomer = () =>
  uuid()
    .notNull()
    .references(() => testCustomer.id, { onDelete: 'cascade' })

export const testSubscription = pgTable(
  'test_subscription',
  {
    id: uuid().primaryKey().$defaultFn(randomUUID),
    customerId: ofCustomer(),
    plan: text({ enum: paidTiers }).notNull(),
    period: text({ enum: billingPeriods }).notNull(),
    state: text({ enum: ['active', 'past_due', 'ended'] }).notNull(),
    /** Periods start a whole number of months after it. */
    anchorAt: moment().notNull(),
    periodStart: moment().notNull(),
    periodEnd: moment().notNull(),
    pastDueSince: moment(),
    overdueCents: integer().notNull().default(0),
    cancelsAtPeriodEnd: boolean().notNull().default(false),
    nextPlan: text({ enum: paidTiers }),
    nextPeriod: text({ enum: billingPeriods }),
    endedAt: moment(),
  },
  table => [index('test_subscription_of_customer').on(table.customerId)],
)

/** A hosted page. */
export const testSession = pgTable(
  'test_session',
  {
    id: uuid().primaryKey().$defaultFn(randomUUID),
    customerId: ofCustomer(),
    /** Our purchase or change that it is for. */
    reference: text().unique(),
    kind: text({ enum: ['checkout', 'change', 'portal'] }).notNull(),
    plan: text({ enum: paidTiers }),
    period: text({ enum: billingPeriods }),
    /** The subscription that changes. */
    subscriptionId: uuid(),
    state: text({ enum: ['open', 'complete', 'expired'] }).notNull(),
    paidCents: integer(),
    successUrl: text().notNull(),
    returnUrl: text().notNull(),
    createdAt: moment().notNull(),
    expiresAt: moment().notNull(),
  },
  table => [index('test_session_of_customer').on(table.customerId), index('test_session_expired').on(table.expiresAt)],
)

export const testInvoice = pgTable(
  'test_invoice',
  {
    id: uuid().primaryKey().$defaultFn(randomUUID),
    customerId: ofCustomer(),
    plan: text({ enum: paidTiers }).notNull(),
    period: text({ enum: billingPeriods }).notNull(),
    amountCents: integer().notNull(),
    paidAt: moment().notNull(),
  },
  table => [index('test_invoice_of_customer').on(table.customerId, table.paidAt)],
)

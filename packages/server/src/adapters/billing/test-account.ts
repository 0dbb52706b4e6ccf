import { and, asc, eq, ne } from 'drizzle-orm'
import { testCustomer, testInvoice, testSession, testSubscription } from '../../db/schema/index.ts'
import type { Store, Tx } from '../../db/store.ts'
import { isUuid } from '../../db/uuid.ts'
import { BillingFailed, beforeRequest, type ProviderSubscription } from '../../ports.ts'
import { type Charge, type Purse, type Renewed, renewed, type TestSubscription } from './test-renewal.ts'

export type TestSession = typeof testSession.$inferSelect
type TestCustomer = typeof testCustomer.$inferSelect

/** A customer at the provider, locked, with all renewals up to now. */
export interface Account {
  tx: Tx
  customer: TestCustomer
  /** On the customer's clock. */
  at: Date
  /** The one that can still change; null: none, or it has ended. */
  live: TestSubscription | null
  /** Of those that have ended, the one that ended last. */
  last: TestSubscription | null
}

/** Runs `work` with a customer that no other call changes meanwhile. @throws BillingFailed without such a customer */
export async function inAccount<T>(
  { store, now }: { store: Store; now: () => Date },
  customerId: string,
  work: (account: Account) => Promise<T>,
): Promise<T> {
  await beforeRequest()
  if (!isUuid(customerId)) throw new BillingFailed('there is no such customer')
  return store.transaction(async tx => work(await opened(tx, customerId, now())))
}

async function opened(tx: Tx, customerId: string, now: Date): Promise<Account> {
  const [customer] = await tx.select().from(testCustomer).where(eq(testCustomer.id, customerId)).for('update')
  if (customer === undefined) throw new BillingFailed('there is no such customer')
  const at = new Date(now.getTime() + customer.clockOffsetMs)
  const subscriptions = await tx
    .select()
    .from(testSubscription)
    .where(eq(testSubscription.customerId, customerId))
    .orderBy(asc(testSubscription.anchorAt), asc(testSubscription.id))
  const before = subscriptions.find(({ state }) => state !== 'ended')
  const ended = subscriptions.filter(({ state }) => state === 'ended')
  const last = ended.toSorted((a, b) => Number(a.endedAt) - Number(b.endedAt)).at(-1) ?? null
  const account = { tx, customer, at, live: null, last }
  if (before === undefined) return account
  const result = renewed(before, customer, at)
  return result.subscription === before ? { ...account, live: before } : keep(account, result)
}

/** Stores what became of a subscription, new or known. The answer has it. */
export async function keep(account: Account, { subscription, purse, charges }: Renewed): Promise<Account> {
  const { tx, customer } = account
  await tx
    .insert(testSubscription)
    .values(subscription)
    .onConflictDoUpdate({ target: testSubscription.id, set: subscription })
  await keepPurse(account, purse)
  if (charges.length > 0) await tx.insert(testInvoice).values(charges.map(charge => invoiceOf(account, charge)))
  const isLive = subscription.state !== 'ended'
  return {
    ...account,
    customer: { ...customer, ...purse },
    live: isLive ? subscription : null,
    last: isLive ? account.last : subscription,
  }
}

function invoiceOf({ customer }: Account, { plan, period, amountCents, at }: Charge) {
  return { customerId: customer.id, plan, period, amountCents, paidAt: onOurClock(customer, at) }
}

/** Stores the credit of a customer, and whether the next payment fails. */
export async function keepPurse({ tx, customer }: Account, { creditCents, failsNext }: Purse): Promise<void> {
  await tx.update(testCustomer).set({ creditCents, failsNext }).where(eq(testCustomer.id, customer.id))
}

/** Sets a customer's clock to this moment. A clock never goes back. */
export async function moveClock({ tx, customer, at }: Account, to: Date): Promise<void> {
  const clockOffsetMs = customer.clockOffsetMs + Math.max(0, to.getTime() - at.getTime())
  await tx.update(testCustomer).set({ clockOffsetMs }).where(eq(testCustomer.id, customer.id))
}

/** A moment of the customer's clock on ours. The end of a period that the clock was moved to is now. */
function onOurClock({ clockOffsetMs }: Pick<TestCustomer, 'clockOffsetMs'>, at: Date): Date {
  return new Date(at.getTime() - clockOffsetMs)
}

/** The subscription as the provider shows it, on our clock. */
export function shown({ customer, live, last }: Account): ProviderSubscription | null {
  const found = live ?? last
  if (found === null) return null
  const { id, plan, period, state, periodEnd, pastDueSince, cancelsAtPeriodEnd, nextPlan, nextPeriod, endedAt } = found
  const ends = onOurClock(customer, endedAt ?? periodEnd)
  const isCancelled = state === 'ended' || (cancelsAtPeriodEnd && state !== 'past_due')
  const next = nextPlan !== null && nextPeriod !== null ? { plan: nextPlan, period: nextPeriod, at: ends } : null
  return {
    id,
    creditCents: customer.creditCents,
    plan,
    period,
    status: isCancelled ? 'cancelled' : state,
    currentPeriodEnd: ends,
    pastDueSince: pastDueSince && onOurClock(customer, pastDueSince),
    scheduled: cancelsAtPeriodEnd ? { plan: 'free', period, at: ends } : next,
  }
}

/** The customer whose live subscription this is; undefined: there is none. */
export async function customerOf({ db }: Pick<Store, 'db'>, subscriptionId: string): Promise<string | undefined> {
  if (!isUuid(subscriptionId)) return undefined
  const [row] = await db
    .select({ customerId: testSubscription.customerId })
    .from(testSubscription)
    .where(and(eq(testSubscription.id, subscriptionId), ne(testSubscription.state, 'ended')))
  return row?.customerId
}

/** A session, open or not; undefined: there is none with this id. */
export async function sessionOf(db: Store['db'] | Tx, id: string): Promise<TestSession | undefined> {
  if (!isUuid(id)) return undefined
  const [row] = await db.select().from(testSession).where(eq(testSession.id, id))
  return row
}

import { randomUUID } from 'node:crypto'
import type { Offer } from '@waxseal/core/plan'
import { and, desc, eq, lt } from 'drizzle-orm'
import { testCustomer, testInvoice, testSession } from '../../db/schema/index.ts'
import type { Store } from '../../db/store.ts'
import { BillingFailed, beforeRequest, type ReturnUrls, type TestBilling } from '../../ports.ts'
import { type Account, customerOf, inAccount, keep, sessionOf, shown, type TestSession } from './test-account.ts'
import { act, choose, look, stateOf } from './test-pages.ts'
import { changeCents, ended, type TestSubscription } from './test-renewal.ts'

export interface TestModeOptions {
  store: Store
  now: () => Date
  /** Where the hosted pages are. */
  publicUrl: string
}

const hour = 3_600_000
/** A page to pay on is open for a day, as at Stripe; the portal, and with it the page of a change, for an hour. */
const payMs = 24 * hour
const portalMs = hour
/** How long a page that has ended can be looked at. */
const keptMs = 90 * 24 * hour

/** How many payments are read: more than 90 days have, unless someone moves a clock all day. */
const paymentsMax = 100

/**
 * Test mode: no money moves. It has its own tables and behaves as a payment provider does, so that what works here works with
 * a real one: pages that expire, renewals, failed payments, proration and a credit for what is not used.
 */
export function testBilling(options: TestModeOptions): TestBilling {
  const { store, now } = options
  const { origin } = new URL(options.publicUrl)
  const { db } = store

  /** Opens a page once for each reference: a request that is sent again gets the same one. */
  async function open(page: Pick<TestSession, 'customerId' | 'kind' | 'reference'> & Partial<TestSession>, ms: number) {
    await beforeRequest()
    const createdAt = now()
    const old = new Date(createdAt.getTime() - keptMs)
    await db.delete(testSession).where(and(eq(testSession.customerId, page.customerId), lt(testSession.expiresAt, old)))
    const row = {
      state: 'open' as const,
      successUrl: '',
      returnUrl: '',
      createdAt,
      expiresAt: new Date(createdAt.getTime() + ms),
      ...page,
    }
    const [added] = await db.insert(testSession).values(row).onConflictDoNothing().returning()
    const session = added ?? (await sessionOfReference(page.reference))
    return { sessionId: session.id, url: `${origin}/billing/test/${session.id}`, expiresAt: session.expiresAt }
  }

  async function sessionOfReference(reference: string | null): Promise<TestSession> {
    const [row] = await db
      .select()
      .from(testSession)
      .where(eq(testSession.reference, reference ?? ''))
    if (row === undefined) throw new BillingFailed('the session was neither made nor found')
    return row
  }

  async function changeLive(subscriptionId: string, change: Partial<TestSubscription>): Promise<void> {
    const customerId = await customerOf(store, subscriptionId)
    if (customerId === undefined) throw new BillingFailed('there is no such subscription')
    await inAccount(options, customerId, async account => {
      const { customer } = account
      await keep(account, {
        subscription: { ...liveOf(account, subscriptionId), ...change },
        purse: customer,
        charges: [],
      })
    })
  }

  return {
    kind: 'test',
    async createCustomer({ id: workspaceId }) {
      await beforeRequest()
      await db.insert(testCustomer).values({ workspaceId }).onConflictDoNothing()
      const [row] = await db.select().from(testCustomer).where(eq(testCustomer.workspaceId, workspaceId))
      if (row === undefined) throw new BillingFailed('the customer was neither made nor found')
      return row.id
    },
    openCheckout: ({ reference, customerId, offer, urls }) =>
      open({ customerId, reference, kind: 'checkout', ...pageOf(offer, urls) }, payMs),
    async closeCheckout(sessionId) {
      const session = await sessionOf(db, sessionId)
      if (session === undefined) throw new BillingFailed('there is no such session')
      return inAccount(options, session.customerId, async ({ tx }) => {
        const current = await sessionOf(tx, sessionId)
        if (current?.state === 'complete') return 'complete'
        await tx.update(testSession).set({ state: 'expired' }).where(eq(testSession.id, sessionId))
        return 'expired'
      })
    },
    async readCheckout(sessionId) {
      await beforeRequest()
      const session = await sessionOf(db, sessionId)
      if (session === undefined) throw new BillingFailed('there is no such session')
      const status = stateOf(session, now())
      if (status !== 'complete') return { status, payment: 'unpaid' }
      return { status, payment: session.paidCents === 0 ? 'no_payment_required' : 'paid' }
    },
    previewChange: ({ customerId, subscriptionId, offer }) =>
      inAccount(options, customerId, async account => {
        const { customer, at } = account
        const cost = changeCents(liveOf(account, subscriptionId), offer, customer.creditCents, at)
        return { amountCents: cost.dueCents, creditCents: cost.creditCents, startsAt: now() }
      }),
    openChange: ({ reference, customerId, subscriptionId, offer, urls }) =>
      open({ customerId, reference, kind: 'change', subscriptionId, ...pageOf(offer, urls) }, portalMs),
    scheduleDowngrade: (subscriptionId, { plan, period }) =>
      changeLive(subscriptionId, { nextPlan: plan, nextPeriod: period, cancelsAtPeriodEnd: false }),
    cancelAtPeriodEnd: subscriptionId =>
      changeLive(subscriptionId, { cancelsAtPeriodEnd: true, nextPlan: null, nextPeriod: null }),
    release: subscriptionId =>
      changeLive(subscriptionId, { cancelsAtPeriodEnd: false, nextPlan: null, nextPeriod: null }),
    endAll: customerId =>
      inAccount(options, customerId, async account => {
        const { tx, live, customer } = account
        const ofCustomer = and(eq(testSession.customerId, customerId), eq(testSession.state, 'open'))
        await tx.update(testSession).set({ state: 'expired' }).where(ofCustomer)
        if (live === null) return
        const subscription =
          live.state === 'past_due'
            ? ended(live, account.at)
            : { ...live, cancelsAtPeriodEnd: true, nextPlan: null, nextPeriod: null }
        await keep(account, { subscription, purse: customer, charges: [] })
      }),
    openPortal: ({ customerId, returnUrl }) =>
      open({ customerId, reference: `portal ${randomUUID()}`, kind: 'portal', returnUrl }, portalMs),
    readSubscription: customerId => inAccount(options, customerId, async account => shown(account)),
    readPayments: customerId =>
      // Renewals that are due are payments too.
      inAccount(options, customerId, async ({ tx }) => {
        const rows = await tx
          .select()
          .from(testInvoice)
          .where(eq(testInvoice.customerId, customerId))
          .orderBy(desc(testInvoice.paidAt), desc(testInvoice.id))
          .limit(paymentsMax)
        return rows.map(row => ({ ...row, currency: 'USD' }))
      }),
    look: sessionId => look(options, sessionId),
    choose: (sessionId, outcome) => choose(options, sessionId, outcome),
    act: (sessionId, action) => act(options, sessionId, action),
  }
}

function pageOf({ plan, period }: Offer, { success, cancel }: ReturnUrls) {
  return { plan, period, successUrl: success, returnUrl: cancel }
}

function liveOf({ live }: Account, subscriptionId: string): TestSubscription {
  if (live?.id !== subscriptionId) throw new BillingFailed('the subscription has ended')
  return live
}

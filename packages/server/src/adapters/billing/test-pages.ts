import { randomUUID } from 'node:crypto'
import { centsOf, isSame, type Offer } from '@waxseal/core/plan'
import { eq } from 'drizzle-orm'
import { testSession } from '../../db/schema/index.ts'
import type { Store } from '../../db/store.ts'
import type { TestAction, TestOutcome, TestPage, TestResult } from '../../ports.ts'
import {
  type Account,
  inAccount,
  keep,
  keepPurse,
  moveClock,
  sessionOf,
  shown,
  type TestSession,
} from './test-account.ts'
import { changeCents, changed, chargeOf, paidWith, type Renewed, settled, started } from './test-renewal.ts'

interface Options {
  store: Store
  now: () => Date
}

/** The state of a session at this moment: an open one expires. */
export function stateOf({ state, expiresAt }: TestSession, now: Date): TestSession['state'] {
  return state === 'open' && now >= expiresAt ? 'expired' : state
}

/** What the page of a session shows; null: there is none. */
export async function look(options: Options, sessionId: string): Promise<TestPage | null> {
  return onPage(options, sessionId, async (account, session) => pageOf(account, session, options.now()))
}

/** What comes of a choice on the page of a checkout or a change; null: there is none. */
export async function choose(options: Options, sessionId: string, outcome: TestOutcome): Promise<TestResult | null> {
  return onPage(options, sessionId, async (account, session) => {
    const now = options.now()
    const stays: TestResult = { page: pageOf(account, session, now), url: null, event: null, declined: false }
    if (session.kind === 'portal' || stateOf(session, now) !== 'open') return stays
    switch (outcome) {
      case 'cancel':
        return { ...stays, url: session.returnUrl }
      case 'decline':
        return { ...stays, event: eventOf(account), declined: true }
      case 'expire': {
        const expired = await close(account, session, { state: 'expired' })
        return {
          ...stays,
          page: pageOf(account, expired, now),
          url: session.successUrl,
          event: eventOf(account),
        }
      }
      case 'pay': {
        const bought = purchase(account, session)
        if (bought === null) return { ...stays, declined: true }
        const { customer } = account
        if (session.kind === 'checkout' && customer.failsNext && bought.charges.length > 0) {
          // The page stays open for another try.
          await keepPurse(account, { ...customer, failsNext: false })
          return { ...stays, event: eventOf(account), declined: true }
        }
        const after = await keep(account, bought)
        const paidCents = bought.charges.reduce((sum, { amountCents }) => sum + amountCents, 0)
        const complete = await close(account, session, { state: 'complete', paidCents })
        return { page: pageOf(after, complete, now), url: session.successUrl, event: eventOf(account), declined: false }
      }
      default:
        return outcome satisfies never
    }
  })
}

/** What comes of an action in the portal; null: there is no such portal. */
export async function act(options: Options, sessionId: string, action: TestAction): Promise<TestResult | null> {
  const done = await onPage(options, sessionId, async (account, session) => {
    const isOpen = session.kind === 'portal' && stateOf(session, options.now()) === 'open'
    if (isOpen) await acted(account, action)
    return { event: isOpen ? eventOf(account) : null }
  })
  const page = done && (await look(options, sessionId))
  return page && { ...done, page, url: null, declined: false }
}

async function acted(account: Account, action: TestAction): Promise<void> {
  const { live, customer, at } = account
  if (live === null) return
  const keepChanged = (change: Partial<typeof live>) =>
    keep(account, { subscription: { ...live, ...change }, purse: customer, charges: [] })
  switch (action) {
    case 'cancel':
      await keepChanged({ cancelsAtPeriodEnd: true, nextPlan: null, nextPeriod: null })
      break
    case 'resume':
      await keepChanged({ cancelsAtPeriodEnd: false })
      break
    case 'fail_next_payment':
      await keepPurse(account, { creditCents: customer.creditCents, failsNext: true })
      break
    case 'pay_overdue':
      if (live.state === 'past_due') await keep(account, settled(live, customer, at))
      break
    case 'move_clock':
      // The next look at the customer makes the renewals that are due then.
      await moveClock(account, live.periodEnd)
      break
    default:
      action satisfies never
  }
}

/** What Pay does; null: the provider refuses, because the subscription has changed since the page was opened. */
function purchase({ customer, at, live }: Account, session: TestSession): Renewed | null {
  const offer = offerOf(session)
  if (offer === null) return null
  if (session.kind === 'checkout') {
    const { dueCents, creditCents } = paidWith(customer.creditCents, centsOf(offer))
    // A provider has nothing against a second subscription. That there is none is our work.
    return {
      subscription: started(randomUUID(), customer.id, offer, at),
      purse: { ...customer, creditCents },
      charges: chargeOf(offer, dueCents, at),
    }
  }
  if (live === null || live.id !== session.subscriptionId || live.state === 'past_due') return null
  // What is scheduled would otherwise be lost, or a plan be paid that ends with the period.
  if (live.nextPlan !== null || live.cancelsAtPeriodEnd) return null
  if (isSame(live, offer)) return { subscription: live, purse: customer, charges: [] }
  return changed(live, offer, customer, at)
}

function offerOf({ plan, period }: TestSession): Offer | null {
  return plan === null || period === null ? null : { plan, period }
}

function pageOf(account: Account, session: TestSession, now: Date): TestPage {
  const offer = offerOf(session)
  return {
    customerId: session.customerId,
    kind: session.kind,
    state: stateOf(session, now),
    offer,
    amountCents: session.paidCents ?? amountOf(account, session.kind, offer),
    expiresAt: session.expiresAt,
    returnUrl: session.returnUrl,
    subscription: shown(account),
    failsNext: account.customer.failsNext,
  }
}

function amountOf({ live, customer, at }: Account, kind: TestSession['kind'], offer: Offer | null): number {
  if (offer === null) return live?.overdueCents ?? 0
  if (kind === 'checkout' || live === null) return paidWith(customer.creditCents, centsOf(offer)).dueCents
  return isSame(live, offer) ? 0 : changeCents(live, offer, customer.creditCents, at).dueCents
}

async function close({ tx }: Account, session: TestSession, change: Partial<TestSession>): Promise<TestSession> {
  await tx.update(testSession).set(change).where(eq(testSession.id, session.id))
  return { ...session, ...change }
}

const eventOf = ({ customer }: Account) => ({ eventId: `evt_test_${randomUUID()}`, customerId: customer.id })

async function onPage<T>(
  options: Options,
  sessionId: string,
  work: (account: Account, session: TestSession) => Promise<T>,
): Promise<T | null> {
  const known = await sessionOf(options.store.db, sessionId)
  if (known === undefined) return null
  return inAccount(options, known.customerId, async account => {
    // Read again: another click may have closed it before the customer was locked.
    const session = await sessionOf(account.tx, sessionId)
    return session === undefined ? null : work(account, session)
  })
}

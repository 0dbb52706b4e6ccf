import type { createCheckout, ReplyOf } from '@waxseal/contract'
import { slotAfter } from '@waxseal/core/plan'
import { eq } from 'drizzle-orm'
import { payment } from '../db/schema/index.ts'
import type { BillingEvent, TestAction, TestOutcome } from '../ports.ts'
import type { TestApp, TestUser } from './app.ts'

/**
 * What happens at the payment provider, without us: a customer on its pages, and time. Each resolves with the events that
 * the provider sends about it; the test decides whether they arrive.
 */
export interface Vendor {
  /** On the page at this URL. */
  pay(url: string): Promise<readonly BillingEvent[]>
  decline(url: string): Promise<readonly BillingEvent[]>
  /** Confirms a change on its page, and the card declines the invoice of the change. */
  failToPay(url: string): Promise<readonly BillingEvent[]>
  expire(url: string): Promise<readonly BillingEvent[]>
  leave(url: string): Promise<readonly BillingEvent[]>
  /** In the portal that is open at this URL. */
  cancel(portal: string): Promise<readonly BillingEvent[]>
  resume(portal: string): Promise<readonly BillingEvent[]>
  payOverdue(portal: string): Promise<readonly BillingEvent[]>
  /** The customer of the portal gets to the end of the period; the renewal is paid, or declined. */
  renew(portal: string): Promise<readonly BillingEvent[]>
  failToRenew(portal: string): Promise<readonly BillingEvent[]>
}

const hour = 3_600_000
const day = 24 * hour

/**
 * Someone whose subscription is not read by itself within an hour from now. The id of the workspace chooses the time of the
 * daily reading, and an id is random: without this, one test in a hundred would see a reading that it did not ask for.
 */
export async function aUserReadLater(server: TestApp): Promise<TestUser> {
  const now = server.deps.now()
  for (;;) {
    const user = await server.aUser()
    const waitMs = slotAfter(day, user.actor.workspace.id, now).getTime() - now.getTime()
    if (waitMs > hour && waitMs < day - hour) return user
  }
}

/** Test mode as the provider. */
export function testVendor({ deps }: TestApp): Vendor {
  const choose = (outcome: TestOutcome) => async (url: string) => {
    if (deps.billing?.kind !== 'test') throw new Error('this test needs test mode')
    return eventsOf(await deps.billing.choose(idIn(url), outcome))
  }
  const act =
    (...actions: TestAction[]) =>
    async (url: string) => {
      const events: BillingEvent[] = []
      for (const action of actions) {
        if (deps.billing?.kind !== 'test') throw new Error('this test needs test mode')
        events.push(...eventsOf(await deps.billing.act(idIn(url), action)))
      }
      return events
    }
  return {
    pay: choose('pay'),
    decline: choose('decline'),
    failToPay: choose('decline'),
    expire: choose('expire'),
    leave: choose('cancel'),
    cancel: act('cancel'),
    resume: act('resume'),
    payOverdue: act('pay_overdue'),
    renew: act('move_clock'),
    failToRenew: act('fail_next_payment', 'move_clock'),
  }
}

function eventsOf(result: { event: BillingEvent | null } | null): BillingEvent[] {
  if (result === null) throw new Error('there is no such page')
  return result.event === null ? [] : [result.event]
}

/** The id of the session of a page. */
export const idIn = (page: string): string => page.split('/').at(-1) ?? ''

/** The origin of the web in these tests. */
export const origin = 'http://localhost:3000'

/** A choice on the plan cards: `pro monthly`. */
export function wish(user: TestUser, text: string, step?: string) {
  const [plan, billing_period] = text.split(' ')
  return user.post('/payments/create-checkout', { plan, billing_period, origin_url: origin, step })
}

/** The page that a choice opens. @throws Error when it opens none */
export async function pageFor(user: TestUser, text: string): Promise<string> {
  const { status, body } = await wish(user, text)
  const reply = body as ReplyOf<typeof createCheckout>
  if (status !== 200 || !('url' in reply)) throw new Error(`no page for ${text}: ${JSON.stringify(body)}`)
  return reply.url
}

/** The portal of a user. */
export async function portalOf(user: TestUser): Promise<string> {
  const { body } = await user.post('/payments/create-portal-session')
  return (body as { url: string }).url
}

/** Plan, subscription, what is scheduled and what was paid, in cents, as the user and the accountant see it. */
export async function billingOf({ deps }: TestApp, user: TestUser) {
  const bodies = ['/auth/me', '/payments/subscription', '/payments/scheduled-downgrade'].map(path => user.get(path))
  const [me, read, scheduled] = (await Promise.all(bodies)).map(({ body }) => body)
  const { subscription } = read as { subscription: Record<string, string> | null }
  const { newPlan, newPeriod } = scheduled as { newPlan?: string; newPeriod?: string }
  const payments = await deps.store.db
    .select({ cents: payment.amountCents })
    .from(payment)
    .where(eq(payment.workspaceId, user.actor.workspace.id))
  return {
    tier: (me as { tier: string }).tier,
    subscription: subscription && `${subscription['plan']} ${subscription['billing_period']} ${subscription['status']}`,
    scheduled: newPlan === undefined ? null : `${newPlan} ${newPeriod}`,
    paid: payments.map(({ cents }) => cents).sort((a, b) => a - b),
  }
}

/** What earlier changes left over, in dollars, as the user sees it. */
export async function creditOf(user: TestUser): Promise<number> {
  const { subscription } = (await user.get('/payments/subscription')).body as {
    subscription: { credit: number } | null
  }
  return subscription?.credit ?? 0
}

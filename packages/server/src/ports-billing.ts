import { AsyncLocalStorage } from 'node:async_hooks'
import type { Offer, Subscription } from '@waxseal/core/plan'

/** A subscription as its provider has it at the moment of the question. */
export interface ProviderSubscription extends Subscription {
  /** The provider's id. */
  id: string
  /** What earlier changes left over, in cents. It pays the next invoices of the customer first. */
  creditCents: number
}

/** Money that a customer has paid. */
export interface ProviderPayment extends Offer {
  /** The provider's id. */
  id: string
  amountCents: number
  /** ISO 4217 in capitals: `USD`. */
  currency: string
  paidAt: Date
}

/** Where a hosted page of the provider sends the browser. */
export interface ReturnUrls {
  success: string
  cancel: string
}

/** A page on which a customer pays or confirms. */
export interface HostedPage {
  url: string
  expiresAt: Date
}

/** Something happened to a customer. What it was is read at the provider: a payload may be old, and events arrive in any order. */
export interface BillingEvent {
  /** The same when the provider sends the event again. */
  eventId: string
  customerId: string
}

/** `refused`: it has no valid signature of ours, or an old one. `ignored`: it is about nothing that we keep. */
export type ReceivedEvent = BillingEvent | 'refused' | 'ignored'

/**
 * Port: the payment provider. Each call may take a second and fail; each is over, with its retries, within 20 seconds. Ids of
 * customers, subscriptions and sessions are the provider's. Prices come from the plans or from the configuration of the
 * provider, and never from a request.
 *
 * An adapter calls `beforeRequest` before each request that it makes.
 *
 * @throws BillingFailed from every call; CustomerGone from each that names a customer
 */
export interface BillingProvider {
  /** `stripe_test`: Stripe with a key of its test mode, in which no money moves. */
  kind: 'test' | 'stripe_test' | 'stripe'
  /** Makes the customer of a workspace. The second call for a workspace answers with the same customer, unless it was deleted. */
  createCustomer(workspace: { id: string; name: string; email: string }): Promise<string>
  /**
   * Opens a page on which a customer without a subscription buys one.
   *
   * @param purchase.reference our id of the purchase: the same reference opens one session in each call
   */
  openCheckout(purchase: {
    reference: string
    customerId: string
    offer: Offer
    urls: ReturnUrls
  }): Promise<HostedPage & { sessionId: string }>
  /** Closes the page of a checkout or a change: nothing can be paid there any more. Says in what state the session is then. */
  closeCheckout(sessionId: string): Promise<'complete' | 'expired'>
  readCheckout(sessionId: string): Promise<{
    status: 'open' | 'complete' | 'expired'
    payment: 'paid' | 'unpaid' | 'no_payment_required'
  }>
  /**
   * What a customer would pay for a change at this moment, in cents (0: less than they have paid already), the credit that is
   * left then, and when it starts. Changes nothing: what is scheduled stands beside it.
   */
  previewChange(change: {
    customerId: string
    subscriptionId: string
    offer: Offer
  }): Promise<{ amountCents: number; creditCents: number; startsAt: Date }>
  /**
   * Opens a page on which a customer confirms the change of a live subscription. Nothing is charged before. `sessionId` is for
   * `closeCheckout` and `readCheckout`; null: the provider can neither close nor read the page, and its confirmation is seen in
   * the subscription.
   */
  openChange(change: {
    reference: string
    customerId: string
    subscriptionId: string
    offer: Offer
    urls: ReturnUrls
  }): Promise<HostedPage & { sessionId: string | null }>
  /**
   * Changes a subscription at the end of its period, in place of what is scheduled. After a failure nothing may be scheduled:
   * the provider may have taken back the one before it took the other.
   */
  scheduleDowngrade(subscriptionId: string, offer: Offer): Promise<void>
  /** Ends a subscription at the end of its period, in place of what is scheduled. After a failure as above. */
  cancelAtPeriodEnd(subscriptionId: string): Promise<void>
  /** Takes back what is scheduled for the end of the period, a change or the end. Nothing is scheduled: does nothing. */
  release(subscriptionId: string): Promise<void>
  /** Opens a page on which a customer manages cards, invoices and the subscription. */
  openPortal(portal: { customerId: string; returnUrl: string }): Promise<{ url: string }>
  /** The live subscription of a customer as it is now, else the one that ended last; null: there was never one. */
  readSubscription(customerId: string): Promise<ProviderSubscription | null>
  /** The newest payments of a customer, at least those of the last 90 days. */
  readPayments(customerId: string): Promise<readonly ProviderPayment[]>
  /**
   * Lets nothing more be charged to a customer: open pages close, what is paid ends with its period, and what is unpaid ends
   * at once. The second call changes nothing.
   */
  endAll(customerId: string): Promise<void>
  /** Removes the name and the address of a customer; payments stay. Absent: the provider has none. */
  forgetPerson?(customerId: string): Promise<void>
  /** What is set up wrong at the provider, each as a line for the operator. Absent: nothing can be. */
  setupProblems?(): Promise<readonly string[]>
  /** Verifies the signature of an event and reads it. Absent: the provider sends none. */
  readEvent?(body: Uint8Array, signature: string): Promise<ReceivedEvent>
}

const checks = new AsyncLocalStorage<() => Promise<void>>()

/** Runs work whose requests to a provider are each made only after this check, which rejects when none may be made. */
export function beforeRequests<T>(check: () => Promise<void>, work: () => Promise<T>): Promise<T> {
  return checks.run(check, work)
}

/** The check of the work that is running. @throws what the check rejects with: then no request may be made */
export async function beforeRequest(): Promise<void> {
  await checks.getStore()?.()
}

/** The provider could not do what was asked, or could not be reached. The message names the cause and holds no secret. */
export class BillingFailed extends Error {
  override readonly name = 'BillingFailed'
}

/** The provider says that the customer was deleted there: it charges nothing to it any more, and sells nothing to it. */
export class CustomerGone extends BillingFailed {
  readonly customerId: string

  constructor(customerId: string) {
    super(`the customer ${customerId} was deleted at the payment provider`)
    this.customerId = customerId
  }
}

export const testOutcomes = ['pay', 'decline', 'expire', 'cancel'] as const
/** What a person chooses on the page of a test session. */
export type TestOutcome = (typeof testOutcomes)[number]

export const testActions = ['cancel', 'resume', 'fail_next_payment', 'pay_overdue', 'move_clock'] as const
/**
 * What a person does in the test portal: cancel at the end of the period, take that back, let the next payment fail, pay the
 * overdue invoice, move the clock of the customer to the end of the period.
 */
export type TestAction = (typeof testActions)[number]

/** What the hosted page of a test session shows. */
export interface TestPage {
  customerId: string
  kind: 'checkout' | 'change' | 'portal'
  state: 'open' | 'complete' | 'expired'
  /** What is bought; null in the portal. */
  offer: Offer | null
  /** What Pay charges now, in cents; in the portal the overdue invoice. */
  amountCents: number
  expiresAt: Date
  /** Where the browser goes without a payment. */
  returnUrl: string
  subscription: ProviderSubscription | null
  /** The next payment will fail. */
  failsNext: boolean
}

/** What came of a choice. */
export interface TestResult {
  page: TestPage
  /** Where the browser goes; null: it stays on the page. */
  url: string | null
  /** What the provider would send us; null: nothing has happened. */
  event: BillingEvent | null
  declined: boolean
}

/** Test mode: the provider is a part of this installation, and no money moves. Its hosted pages are ours. */
export interface TestBilling extends BillingProvider {
  kind: 'test'
  /** null: there is no such session. */
  look(sessionId: string): Promise<TestPage | null>
  /** A choice on the page of a checkout or a change. A page that is not open any more stays as it is. */
  choose(sessionId: string, outcome: TestOutcome): Promise<TestResult | null>
  /** An action in the portal. One that does not apply changes nothing. */
  act(sessionId: string, action: TestAction): Promise<TestResult | null>
}

/** Stripe, with a live key or one of its test mode. */
export type StripeBilling = BillingProvider & { kind: 'stripe' | 'stripe_test' }

/** A payment provider of any kind. */
export type Billing = TestBilling | StripeBilling

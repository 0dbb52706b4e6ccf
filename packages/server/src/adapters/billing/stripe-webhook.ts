import { Stripe } from 'stripe'
import type { ReceivedEvent } from '../../ports.ts'
import { idOf } from './stripe-client.ts'

/** How old a signature may be. Stripe signs each try when it sends it. */
const toleranceSeconds = 300

/** The events after which we ask for the subscription of the customer. Stripe may send others too. */
const about = ['checkout.session.', 'customer.subscription.', 'subscription_schedule.', 'invoice.']

interface Options {
  webhookSecret: string
  /** Whether our key is one of the live mode. An event of the other mode is not ours. */
  isLive: boolean
  now: () => Date
}

/** Verifies an event and says whose it is. Nothing else of it is used. */
export async function readStripeEvent(
  stripe: Stripe,
  { webhookSecret, isLive, now }: Options,
  body: Uint8Array,
  signature: string,
): Promise<ReceivedEvent> {
  const event = await verified(stripe, body, signature, { webhookSecret, receivedAt: now().getTime() })
  if (event === null || event.livemode !== isLive) return 'refused'
  // Events of a connected account are about its customers, not ours.
  if (event.account !== undefined && event.account !== null) return 'ignored'
  const customerId = customerOf(event)
  const isOurs = about.some(prefix => event.type.startsWith(prefix))
  return isOurs && customerId !== null ? { eventId: event.id, customerId } : 'ignored'
}

async function verified(
  { webhooks }: Stripe,
  body: Uint8Array,
  signature: string,
  { webhookSecret, receivedAt }: { webhookSecret: string; receivedAt: number },
): Promise<Stripe.Event | null> {
  try {
    return await webhooks.constructEventAsync(body, signature, webhookSecret, toleranceSeconds, undefined, receivedAt)
  } catch (error) {
    if (error instanceof Stripe.errors.StripeSignatureVerificationError || error instanceof SyntaxError) return null
    throw error
  }
}

function customerOf({ data }: Stripe.Event): string | null {
  const { object } = data
  if (!('customer' in object) || object.customer === null || object.customer === undefined) return null
  return idOf(object.customer)
}

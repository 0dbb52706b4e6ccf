import { type billingWebhook as endpoint, type ReplyOf, wording } from '@waxseal/contract'
import type { Deps } from '../../deps.ts'
import { Refusal } from '../../errors.ts'
import { asking, providerOf } from './provider.ts'
import { receiveEvent } from './sync.ts'

/** A request as it arrived. */
interface Arrived {
  /** The bytes that were signed. */
  body: unknown
  signature: unknown
}

/**
 * Receives an event of the provider. Anyone may call, so nothing counts before the signature is verified, and then only
 * whose event it is. An event that fails is answered with 502 or 503, and the provider sends it again.
 *
 * @throws Refusal `not_found` when the provider sends none, `validation` for a bad signature, `upstream`
 */
export async function receiveWebhook(
  deps: Pick<Deps, 'store' | 'billing' | 'now'>,
  { body, signature }: Arrived,
): Promise<ReplyOf<typeof endpoint>> {
  const billing = providerOf(deps)
  if (billing.readEvent === undefined) throw new Refusal('not_found', wording.notFound)
  const isSigned = body instanceof Uint8Array && typeof signature === 'string'
  const event = isSigned ? await billing.readEvent(body, signature) : 'refused'
  if (event === 'refused') throw new Refusal('validation', wording.webhookRefused)
  if (event !== 'ignored') await asking(wording.webhookFailed, () => receiveEvent(deps, event))
  return { received: true }
}

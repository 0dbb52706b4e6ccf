import type { checkoutStatusRoute } from '@waxseal/contract/routes'
import * as wording from '@waxseal/contract/wording'
import { type PaidTier, plans } from '@waxseal/core/plan'
import type { Reply } from '../../lib/api.ts'
import { ApiError } from '../../lib/api-error.ts'

type Status = Reply<typeof checkoutStatusRoute>

/** What became of a payment that the browser returned from. */
export type PaymentOutcome =
  | { kind: 'paid'; plan: PaidTier }
  | { kind: 'cancelled' | 'expired' | 'timed-out' }
  | { kind: 'failed'; text: string }

/** How often a checkout is asked about, and the pause between two questions (specification 2, section 4). */
export const polling = { tries: 5, pauseMs: 2_000 } as const

interface Parts {
  /** Asks for the status of the checkout. */
  ask: () => Promise<Status>
  pause: (ms: number) => Promise<void>
}

/**
 * Polls a checkout until it is paid or expired, or all tries are used. A server without an answer is asked again; a refusal
 * is final.
 */
export async function verifyPayment({ ask, pause }: Parts): Promise<PaymentOutcome> {
  let last: PaymentOutcome = { kind: 'timed-out' }
  for (let attempt = 0; attempt < polling.tries; attempt++) {
    if (attempt > 0) await pause(polling.pauseMs)
    const answer = await ask().catch((error: unknown) => failureOf(error))
    if ('final' in answer) {
      if (answer.final) return answer.outcome
      last = answer.outcome
      continue
    }
    if (answer.status === 'expired') return { kind: 'expired' }
    if (answer.payment_status !== 'unpaid') return { kind: 'paid', plan: answer.plan }
    last = { kind: 'timed-out' }
  }
  return last
}

function failureOf(error: unknown): { final: boolean; outcome: PaymentOutcome } {
  const known = error instanceof ApiError ? error : null
  const isFinal = known === null || (known.status >= 400 && known.status < 500)
  // A role that is too low is named; anything else is one sentence.
  const text = known?.code === 'forbidden_role' ? known.message : wording.paymentNotVerified
  return { final: isFinal, outcome: { kind: 'failed', text } }
}

/** The texts of the specification (2, section 8). The text of a payment is ours. */
export function outcomeText(outcome: PaymentOutcome): string {
  switch (outcome.kind) {
    case 'paid':
      return `Payment successful. Your plan is now ${plans[outcome.plan].label}.`
    case 'cancelled':
      return 'Payment cancelled. You can try again anytime!'
    case 'expired':
      return 'Payment session expired. Please try again.'
    case 'timed-out':
      return 'Payment verification timed out. Please refresh the page or contact support.'
    case 'failed':
      return outcome.text
    default:
      return outcome satisfies never
  }
}

import type { AlertMessage, ChannelKind } from '@waxseal/core/alert'
import { type Mail, MailRefused, type MailTransport } from '../ports.ts'

/** What each kind of message carries: `mail` is about an account, the others are alerts by their channel. */
export type OutboxPayloads = { mail: Mail } & Record<ChannelKind, AlertMessage>

/** A message was put aside (`hold` of `outbox.ts`) by its deliverer: it is neither tried again nor given up. */
export class Held extends Error {
  override readonly name = 'Held'
}

/** One message on its way. */
export interface Delivery {
  /** Stable over all attempts. */
  id: string
  workspaceId: string | null
}

/** How one kind of message leaves the outbox. */
export interface Deliverer<Payload> {
  /** Hands a message over; rejects when that failed. null: there is no transport, and messages are kept to be read. */
  deliver: ((payload: Payload, delivery: Delivery) => Promise<unknown>) | null
  /** Of what `deliver` rejected with: did the other side refuse for good, so that another attempt would change nothing? */
  isRefusal(cause: unknown): boolean
  attemptsMax: number
  /** The wait before the next attempt, in milliseconds, after this many have failed, the last one with `cause`. */
  waitMs(attempts: number, cause: unknown, delivery: Delivery): number
}

/** A deliverer for each kind of message. */
export type Deliverers<Payloads> = { readonly [Kind in keyof Payloads]: Deliverer<Payloads[Kind]> }

export function deliverersOf({ mail }: { mail: MailTransport }): Deliverers<Pick<OutboxPayloads, 'mail'>> {
  return {
    mail: {
      deliver: mail.kind === 'outbox' ? null : payload => mail.send(payload),
      isRefusal: cause => cause instanceof MailRefused && cause.isFinal,
      // The waits grow to six hours; the last of twelve attempts comes about fifteen hours after the first.
      attemptsMax: 12,
      waitMs: attempts => Math.min(6 * 3_600_000, 30_000 * 2 ** (attempts - 1)),
    },
  }
}

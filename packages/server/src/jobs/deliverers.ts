import { type Mail, MailRefused, type MailTransport } from '../ports.ts'

/** What each kind of message carries. */
export interface OutboxPayloads {
  mail: Mail
}

/** How one kind of message leaves the outbox. */
export interface Deliverer<Payload> {
  /** Hands a message over; rejects when that failed. null: there is no transport, and messages are kept to be read. */
  deliver: ((payload: Payload) => Promise<void>) | null
  /** Of what `deliver` rejected with: did the other side refuse for good, so that another attempt would change nothing? */
  isRefusal(cause: unknown): boolean
  attemptsMax: number
  /** The wait before the next attempt, in milliseconds, after this many have failed. */
  waitMs(attempts: number): number
}

/** A deliverer for each kind of message. */
export type Deliverers<Payloads> = { readonly [Kind in keyof Payloads]: Deliverer<Payloads[Kind]> }

export function deliverersOf({ mail }: { mail: MailTransport }): Deliverers<OutboxPayloads> {
  return {
    mail: {
      deliver: mail.kind === 'outbox' ? null : payload => mail.send(payload),
      isRefusal: cause => cause instanceof MailRefused,
      // The waits grow to six hours; the last of twelve attempts comes about fifteen hours after the first.
      attemptsMax: 12,
      waitMs: attempts => Math.min(6 * 3_600_000, 30_000 * 2 ** (attempts - 1)),
    },
  }
}

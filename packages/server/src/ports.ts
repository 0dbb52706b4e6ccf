import type { FastifyInstance } from 'fastify'

/** Who a request comes from, as the auth provider knows it. `subject` is the provider's user id. */
export interface Session {
  subject: string
  sessionId: string
  status: 'active'
  email: string
  name: string
  picture: string | null
}

/**
 * Counts one try under `key` and tells the seconds to wait when there were more than `max` in this window, else null.
 * The count is kept in the database, so all processes share it.
 */
export type Throttle = (key: string, limit: { max: number; windowMs: number }) => Promise<number | null>

/** How a provider's own calls are held to limits. */
export interface Limits {
  throttle: Throttle
  /** Under what tries are counted: the IPv4 address, or the /64 of an IPv6 address, which is what one customer gets. */
  clientOf(ip: string): string
}

/**
 * Runs a sign-up that the token of an invitation permits where sign-up is closed otherwise; null when the token permits
 * none.
 */
export type SignUpInvited = (token: string, work: () => Promise<Response>) => Promise<Response | null>

/** Port: sign-up, sign-in and tokens. Embedded: better-auth. */
export interface AuthProvider {
  kind: 'embedded'
  /** Null for a token that is bad, expired or not ours; never throws for one. Rejects when the keys cannot be read. */
  verify(bearer: string): Promise<Session | null>
  /** Is the session behind a token still signed in? Asked before anything that cannot be undone. */
  isLive(session: Pick<Session, 'sessionId' | 'subject'>): Promise<boolean>
  /** Whether sign-up is open now to everyone, with or without an invitation. */
  signUpOpen(): Promise<boolean>
  /**
   * A link that sets a new password and confirms the address; valid for an hour. Null when no account has this address.
   */
  resetLink(email: string): Promise<string | null>
  /** Mounts the provider's own HTTP calls (`/api/identity/*`). */
  mount(app: FastifyInstance, limits: Limits, signUpInvited: SignUpInvited): Promise<void>
  deleteUser(subject: string): Promise<void>
}

/** A mail to be sent: plain text, one recipient. */
export interface Mail {
  to: string
  subject: string
  text: string
}

/** Port: sends mail. Without SMTP mail stays in the outbox. */
export interface MailTransport {
  kind: 'outbox' | 'smtp'
  /** Rejects when the mail could not be handed over; the outbox then tries again later, save after `MailRefused`. */
  send(mail: Mail): Promise<void>
}

/** The recipient's side refused a mail for good (a permanent reply to RCPT TO): another try would change nothing. */
export class MailRefused extends Error {
  override readonly name = 'MailRefused'
}

import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'

export * from './ports-billing.ts'
export * from './ports-reports.ts'
export * from './ports-spf.ts'

/** Who a request comes from, as the auth provider knows it. `subject` is the provider's user id. */
export interface Session {
  subject: string
  sessionId: string
  status: 'active'
  email: string
  name: string
  picture: string | null
  /** The auth provider's name for someone else who acts as this person, as its support does; null or left out: no one. */
  impersonator?: string | null
}

/**
 * Counts one try under `key` and tells the seconds to wait when there were more than `max` in this window, else null.
 * The count is kept in the database, so all processes share it.
 */
export type Throttle = (key: string, limit: { max: number; windowMs: number }) => Promise<number | null>

/** How a provider's own calls are held to limits. */
export interface Limits {
  throttle: Throttle
  /** Under what tries of an address are counted. */
  placesOf(ip: string): Places
}

/** Where an address is. */
export interface Places {
  /** What one customer gets: the IPv4 address, or the /64 of an IPv6 address. */
  client: string
  /** What one site gets: the /48 of an IPv6 address; null for IPv4. */
  site: string | null
  /** What one provider gets: the /32 of an IPv6 address, the /16 of an IPv4 address. */
  network: string
}

/**
 * Runs a sign-up that the token of an invitation permits where sign-up is closed otherwise; null when the token permits
 * none.
 */
export type SignUpInvited = (token: string, work: () => Promise<Response>) => Promise<Response | null>

/** Records in the audit log what a user did with their sign-in. */
export type NoteOwn = (event: {
  /** The provider's user id. */
  subject: string
  action:
    | 'account.signed_in'
    | 'account.code_refused'
    | 'account.password_changed'
    | 'account.password_reset'
    | 'account.two_factor_on'
    | 'account.two_factor_off'
    | 'account.backup_codes_made'
}) => Promise<void>

/** A sign-in that has not ended. */
export interface OpenSession {
  id: string
  /** What the browser called itself; null: unknown. */
  userAgent: string | null
  signedInAt: Date
  lastActiveAt: Date
}

/** Port: sign-up, sign-in and tokens. Embedded: better-auth. */
export interface AuthProvider {
  kind: 'embedded' | 'clerk'
  /** With Clerk: what its script in the browser needs. */
  publishableKey?: string
  /** Null for a token that is bad, expired or not ours; never throws for one. Rejects when the keys cannot be read. */
  verify(bearer: string): Promise<Session | null>
  /** Is the session behind a token still signed in? Asked before anything that cannot be undone. */
  isLive(session: Pick<Session, 'sessionId' | 'subject'>): Promise<boolean>
  /**
   * The confirmed address that a user has now: a token says the one of when it was made. Null: there is no such user.
   *
   * @throws Refusal `unavailable` when it cannot be asked
   */
  emailOf(subject: string): Promise<string | null>
  /** Whether sign-up is open now to everyone, with or without an invitation. */
  signUpOpen(): Promise<boolean>
  /**
   * A link that sets a new password and confirms the address; valid for an hour. Null when no account has this address.
   */
  resetLink(email: string): Promise<string | null>
  /** Turns the second step of the sign-in off, if it is on; false: no account has this address. For the operator. */
  stopTwoFactor(email: string): Promise<boolean>
  /** Mounts the provider's own HTTP calls (`/api/identity/*`). */
  mount(app: FastifyInstance, limits: Limits, to: { signUpInvited: SignUpInvited; noteOwn: NoteOwn }): Promise<void>
  /** The sessions of a user that have not ended, the one used last first. */
  sessionsOf(subject: string): Promise<OpenSession[]>
  /** Ends one session of a user; false: they have none with this id. */
  endSession(subject: string, sessionId: string): Promise<boolean>
  /** Ends the sessions of a user. @param but the one that stays; null: none */
  endSessions(subject: string, but: string | null): Promise<void>
  /** Deletes a user with their sessions. Does nothing for one that is gone. */
  deleteUser(subject: string): Promise<void>
}

/** A mail to be sent, to one recipient. */
export interface Mail {
  to: string
  subject: string
  /** Plain text. */
  text: string
  /** The same for programs that show HTML. */
  html?: string
  /** Stable over all attempts: the Message-ID is made of it. */
  id?: string
  /** The URL that stops such mail with one POST (RFC 8058). */
  unsubscribe?: string
}

/** Port: sends mail. Without SMTP mail stays in the outbox. */
export interface MailTransport {
  kind: 'outbox' | 'smtp'
  /**
   * Resolves with the reply of the mail server ("250 2.0.0 Ok: queued"). Rejects when the mail could not be handed over;
   * the outbox then tries again later, save after a permanent `MailRefused`.
   */
  send(mail: Mail): Promise<string>
  /** Connects and signs in without a mail: null, else why the server does not take ours. Absent without a server. */
  check?: () => Promise<string | null>
}

/** The recipient's side refused a mail (a reply to RCPT TO). */
export class MailRefused extends Error {
  override readonly name = 'MailRefused'
  /** False: another try may help (4yz, as for a full mailbox). */
  readonly isFinal: boolean

  constructor(message: string, { isFinal, cause }: { isFinal: boolean; cause?: unknown }) {
    super(message, { cause })
    this.isFinal = isFinal
  }
}

/** What a webhook URL leads to. `generic`: a receiver of the user's own. */
export type WebhookKind = 'slack' | 'teams' | 'generic'

/** Port: posts to the webhooks that users name. */
export interface Notifier {
  /** Whether a URL may be a webhook of this kind; else why not, for the user. `temporary`: it could not be checked. */
  check(
    kind: WebhookKind,
    url: string,
    signal: AbortSignal,
  ): Promise<{ ok: true } | { ok: false; reason: string; temporary?: true }>
  /** Posts JSON; resolves with the answer in one line ("200 ok"). @throws PostFailed for anything but a 2xx answer */
  post(
    kind: WebhookKind,
    url: string,
    request: { body: string; headers: Readonly<Record<string, string>> },
    signal?: AbortSignal,
  ): Promise<string>
}

/** A webhook did not accept a post. The message is its answer in one line, or why there is none. */
export class PostFailed extends Error {
  override readonly name = 'PostFailed'
  /** True: another try would change nothing. */
  readonly isFinal: boolean
  /** How long the other side asks us to wait, in milliseconds. */
  readonly retryAfterMs: number | null

  constructor(message: string, { isFinal, retryAfterMs = null }: { isFinal: boolean; retryAfterMs?: number | null }) {
    super(message)
    this.isFinal = isFinal
    this.retryAfterMs = retryAfterMs
  }
}

/** Encrypts secrets that users entrust to us, for the database. */
export interface Sealer {
  /** @param context says whose secret it is; it opens in no other */
  seal(text: string, context: string): string
  /** null: sealed with an unknown key or for another context, or damaged. */
  open(sealed: string, context: string): string | null
  /** Whether the newest key sealed it. */
  isCurrent(sealed: string): boolean
}

/** The TXT record of a hosted name as it shall be. */
export interface ZoneChange {
  /** A-labels, at or below the apex of the hosted zone. */
  name: string
  /** The text, one character per byte; null: no record. */
  value: string | null
  /** In seconds. */
  ttl: number
}

/** Port: publishes the hosted zone at a provider. Our own name server needs none: it reads the records. */
export interface ZonePublisher {
  kind: 'powerdns' | 'cloudflare'
  /**
   * Makes each of these names have exactly this TXT record, and no other TXT record. Other types stay as they are. Saying
   * it again changes nothing. After a failure, some of the names may have their new record.
   *
   * @throws PublishFailed
   */
  publish(changes: readonly ZoneChange[], signal?: AbortSignal): Promise<void>
  /**
   * The TXT values published now at these names, for the comparison after a crash. A name without a record is absent.
   * Several records of a name are one value, joined by line feeds: it equals no value that is published here.
   *
   * @throws PublishFailed
   */
  published(names: readonly string[], signal?: AbortSignal): Promise<Map<string, string>>
}

/** The hosted zone could not be published or read. The message names the cause and holds no secret. */
export class PublishFailed extends Error {
  override readonly name = 'PublishFailed'
  /** Another attempt may succeed: no connection, a timeout, 5xx, 429. */
  readonly temporary: boolean
  /** How long the other side asks us to wait, in milliseconds. */
  readonly retryAfterMs: number | null

  constructor(
    message: string,
    { temporary, retryAfterMs = null }: { temporary: boolean; retryAfterMs?: number | null },
  ) {
    super(message)
    this.temporary = temporary
    this.retryAfterMs = retryAfterMs
  }
}

/** What a language model may do: read, as the caller of the request. */
export interface AssistantTool {
  /** For the model. */
  description: string
  input: z.ZodType
  /** What it reads, as text. Rejects only for a failure of ours. */
  run(input: unknown): Promise<string>
}

/** A question to a language model. */
export interface AssistantRequest {
  instructions: string
  /** The conversation, ending with what to answer. */
  messages: readonly { role: 'user' | 'assistant'; content: string }[]
  tools: Readonly<Record<string, AssistantTool>>
  /** The length of the answer, in tokens of the model. */
  maxOutputTokens: number
  /** Ends the request to the provider. */
  signal: AbortSignal
}

/** Port: a language model. Without one, the built-in analyst answers everything. */
export interface AssistantModel {
  /** Provider and model, for the operator and the log: `openai gpt-4.1-mini`. */
  label: string
  /** The pieces of the answer, in Markdown, and the names of the tools that are used. @throws AssistantFailed */
  stream(request: AssistantRequest): AsyncIterable<{ content: string } | { tool: string }>
}

/** A language model did not answer, or not to the end. The message names the cause and quotes nothing of the request. */
export class AssistantFailed extends Error {
  override readonly name = 'AssistantFailed'
  /**
   * `timeout`: it took too long, or stalled. `rate_limited`: its provider refuses for a while. `refused`: its provider
   * refuses the key, the model or the request. `cut`: the connection broke. `empty`: it ended without a word. `closed`:
   * the request was cancelled. `failed`: anything else.
   */
  readonly reason: 'timeout' | 'rate_limited' | 'refused' | 'cut' | 'empty' | 'closed' | 'failed'

  constructor(reason: AssistantFailed['reason'], message: string, options?: { cause?: unknown }) {
    super(message, options)
    this.reason = reason
  }
}

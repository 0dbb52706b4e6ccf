import type { HttpsFailure } from './failure.ts'
import { unanswered } from './failure.ts'
import { createSend, type SendOptions } from './send.ts'
import { readTypedUrl } from './url.ts'

export interface PostRequest {
  body: string
  /** By lower-case name. The content type is JSON unless given here. */
  headers?: Readonly<Record<string, string>>
  /** The time limit of everything together: DNS lookups, connection, reading. 15 s by default. */
  timeoutMs?: number
  /** The maximum size of the response; the rest is cut off. 64 KB by default. */
  maxBytes?: number
  signal?: AbortSignal
}

export type PostReply =
  | {
      status: number
      /** How long the server asks to wait (RFC 9110 section 10.2.3), at most a day; null: it does not say. */
      retryAfterSeconds: number | null
      /** The response as text, whatever its media type. */
      text: string
    }
  | { failure: HttpsFailure }

/**
 * Sends one POST request to an `https:` URL that a person typed. Never rejects, and never follows a redirect. Everything
 * that `HttpsGet` promises about the destination holds here.
 */
export type HttpsPost = (url: string, request: PostRequest) => Promise<PostReply>

export interface HttpsPostOptions extends SendOptions {
  now?: () => Date
}

export function createHttpsPost(options: HttpsPostOptions): HttpsPost {
  const { now = () => new Date() } = options
  const send = createSend(options)

  return async (text, { body, headers = {}, timeoutMs = 15_000, maxBytes = 65_536, signal: stop }) => {
    const url = readTypedUrl(text)
    if ('kind' in url) return { failure: url }
    const limit = AbortSignal.timeout(timeoutMs)
    const signal = stop === undefined ? limit : AbortSignal.any([limit, stop])
    const content = { body: Buffer.from(body), headers: { 'content-type': 'application/json', ...headers } }
    const outcome = await send(url, { maxBytes, timeoutMs, signal, content })
    if ('status' in outcome) {
      return {
        status: outcome.status,
        retryAfterSeconds: secondsOfRetryAfter(outcome.retryAfter, now()),
        text: outcome.body.toString(),
      }
    }
    if (stop?.aborted) return { failure: unanswered('cancelled', 'the delivery was stopped') }
    if (limit.aborted) return { failure: unanswered('timeout', 'the server did not answer in time') }
    return { failure: outcome }
  }
}

const day = 86_400

/** The seconds that the header Retry-After asks to wait (RFC 9110 section 10.2.3), at most a day; null when it says nothing. */
export function secondsOfRetryAfter(header: string | null, now: Date): number | null {
  if (header === null) return null
  const seconds = /^\d{1,9}$/.test(header) ? Number(header) : Math.ceil((Date.parse(header) - now.getTime()) / 1000)
  return Number.isNaN(seconds) ? null : Math.min(Math.max(seconds, 0), day)
}

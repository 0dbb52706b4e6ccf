import { displayText, type Resolver } from '@waxseal/core/dns'
import { addressRules, checkWebhookUrl, createHttpsPost, type HttpsFailure } from '@waxseal/scanner'
import type { Env } from '../../env.ts'
import { type Notifier, PostFailed, type WebhookKind } from '../../ports.ts'
import type { FakeNetwork } from '../scan.ts'

/** The time for a check, and for a post from the lookup to the end of the answer. */
const timeoutMs = 15_000
const maxBytes = 64 * 1024

interface Options {
  env: Pick<Env, 'outboundAllowPrivate'>
  /** The configured resolvers, for one check or post. */
  lookups: (signal: AbortSignal) => { resolver: Resolver }
  fakeNetwork?: FakeNetwork
}

/** Posts over HTTPS to public addresses, and to those of `OUTBOUND_ALLOW_PRIVATE`. Redirects are never followed. */
export function webhookNotifier({ env, lookups, fakeNetwork: { dial, ca } = {} }: Options): Notifier {
  const outbound = addressRules({ allowPrivate: env.outboundAllowPrivate })
  const allowAddress = (address: string) => outbound(address) === null
  return {
    check(kind, url, signal) {
      const within = withLimit(signal)
      return checkWebhookUrl(kind, url, { resolver: lookups(within).resolver, allowAddress, signal: within })
    },
    async post(kind, url, { body, headers }, signal) {
      const within = withLimit(signal)
      const post = createHttpsPost({ resolver: lookups(within).resolver, allowAddress, ca, dial })
      const reply = await post(url, {
        body,
        headers: { 'content-type': 'application/json', ...headers },
        timeoutMs,
        maxBytes,
        signal: within,
      })
      if ('failure' in reply) throw new PostFailed(reply.failure.text, { isFinal: isFinalFailure(reply.failure) })
      const answer = displayText(`${reply.status} ${reply.text}`.trim().replaceAll(/\s+/g, ' '), 300)
      if (reply.status >= 200 && reply.status < 300) return answer
      const retryAfterMs = reply.retryAfterSeconds === null ? null : reply.retryAfterSeconds * 1000
      throw new PostFailed(answer, { isFinal: isFinalStatus(kind, reply.status), retryAfterMs })
    },
  }
}

function withLimit(signal?: AbortSignal): AbortSignal {
  return AbortSignal.any([AbortSignal.timeout(timeoutMs), ...(signal === undefined ? [] : [signal])])
}

/**
 * A URL that may not be used now would not be used later either. What DNS says of its name can change: one wrong answer
 * pauses nothing.
 */
function isFinalFailure({ kind }: HttpsFailure): boolean {
  return kind === 'bad-url'
}

/**
 * Slack and Teams answer 4xx when a webhook was removed or its channel archived. A receiver of the user's own may answer
 * so while it is being installed: only 410 Gone means that it is to get nothing more.
 */
function isFinalStatus(kind: WebhookKind, status: number): boolean {
  if (kind === 'generic') return status === 410
  const isTemporary = status === 408 || status === 425 || status === 429
  return status >= 300 && status < 500 && !isTemporary
}

import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { clientOf } from './client.ts'
import { onceAMinute } from './once-a-minute.ts'
import { plainPath } from './plain-path.ts'

/** Counts the streams of events that are open. */
export function countStreams(app: FastifyInstance, { metrics }: Pick<Deps, 'metrics'>): void {
  app.addHook('onSend', async (_request, reply) => {
    if (!String(reply.getHeader('content-type')).startsWith('text/event-stream')) return
    reply.raw.once('close', metrics.streamOpened())
  })
}

/**
 * Counts and logs sign-ins, good and bad, with the client's address: a ban of addresses that guess passwords reads the
 * log. The email address is left out.
 */
export function observeSignIns(app: FastifyInstance, { metrics, now }: Pick<Deps, 'metrics' | 'now'>): void {
  const isNews = onceAMinute(() => now().getTime())
  app.addHook('onResponse', async (request, { statusCode: status }) => {
    const path = plainPath(request)
    if (request.method !== 'POST' || !signInPaths.includes(path)) return
    const outcome = outcomeOf(status)
    // The second step also follows a good first one, and a setup in a session.
    if (outcome === null || (outcome === 'good' && path !== signInPaths[0])) return
    metrics.signInEnded(outcome)
    // One who tries on without end must not fill the log.
    if (outcome === 'limited' && !isNews(clientOf(request.ip))) return
    const text = outcome === 'good' ? 'sign-in' : 'sign-in refused'
    request.log.info({ outcome }, text)
  })
}

/** Logs a client that is over a limit, once a minute: a line for each refused request would let it fill the disk. */
export function observeLimits(app: FastifyInstance, { now }: Pick<Deps, 'now'>): void {
  const isNews = onceAMinute(() => now().getTime())
  app.addHook('onResponse', async (request, { statusCode }) => {
    // A refused sign-in has a line of its own.
    if (statusCode !== 429 || signInPaths.includes(plainPath(request))) return
    if (isNews(clientOf(request.ip)))
      request.log.warn({ route: request.routeOptions.url }, 'a client is over its limit')
  })
}

const signInPaths = [
  '/api/identity/sign-in/email',
  '/api/identity/two-factor/verify-totp',
  '/api/identity/two-factor/verify-backup-code',
]

/** Null: neither, as for a body that is no sign-in, or a failure of ours. */
function outcomeOf(status: number): 'good' | 'bad' | 'limited' | null {
  if (status < 300) return 'good'
  if (status === 429) return 'limited'
  return status === 401 || status === 403 ? 'bad' : null
}

import fastifyRateLimit from '@fastify/rate-limit'
import { wording } from '@waxseal/contract'
import { billingWebhookRoute } from '@waxseal/contract/routes'
import { sql } from 'drizzle-orm'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { rateLimit } from '../db/schema/index.ts'
import type { Database, Tx } from '../db/store.ts'
import type { Deps } from '../deps.ts'
import { Refusal } from '../errors.ts'
import { type Actor, callerId } from '../features/workspaces/actor.ts'
import type { Throttle } from '../ports.ts'
import { clientOf } from './client.ts'
import { isRefusedByAddress } from './one-road.ts'
import { isCall } from './plain-path.ts'
import { sessionOf } from './session.ts'

/**
 * The coarse limit on API calls of one client to one process, far above what a person or our own pages need. Pages and
 * their files cost next to nothing and are not counted, because a whole office may share one address.
 */
const clientLimit = { max: 600, windowMs: 60_000 }

/**
 * A payment provider sends the events of all customers from a few addresses, many at once where renewals fall on one day.
 * One that is refused would wait for hours. A forged one costs no more than the check of its signature.
 */
const uncounted = `/api${billingWebhookRoute.path}`

/** The limits of one person, over all processes, for endpoints that cost more than a reply. By endpoint id. */
const strict: Readonly<Record<string, { max: number; windowMs: number }>> = {
  'diagnostics.scan': { max: 60, windowMs: 60_000 },
  'domains.add-bulk': { max: 30, windowMs: 60_000 },
  // A page asks for a preview at each pause in typing. No person does that twice a second for a minute.
  'spf.preview': { max: 120, windowMs: 60_000 },
  'spf.generate': { max: 60, windowMs: 60_000 },
  'dmarc.generate': { max: 60, windowMs: 60_000 },
  'spf-flattening.flatten': { max: 30, windowMs: 60_000 },
  'spf-flattening.check': { max: 30, windowMs: 60_000 },
  'spf-flattening.decide': { max: 30, windowMs: 60_000 },
  'headers.analyze': { max: 30, windowMs: 60_000 },
  // Its reply has up to 100 KB of headers, and a megabyte where an older version stored it.
  'headers.read': { max: 120, windowMs: 60_000 },
  // Each takes most of a second of a processor.
  'headers.export-pdf': { max: 20, windowMs: 60_000 },
  'diagnostics.export-pdf': { max: 20, windowMs: 60_000 },
  // A language model may answer, which costs money.
  'diagnostics.ai-analysis': { max: 20, windowMs: 60_000 },
  'diagnostics.ai-chat': { max: 30, windowMs: 60_000 },
  'headers.ai-analysis': { max: 20, windowMs: 60_000 },
  'headers.ai-chat': { max: 30, windowMs: 60_000 },
  'chat.query': { max: 30, windowMs: 60_000 },
  'records.check': { max: 30, windowMs: 60_000 },
  // A save may look up the hosts of webhooks.
  'alerts.save-settings': { max: 60, windowMs: 60_000 },
  // Each asks the payment provider.
  'payments.create-checkout': { max: 20, windowMs: 60_000 },
  'payments.checkout-status': { max: 60, windowMs: 60_000 },
  'payments.cancel-downgrade': { max: 20, windowMs: 60_000 },
  'payments.restore-downgrade': { max: 20, windowMs: 60_000 },
  'payments.create-portal-session': { max: 20, windowMs: 60_000 },
  'workspace.invite': { max: 30, windowMs: 60_000 },
  'invitations.accept': { max: 30, windowMs: 60_000 },
  // Each reads all rows of the workspaces.
  'account.export': { max: 10, windowMs: 3_600_000 },
  'api-keys.create': { max: 30, windowMs: 60_000 },
  // Each looks up the test entries of a zone.
  'blocklists.add': { max: 30, windowMs: 60_000 },
}

/** The same of one API key, where a program may do less than a person: a loop without an end is soon written. */
const strictForKeys: typeof strict = {
  'diagnostics.scan': { max: 20, windowMs: 60_000 },
}

/** Refuses clients that call too often (429). The counter is in memory, so it works when the database does not. */
export async function limitByClient(
  app: FastifyInstance,
  deps: Pick<Deps, 'auth'>,
  max = clientLimit.max,
): Promise<void> {
  await app.register(fastifyRateLimit, { global: false, cache: 20_000 })
  const count = app.createRateLimit({
    max,
    timeWindow: clientLimit.windowMs,
    keyGenerator: async request => (await personKey(deps, request)) ?? `ip ${clientOf(request.ip)}`,
  })
  app.addHook('onRequest', async (request, reply) => {
    if (!isCounted(request)) return
    const counted = await count(request)
    if (counted.isAllowed || !counted.isExceeded) return
    reply.header('retry-after', counted.ttlInSeconds)
    throw new Refusal('rate_limited', wording.rateLimited)
  })
}

/** Calls, whether or not there is such a call, and what no browser asks of our pages: a refused address, a part of a file. */
function isCounted(request: FastifyRequest): boolean {
  if (request.routeOptions.url === uncounted) return false
  return isCall(request) || isRefusedByAddress(request) || request.headers.range !== undefined
}

/** Null without a session, and when the signing keys cannot be read. The client address is counted then. */
async function personKey(deps: Pick<Deps, 'auth'>, request: FastifyRequest): Promise<string | null> {
  const session = await sessionOf(deps.auth, request).catch(() => null)
  return session === null ? null : `subject ${session.subject}`
}

/** The shared counter in the database, with windows of fixed length since the epoch. */
export function throttleOf({ store, now }: { store: { db: Database | Tx }; now: () => Date }): Throttle {
  return async (key, { max, windowMs }) => {
    const at = now().getTime()
    const start = at - (at % windowMs)
    const [row] = await store.db
      .insert(rateLimit)
      .values({ key, windowStart: new Date(start), n: 1 })
      .onConflictDoUpdate({ target: [rateLimit.key, rateLimit.windowStart], set: { n: sql`${rateLimit.n} + 1` } })
      .returning({ n: rateLimit.n })
    return row !== undefined && row.n > max ? Math.ceil((start + windowMs - at) / 1000) : null
  }
}

/**
 * Counts a call of a person or an API key against the strict limit of the endpoint, if it has one.
 *
 * @returns the seconds to wait when the call exceeds the limit, else null
 */
export async function overStrictLimit(
  deps: Deps,
  endpointId: string,
  actor: Pick<Actor, 'by'>,
): Promise<number | null> {
  const limit = (actor.by.kind === 'key' ? strictForKeys[endpointId] : undefined) ?? strict[endpointId]
  return limit === undefined ? null : throttleOf(deps)(`${endpointId} ${callerId(actor)}`, limit)
}

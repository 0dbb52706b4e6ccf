import fastifyRateLimit from '@fastify/rate-limit'
import { wording } from '@waxseal/contract'
import { sql } from 'drizzle-orm'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { rateLimit } from '../db/schema/index.ts'
import type { Store } from '../db/store.ts'
import type { Deps } from '../deps.ts'
import { Refusal } from '../errors.ts'
import type { Throttle } from '../ports.ts'
import { sessionOf } from './authenticate.ts'

/**
 * The coarse shield: how many calls one client may make to one process in a minute, whichever. Far above what a person
 * or our own pages do. The pages themselves and their files cost next to nothing and are not counted: a whole office
 * may stand behind one address.
 */
const shield = { max: 600, windowMs: 60_000 }

/** Calls that cost more than an answer, by endpoint id: what one account may ask, over all processes. */
const strict: Readonly<Record<string, { max: number; windowMs: number }>> = {
  'diagnostics.scan': { max: 60, windowMs: 60_000 },
  'domains.add-bulk': { max: 30, windowMs: 60_000 },
  // A page previews whenever somebody pauses: twice a second for a minute is no person.
  'spf.preview': { max: 120, windowMs: 60_000 },
  'spf.generate': { max: 60, windowMs: 60_000 },
  'dmarc.generate': { max: 60, windowMs: 60_000 },
}

/**
 * Whose requests are counted together: an account's, else those of one address (of IPv6, one /64, which is what one
 * customer gets).
 */
export function clientOf(ip: string): string {
  return fastifyRateLimit.normalizeIP(ip, 64)
}

/** Refuses (429) clients that ask too often. Kept in memory: the shield must hold when the database does not. */
export async function raiseShield(app: FastifyInstance, deps: Pick<Deps, 'auth'>): Promise<void> {
  await app.register(fastifyRateLimit, { global: false, cache: 20_000 })
  const count = app.createRateLimit({
    max: shield.max,
    timeWindow: shield.windowMs,
    keyGenerator: async request => (await accountKey(deps, request)) ?? `ip ${clientOf(request.ip)}`,
  })
  app.addHook('onRequest', async (request, reply) => {
    if (!request.routeOptions.url?.startsWith('/api/')) return
    const counted = await count(request)
    if (counted.isAllowed || !counted.isExceeded) return
    reply.header('retry-after', counted.ttlInSeconds)
    throw new Refusal('rate_limited', wording.rateLimited)
  })
}

/** Reading the keys may fail; who is asked for is then unknown, and the address counts. */
async function accountKey(deps: Pick<Deps, 'auth'>, request: FastifyRequest): Promise<string | null> {
  const session = await sessionOf(deps.auth, request).catch(() => null)
  return session === null ? null : `subject ${session.subject}`
}

/** The shared counter in the database: windows of fixed length, counted from the epoch. */
export function throttleOf({ store, now }: { store: Store; now: () => Date }): Throttle {
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
 * Counts a call of an account against the endpoint's strict limit, where it has one.
 *
 * @returns the seconds to wait when it is one too many, else null
 */
export async function overStrictLimit(deps: Deps, endpointId: string, accountId: string): Promise<number | null> {
  const limit = strict[endpointId]
  return limit === undefined ? null : throttleOf(deps)(`${endpointId} ${accountId}`, limit)
}

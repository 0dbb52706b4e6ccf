import type { IncomingMessage, ServerResponse } from 'node:http'
import { wording } from '@waxseal/contract'
import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify'
import { Refusal } from '../errors.ts'

/** The longest address that is answered, in characters of the request line (RFC 9112 section 3 wants 8,000 at least). */
export const addressMax = 8_192

/** The longest value within a path. Ids have 36 characters, tokens 43. */
const valueMax = 100

/** Where a request goes that Fastify refused: an address that always leads past the hooks, and that no cache keeps. */
const safeAddress = '/api'

/** What Fastify found wrong with requests that it refused before any hook. */
const refusedEarly = new WeakMap<IncomingMessage, FastifyError>()

/**
 * Fastify refuses an address that it cannot decode, or a value within it that is too long, before it calls any hook: no
 * limit counts such a reply, and none of our headers is on it. So the request is routed once more, to an address that is
 * in order, and `refuseOnTheRoad` answers it with the error when the hooks before it have run.
 */
export function takeTheRoad(
  app: Pick<FastifyInstance, 'routing'>,
  error: FastifyError,
  request: IncomingMessage,
  reply: ServerResponse,
): void {
  if (!refusedEarly.has(request)) refusedEarly.set(request, refusalOf(error, request))
  request.url = safeAddress
  app.routing(request, reply)
}

/** Answers what is refused by its address alone. Comes after the hooks that every reply shares, and before all others. */
export function refuseOnTheRoad(app: FastifyInstance): void {
  app.addHook('onRequest', async request => {
    const early = refusedEarly.get(request.raw)
    if (early !== undefined) throw early
    if (isTooLong(request)) throw new Refusal('address_too_long', wording.addressTooLong)
    if (hasLongValue(request)) throw new Refusal('not_found', wording.notFound)
  })
}

/** Whether the address of a request is refused, whatever it leads to. */
export function isRefusedByAddress(request: FastifyRequest): boolean {
  return refusedEarly.has(request.raw) || isTooLong(request)
}

function refusalOf(error: FastifyError, { url = '' }: IncomingMessage): FastifyError | Refusal {
  return url.length > addressMax ? new Refusal('address_too_long', wording.addressTooLong) : error
}

const isTooLong = ({ raw }: FastifyRequest): boolean => (raw.url ?? '').length > addressMax

function hasLongValue({ params }: FastifyRequest): boolean {
  if (typeof params !== 'object' || params === null) return false
  return Object.entries(params).some(
    // The path of a file has as many folders as it likes.
    ([name, value]) => name !== '*' && typeof value === 'string' && value.length > valueMax,
  )
}

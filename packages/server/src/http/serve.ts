import {
  type Endpoint,
  type ErrorCode,
  errorReply,
  errorStatus,
  type Frozen,
  keyAccessOf,
  type MayBeKey,
  wording,
} from '@waxseal/contract'
import { type Role, roleLabels } from '@waxseal/core/plan'
import type { FastifyInstance, FastifyReply, FastifyRequest, FastifySchema } from 'fastify'
import { z } from 'zod'
import type { Deps } from '../deps.ts'
import { Refusal } from '../errors.ts'
import type { Actor } from '../features/workspaces/actor.ts'
import type { Person } from '../features/workspaces/sign-in.ts'
import type { Session } from '../ports.ts'
import { authenticate, authenticateSession, callerOf, type PersonCaller } from './authenticate.ts'
import { secretReplies } from './compress.ts'
import { liveCalls } from './live-calls.data.ts'
import { overStrictLimit } from './rate-limit.ts'
import { sessionOf } from './session.ts'

/** What a handler gets about the request besides its input. */
interface PublicContext {
  /** Aborted when the client disconnects. */
  signal: AbortSignal
  request: FastifyRequest
  reply: FastifyReply
}

/** The same for a call that API keys may make too. */
interface UserContext extends PublicContext {
  actor: Actor
  /** Who calls; null: an API key does. */
  person: Person | null
}

/** The same for a call that only people may make. */
interface PersonContext extends PublicContext, PersonCaller {}

/** The same for a call that someone with a deleted account may make too. */
interface SessionContext extends PublicContext {
  session: Session
}

type ContextOf<E extends Endpoint> = E['route']['auth'] extends 'public'
  ? PublicContext
  : E['route']['auth'] extends 'session'
    ? SessionContext
    : MayBeKey<E['route']['id']> extends true
      ? UserContext
      : PersonContext

type Schema<E, K extends 'params' | 'query' | 'body'> = E extends { [P in K]: infer S extends z.ZodType }
  ? z.output<S>
  : undefined

/** The parsed request; a part without a schema is undefined. */
interface Input<E extends Endpoint> {
  params: Schema<E, 'params'>
  query: Schema<E, 'query'>
  body: Schema<E, 'body'>
}

/**
 * Answers an endpoint. Its result is validated with the reply schema, and fields outside the schema are dropped. A
 * streaming handler returns the `FastifyReply` that it sent.
 */
export type Handler<E extends Endpoint> = (
  context: ContextOf<E>,
  input: Input<E>,
) => Promise<Frozen<z.input<E['reply']>> | FastifyReply>

/**
 * Serves one endpoint of the contract below `/api`: sign-in first, then the schemas, then the handler. Every call of
 * ours is registered with it.
 *
 * @param options.bodyLimit the maximum size of a request body, in bytes; by default that of all calls
 * @param options.tooLarge what a larger one is answered; by default `wording.tooLarge`
 * @param options.slowBody whether its body has two minutes, while it keeps arriving
 */
export function serve<const E extends Endpoint>(
  app: FastifyInstance,
  deps: Deps,
  endpoint: E,
  handler: Handler<E>,
  { tooLarge, slowBody = false, ...options }: { bodyLimit?: number; tooLarge?: string; slowBody?: boolean } = {},
): void {
  const { route } = endpoint
  const open = new Set<AbortController>()
  // Without this, a stopping server would wait for the clients of its streams.
  app.addHook('preClose', async () => {
    for (const gone of open) gone.abort(new Error('the server is stopping'))
  })
  app.route({
    method: route.method,
    url: `/api${route.path}`,
    ...options,
    schema: schemaOf(endpoint),
    config: { compressed: !secretReplies.has(route.id), slowBody, ...(tooLarge !== undefined && { tooLarge }) },
    ...(route.auth === 'user' && {
      onRequest: authenticate(deps, {
        access: keyAccessOf(route.id),
        least: route.role,
        asksSession: liveCalls.has(route.id),
      }),
    }),
    ...(route.auth === 'session' && { onRequest: authenticateSession(deps) }),
    handler: async (request, reply) => {
      const caller = route.auth === 'user' ? callerOf(request) : null
      if (caller) await holdToLimit(deps, route.id, caller.actor, reply)
      const session = route.auth === 'session' ? await sessionOf(deps.auth, request) : null
      const person = personOf(caller)
      const context = {
        ...(session && { session }),
        ...caller,
        person,
        signal: goneSignal(reply, open),
        request,
        reply,
      }
      const input = { params: request.params, query: request.query, body: request.body }
      // The schemas of this endpoint parsed the input, and `authenticate` set the caller.
      const answer = await (handler as (context: PublicContext, input: unknown) => Promise<unknown>)(context, input)
      // A reply is a promise of its own end: a streamed one is finished here, or its client has gone, and it resolved to
      // nothing.
      if (reply.sent || reply.raw.headersSent || reply.raw.destroyed) return reply
      reply.code(endpoint.status)
      return endpoint.status === 204 ? reply.send() : reply.send(answer)
    },
  })
}

function personOf(caller: ReturnType<typeof callerOf> | null): Person | null {
  return caller !== null && 'signedIn' in caller ? caller.signedIn.person : null
}

async function holdToLimit(deps: Deps, id: string, actor: Actor, reply: FastifyReply): Promise<void> {
  const wait = await overStrictLimit(deps, id, actor)
  if (wait === null) return
  reply.header('retry-after', wait)
  throw new Refusal('rate_limited', wording.rateLimited)
}

function schemaOf(endpoint: Endpoint): FastifySchema {
  const { route, params, query, body } = endpoint
  // Errors of every call of a kind are not repeated in each endpoint.
  const anyCall: ErrorCode[] = ['internal', 'rate_limited']
  if (route.auth !== 'public') anyCall.push('unavailable')
  if (route.auth === 'user') anyCall.push('not_found', 'forbidden_key', 'account_deleted')
  if (route.auth === 'user' && route.role !== 'viewer') anyCall.push('forbidden_role')
  if (params || query || body) anyCall.push('validation')
  if (body) anyCall.push('too_large', 'unsupported_media_type')
  const statuses = new Set([...anyCall, ...endpoint.errors].map(code => errorStatus[code]))
  return {
    operationId: route.id,
    tags: [route.id.split('.')[0] ?? route.id],
    summary: endpoint.summary,
    ...(route.auth === 'user' && { description: `${roleNeeded(route.role)} ${scopeNeeded(route.id)}` }),
    ...(route.auth === 'session' && {
      description: 'Also answers a person whose account is deleted. API keys cannot make this call.',
    }),
    security: route.auth !== 'public' ? [{ bearer: [] }] : [],
    ...(params && { params }),
    ...(query && { querystring: query }),
    ...(body && { body }),
    response: {
      [endpoint.status]: replyOf(endpoint),
      ...Object.fromEntries([...statuses].sort((a, b) => a - b).map(status => [status, errorReply])),
    },
  }
}

const roleNeeded = (role: Role): string => `Requires the role ${roleLabels[role]} or higher.`

function scopeNeeded(id: string): string {
  const access = keyAccessOf(id)
  return typeof access === 'object' ? `${wording.keyNever[access.never]}.` : `An API key needs the scope \`${access}\`.`
}

/** A file has its own media type, and so has a stream; a handler sends both past the schema. */
function replyOf({ reply, file, streams }: Endpoint): unknown {
  if (file !== undefined) return { content: { [file]: { schema: reply } } }
  if (streams !== true) return reply
  const events = z.string().meta({ description: 'Lines that start with `data:`' })
  return { content: { 'application/json': { schema: reply }, 'text/event-stream': { schema: events } } }
}

/** Aborts when the connection closes before the end of the reply, or when the server stops. */
function goneSignal(reply: FastifyReply, open: Set<AbortController>): AbortSignal {
  const gone = new AbortController()
  open.add(gone)
  reply.raw.once('close', () => {
    open.delete(gone)
    if (!reply.raw.writableFinished) gone.abort(new Error('the client has gone'))
  })
  return gone.signal
}

import { wording, workspaceHeader } from '@waxseal/contract'
import type { Role } from '@waxseal/core/plan'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'
import { Refusal } from '../errors.ts'
import { type Actor, requireRole } from '../features/workspaces/actor.ts'
import { actorIn, type SignedIn, signedIn } from '../features/workspaces/sign-in.ts'
import type { AuthProvider, Session } from '../ports.ts'
import { addToLog } from './log-context.ts'

/** Who a request comes from, once `authenticate` has let it pass. */
interface Caller {
  /** In the workspace that the request names. */
  actor: Actor
  signedIn: SignedIn
  session: Session
}

const sessions = new WeakMap<FastifyRequest, Promise<Session | null>>()
const callers = new WeakMap<FastifyRequest, Caller>()

/** The session behind the request's bearer token, null without a valid one. Verified once per request. */
export function sessionOf(auth: AuthProvider, request: FastifyRequest): Promise<Session | null> {
  const known = sessions.get(request)
  if (known) return known
  const token = /^Bearer +([^\s]+) *$/i.exec(request.headers.authorization ?? '')?.[1]
  const session = token === undefined ? Promise.resolve(null) : auth.verify(token)
  sessions.set(request, session)
  return session
}

/**
 * A hook that lets only signed-in callers pass (401 `unauthorized` otherwise), in a workspace of theirs (404) and with
 * at least the role `least` there (403 `forbidden_role`). Makes the person who is new. Runs before the body is read.
 * Cookies count for nothing here.
 */
export function authenticate(
  deps: Deps,
  least: Role = 'viewer',
): (request: FastifyRequest, reply: FastifyReply) => Promise<void> {
  return async (request, reply) => {
    const session = await sessionOf(deps.auth, request)
    if (session === null) throw new Refusal('unauthorized', wording.signInNeeded)
    const who = await signedIn(deps, session)
    const wanted = request.headers[workspaceHeader]
    const actor = actorIn(who, wanted === undefined ? null : String(wanted))
    addToLog(request, reply, { accountId: actor.by.id, workspaceId: actor.workspace.id })
    requireRole(actor, least)
    callers.set(request, { session, signedIn: who, actor })
  }
}

/** The caller of a request that `authenticate` let pass. */
export function callerOf(request: FastifyRequest): Caller {
  const caller = callers.get(request)
  if (caller === undefined) throw new Error(`${request.method} ${request.url} was served without authentication`)
  return caller
}

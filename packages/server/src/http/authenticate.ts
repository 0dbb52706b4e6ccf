import { type KeyAccess, wording, workspaceHeader } from '@waxseal/contract'
import type { Role } from '@waxseal/core/plan'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'
import { Refusal } from '../errors.ts'
import { type Actor, type PersonActor, requireRole } from '../features/workspaces/actor.ts'
import { isKey } from '../features/workspaces/key-sign-in.ts'
import { requireLiveSession } from '../features/workspaces/live-session.ts'
import { actorIn, type SignedIn, signedIn } from '../features/workspaces/sign-in.ts'
import type { Session } from '../ports.ts'
import { actorOfKey } from './key-caller.ts'
import { addToLog } from './log-context.ts'
import { bearerOf, sessionOf } from './session.ts'

/** A person whom `authenticate` let pass, in the workspace that the request names. */
export interface PersonCaller {
  actor: PersonActor
  signedIn: SignedIn
  session: Session
}

/** Whom `authenticate` let pass: a person, or an API key. */
type Caller = PersonCaller | { actor: Actor }

const callers = new WeakMap<FastifyRequest, Caller>()

/**
 * A hook that lets only signed-in callers pass (401 `unauthorized` otherwise), in a workspace of theirs (404) and with
 * at least the role `least` there (403 `forbidden_role`). Makes the person who is new. Runs before the body is read.
 * Cookies count for nothing here. An API key passes where the table of its scopes allows the call (`key-caller.ts`).
 *
 * @param options.access what an API key needs for the call, or why none may make it
 * @param options.asksSession whether a token is not enough, and the session is asked whether it has ended
 */
export function authenticate(
  deps: Deps,
  { access, least, asksSession }: { access: KeyAccess; least: Role; asksSession: boolean },
): (request: FastifyRequest, reply: FastifyReply) => Promise<void> {
  return async (request, reply) => {
    const bearer = bearerOf(request)
    const isProgram = bearer !== null && isKey(bearer)
    const caller = isProgram
      ? { actor: await actorOfKey(deps, bearer, { access, request, reply }) }
      : await personOf(deps, request, reply, { least, asksSession })
    callers.set(request, caller)
  }
}

/** A hook that lets everyone pass who is signed in, also with a deleted account (401 `unauthorized` otherwise). */
export function authenticateSession(deps: Deps): (request: FastifyRequest) => Promise<void> {
  return async request => {
    if ((await sessionOf(deps.auth, request)) === null) throw new Refusal('unauthorized', wording.signInNeeded)
  }
}

async function personOf(
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  { least, asksSession }: { least: Role; asksSession: boolean },
): Promise<PersonCaller> {
  const session = await sessionOf(deps.auth, request)
  if (session === null) throw new Refusal('unauthorized', wording.signInNeeded)
  if (asksSession) await requireLiveSession(deps, session)
  const who = await signedIn(deps, session)
  const wanted = request.headers[workspaceHeader]
  const actor = actorIn(who, wanted === undefined ? null : String(wanted))
  addToLog(request, reply, { accountId: actor.by.id, workspaceId: actor.workspace.id })
  requireRole(actor, least)
  return { session, signedIn: who, actor }
}

/** The caller of a request that `authenticate` let pass. */
export function callerOf(request: FastifyRequest): Caller {
  const caller = callers.get(request)
  if (caller === undefined) throw new Error(`${request.method} ${request.url} was served without authentication`)
  return caller
}

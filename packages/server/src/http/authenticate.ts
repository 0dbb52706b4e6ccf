import { wording } from '@waxseal/contract'
import type { FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'
import { Refusal } from '../errors.ts'
import type { Account } from '../features/accounts/account.ts'
import { accountOf } from '../features/accounts/sign-in.ts'
import type { AuthProvider, Session } from '../ports.ts'

/** Who a request comes from, once `authenticate` has let it pass. */
interface Caller {
  account: Account
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
 * A hook that lets only signed-in callers pass (401 `unauthorized` otherwise) and makes the account of one who is
 * new. Runs before the body is read. Cookies count for nothing here.
 */
export function authenticate(deps: Deps): (request: FastifyRequest) => Promise<void> {
  return async request => {
    const session = await sessionOf(deps.auth, request)
    if (session === null) throw new Refusal('unauthorized', wording.signInNeeded)
    callers.set(request, { session, account: await accountOf(deps, session) })
  }
}

/** The caller of a request that `authenticate` let pass. */
export function callerOf(request: FastifyRequest): Caller {
  const caller = callers.get(request)
  if (caller === undefined) throw new Error(`${request.method} ${request.url} was served without authentication`)
  return caller
}

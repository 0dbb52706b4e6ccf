import type { FastifyRequest } from 'fastify'
import { isKey } from '../features/workspaces/key-sign-in.ts'
import type { AuthProvider, Session } from '../ports.ts'

const sessions = new WeakMap<FastifyRequest, Promise<Session | null>>()

/** The bearer token of a request, null without one. */
export function bearerOf(request: Pick<FastifyRequest, 'headers'>): string | null {
  return /^Bearer +([^\s]+) *$/i.exec(request.headers.authorization ?? '')?.[1] ?? null
}

/** The session behind the request's bearer token, null without a valid one, and for an API key. Verified once per request. */
export function sessionOf(auth: AuthProvider, request: FastifyRequest): Promise<Session | null> {
  const known = sessions.get(request)
  if (known) return known
  const token = bearerOf(request)
  const session = token === null || isKey(token) ? Promise.resolve(null) : auth.verify(token)
  sessions.set(request, session)
  return session
}

import { wording } from '@waxseal/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Limits } from '../../ports.ts'
import { identityCalls, identityWords, tooMany } from './identity-calls.ts'

export const identityPath = '/api/identity'

/** Sign-in forms are small. Larger bodies are refused. */
const bodyLimit = 64 * 1024

export interface Mounted {
  /** The library: a web request in, a web response out. */
  handle(request: Request): Promise<Response>
  /**
   * Runs one sign-up under the server's policy; null: the policy allows no sign-up now.
   *
   * @param invitation the token of an invitation, when the form sends one
   */
  signUp(invitation: string | undefined, work: () => Promise<Response>): Promise<Response | null>
  /** The origins of the pages that may call. */
  origins: readonly string[]
  publicUrl: string
}

/**
 * Mounts the sign-in library below `/api/identity`. Accepts only the calls in `identityCalls`, only from our own pages,
 * and counts them per client address. Error replies carry our fields beside those of the library.
 */
export async function mountIdentity(app: FastifyInstance, mounted: Mounted, limits: Limits): Promise<void> {
  await app.register(
    async scope => {
      // The body must stay unparsed, so that none of our schemas applies to it.
      scope.removeAllContentTypeParsers()
      scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit }, (_request, body, done) => done(null, body))
      scope.route({
        method: ['GET', 'POST'],
        url: '/*',
        bodyLimit,
        exposeHeadRoute: false,
        schema: { hide: true },
        handler: (request, reply) => answer(request, reply, mounted, limits),
      })
    },
    { prefix: identityPath },
  )
}

async function answer(
  request: FastifyRequest,
  reply: FastifyReply,
  mounted: Mounted,
  limits: Limits,
): Promise<FastifyReply> {
  const refuse = (status: number, code: string, detail: string) =>
    reply.code(status).send({ detail, code, message: detail, request_id: request.id })

  const url = new URL(request.url, mounted.publicUrl)
  const name = `${request.method} ${url.pathname.slice(identityPath.length)}`
  const call = Object.hasOwn(identityCalls, name) ? identityCalls[name] : undefined
  if (call === undefined) return refuse(404, 'NOT_FOUND', wording.notFound)
  if (!isOurs(request, mounted.origins)) return refuse(403, 'INVALID_ORIGIN', 'Sign-in is not allowed from this page')

  let body: string | undefined
  let email: string | undefined
  let invitation: string | undefined
  if (call.body) {
    const parsed = call.body.safeParse(jsonOf(request.body))
    if (!parsed.success) {
      return refuse(400, 'VALIDATION_ERROR', parsed.error.issues[0]?.message ?? 'The request is invalid')
    }
    email = textIn(parsed.data, 'email')
    invitation = textIn(parsed.data, 'invitation')
    // The library knows no invitations.
    body = JSON.stringify({ ...parsed.data, invitation: undefined })
  }
  const wait = await tooMany(name, { client: limits.clientOf(request.ip), email }, limits.throttle)
  if (wait !== null) {
    reply.header('retry-after', wait)
    return refuse(429, 'RATE_LIMITED', wording.rateLimited)
  }
  const handle = () => mounted.handle(webRequest(request, url, body))
  const work = name === 'GET /token' ? () => recheckSession(handle, request, mounted) : handle
  const response = call.signsUp ? await mounted.signUp(invitation, work) : await work()
  if (response === null) return refuse(403, 'SIGNUP_CLOSED', 'Sign-up is closed on this server')
  return forward(response, request, reply)
}

/**
 * The library answers GET /token with 401 also when the session lookup failed, and the web app signs the user out on a
 * 401. So a 401 is verified with GET /get-session, which reports a failed lookup as a server error.
 */
async function recheckSession(
  exchange: () => Promise<Response>,
  request: FastifyRequest,
  mounted: Mounted,
): Promise<Response> {
  const response = await exchange()
  if (response.status !== 401 || request.headers.cookie === undefined) return response
  const url = new URL(`${identityPath}/get-session`, mounted.publicUrl)
  const session = await mounted.handle(webRequest(request, url, undefined))
  if (session.status >= 500) return session
  return session.ok && (await session.json()) !== null ? exchange() : response
}

/**
 * Whether the request comes from one of our own pages or from a program. A browser sends the page's origin with every
 * POST. Another origin is refused even without a cookie, so that no other site can sign a visitor in or out.
 */
function isOurs(request: FastifyRequest, origins: readonly string[]): boolean {
  const { origin } = request.headers
  if (origin !== undefined) return origins.includes(origin)
  const site = request.headers['sec-fetch-site']
  return request.method !== 'POST' || site === undefined || site === 'same-origin' || site === 'none'
}

function jsonOf(body: unknown): unknown {
  if (typeof body !== 'string' || body === '') return undefined
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}

function textIn(fields: object, name: string): string | undefined {
  const value: unknown = Reflect.get(fields, name)
  return typeof value === 'string' ? value : undefined
}

/** Passes on the client address that we determined, never one that a header claims. */
function webRequest(request: FastifyRequest, url: URL, body: string | undefined): Request {
  const headers = new Headers({ 'x-client-ip': request.ip, origin: url.origin })
  for (const name of ['cookie', 'user-agent', 'accept-language']) {
    const value = request.headers[name]
    if (typeof value === 'string') headers.set(name, value)
  }
  if (body !== undefined) headers.set('content-type', 'application/json')
  return new Request(url, { method: request.method, headers, ...(body !== undefined && { body }) })
}

async function forward(response: Response, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  reply.code(response.status)
  for (const [name, value] of response.headers) {
    if (name !== 'set-cookie' && name !== 'content-length') reply.header(name, value)
  }
  const cookies = response.headers.getSetCookie()
  if (cookies.length > 0) reply.header('set-cookie', cookies)
  const text = await response.text()
  if (response.status < 400) return reply.send(text)
  const said = jsonOf(text)
  const error = typeof said === 'object' && said !== null ? said : {}
  const code = textIn(error, 'code') ?? ''
  const own = Object.hasOwn(identityWords, code) ? identityWords[code] : undefined
  const detail = own ?? textIn(error, 'message') ?? words(response.status)
  reply.header('content-type', 'application/json; charset=utf-8')
  return reply.send(JSON.stringify({ code: 'UNKNOWN', ...error, detail, request_id: request.id }))
}

function words(status: number): string {
  if (status === 401) return wording.signInNeeded
  return status >= 500 ? wording.internal : 'The server refused the request'
}

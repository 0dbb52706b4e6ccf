import { wording } from '@waxseal/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Limits, Places } from '../../ports.ts'
import type { Admission, SignInTry, Wait } from './admission.ts'
import { delayWords, type IdentityCall, identityCalls, identityWords } from './identity-calls.ts'
import { TooManyWaiting } from './lanes.ts'
import type { PasswordWork } from './password-work.ts'
import type { Pauses } from './pauses.ts'

export const identityPath = '/api/identity'

/** Sign-in forms are small. Larger bodies are refused. */
const bodyLimit = 64 * 1024

/**
 * A refusal leaves at a full step of so many ms and up to another one later: one who tries again at once must cost nothing, and the time must not show
 * where it was refused.
 */
const refusalMs = 1_000
/** Replies whose time must tell nothing leave at full steps of so many ms. */
const evenMs = 100
/** When to come back where too many passwords wait, in seconds. */
const busySeconds = 5

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
  /** Whether there is a mail server. */
  hasMail: boolean
  passwords: PasswordWork
  admission: Admission
  pauses: Pauses
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
  const since = performance.now()
  const refuse = (status: number, code: string, detail: string) =>
    reply.code(status).send({ detail, code, message: detail, request_id: request.id })
  const refuseLate = async (status: number, seconds: number, [code, detail]: readonly [string, string]) => {
    await mounted.pauses.pauseApart(since, refusalMs)
    reply.header('retry-after', seconds)
    return refuse(status, code, detail)
  }

  const url = new URL(request.url, mounted.publicUrl)
  const name = `${request.method} ${url.pathname.slice(identityPath.length)}`
  const call = Object.hasOwn(identityCalls, name) ? identityCalls[name] : undefined
  if (call === undefined) return refuse(404, 'NOT_FOUND', wording.notFound)
  if (!isOurs(request, mounted.origins)) return refuse(403, 'INVALID_ORIGIN', 'Sign-in is not allowed from this page')

  const given = call.body?.safeParse(jsonOf(request.body))
  if (given?.success === false) {
    return refuse(400, 'VALIDATION_ERROR', given.error.issues[0]?.message ?? 'The request is invalid')
  }
  if (call.mails === true && !mounted.hasMail) return refuse(403, 'NO_MAIL', noMail)
  const fields: object = given?.data ?? {}
  const places = limits.placesOf(request.ip)
  const body = given && JSON.stringify({ ...fields, ...ownFields })
  const handle = () => mounted.handle(webRequest(request, url, body))
  const work = name === 'GET /token' ? () => recheckSession(handle, request, mounted) : handle
  let admitted: Admitted = {}
  try {
    const decided = await admit(name, call, { fields, places, admission: mounted.admission })
    if ('why' in decided) return await refuseLate(429, decided.seconds, wordsOf(decided))
    admitted = decided
    const response = await run(call, { fields, work, admitted, places, mounted })
    if (response === null) return refuse(403, 'SIGNUP_CLOSED', 'Sign-up is closed on this server')
    if (call.signsIn && response.ok) await admitted.right?.()
    else if (call.even) await mounted.pauses.pauseToStep(since, evenMs)
    return await forward(response, request, reply)
  } catch (error) {
    if (!(error instanceof TooManyWaiting)) throw error
    await admitted.untried?.()
    return refuseLate(503, busySeconds, ['BUSY', wording.signInBusy])
  }
}

const noMail = 'This installation sends no mail. Ask its administrator for a link.'

/** Fields of ours, which the library does not know. */
const ownFields = { invitation: undefined, pass: undefined }

/** A call that is let in; what is counted about a sign-in. */
type Admitted = Partial<SignInTry>

async function admit(
  name: string,
  call: IdentityCall,
  { fields, places, admission }: { fields: object; places: Places; admission: Admission },
): Promise<Wait | Admitted> {
  const email = textIn(fields, 'email')
  if (call.signsIn && email !== undefined) return admission.signIn(places, { email, pass: textIn(fields, 'pass') })
  return (await admission.count(name, places, email)) ?? {}
}

const wordsOf = ({ why, seconds }: Wait): readonly [string, string] =>
  why === 'delay' ? ['SIGN_IN_DELAYED', delayWords(seconds)] : ['RATE_LIMITED', wording.rateLimited]

/** Runs a call, its passwords in the lane of the request. Null: the sign-up policy allows no sign-up now. */
async function run(
  call: IdentityCall,
  {
    fields,
    work,
    admitted,
    places,
    mounted,
  }: { fields: object; work: () => Promise<Response>; admitted: Admitted; places: Places; mounted: Mounted },
): Promise<Response | null> {
  const { admission, passwords } = mounted
  if (!call.hashes) return work()
  const standing = admitted.standing ?? (await admission.standing(places))
  return passwords.during(standing, async () => {
    if (!call.signsUp) return work()
    return mounted.signUp(textIn(fields, 'invitation'), async () => {
      await passwords.prepare(textIn(fields, 'password') ?? '')
      return work()
    })
  })
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

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { EmailAddressJSON, SessionJSON, UserJSON, VerificationJSON } from '@clerk/backend'
import { exportJWK, exportSPKI, generateKeyPair, SignJWT } from 'jose'

/** A person as Clerk has them. */
export interface ClerkPerson {
  id: string
  email: string
  first: string
  last: string
  confirmed: boolean
}

/** Clerk's Backend API, as far as we ask it (https://clerk.com/docs/reference/backend-api), with keys of its own. */
export interface FakeClerk {
  url: string
  /** The public key, as an operator copies it. */
  jwtKey: string
  people: Map<string, ClerkPerson>
  /** Session id to user id, of sessions that are signed in. */
  sessions: Map<string, string>
  /** How sessions ended, by id, as Clerk says it. */
  ended: Map<string, string>
  /** What was asked, as `GET /v1/users/user_1`. */
  asked: string[]
  /** Answers every call with this status; null: as usual. */
  failsWith: number | null
  /** A session token of a person, as Clerk's script in the browser has it. */
  token(claims?: TokenClaims): Promise<string>
  close(): Promise<void>
}

export interface TokenClaims {
  sub?: string
  sid?: string
  /** The origin of the page that the token was made for. */
  azp?: string
  sts?: string
  /** Seconds from now. */
  expires?: number
  email?: string
  email_verified?: boolean
  name?: string
  /** Who acts as the person. */
  act?: { iss?: string; sub?: string }
  /** Signed with another key. */
  forged?: boolean
  /** The name of the key in the header. */
  kid?: string
  /** In place of the instance. */
  iss?: string
}

const ownKid = 'ins_key'

export async function startFakeClerk(issuer: string): Promise<FakeClerk> {
  const own = await generateKeyPair('RS256', { extractable: true })
  const other = await generateKeyPair('RS256')
  const jwks = { keys: [{ ...(await exportJWK(own.publicKey)), kid: ownKid, alg: 'RS256', use: 'sig' }] }
  const people = new Map<string, ClerkPerson>()
  const sessions = new Map<string, string>()
  const ended = new Map<string, string>()
  const asked: string[] = []

  function reply(method: string, { pathname, searchParams }: URL): { status: number; body: unknown } {
    if (fake.failsWith !== null) return { status: fake.failsWith, body: errorBody('internal') }
    const [, , kind, id = '', action] = pathname.split('/')
    if (kind === 'jwks') return { status: 200, body: jwks }
    const person = people.get(id)
    if (kind === 'users' && person !== undefined) {
      if (method !== 'DELETE') return { status: 200, body: userJson(person) }
      people.delete(id)
      return { status: 200, body: { object: 'user', id, deleted: true } }
    }
    if (kind === 'sessions' && id === '') {
      const theirs = [...sessions].filter(([, userId]) => userId === searchParams.get('user_id'))
      const data = theirs.map(([sessionId, userId]) => sessionJson(sessionId, userId))
      return { status: 200, body: { data, total_count: data.length } }
    }
    const userId = sessions.get(id)
    if (kind === 'sessions' && userId !== undefined) {
      if (action === 'revoke') sessions.delete(id)
      return { status: 200, body: { ...sessionJson(id, userId), status: ended.get(id) ?? 'active' } }
    }
    return { status: 404, body: errorBody('resource_not_found') }
  }

  const server = createServer((request, response) => {
    const { method = '', url = '/' } = request
    const asks = new URL(url, 'http://clerk')
    asked.push(`${method} ${asks.pathname}`)
    const isKnown = request.headers.authorization?.startsWith('Bearer sk_') === true
    const { status, body } = isKnown ? reply(method, asks) : { status: 401, body: errorBody('clerk_key_invalid') }
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo

  const fake: FakeClerk = {
    url: `http://127.0.0.1:${port}`,
    jwtKey: await exportSPKI(own.publicKey),
    people,
    sessions,
    ended,
    asked,
    failsWith: null,
    token(asked = {}) {
      const { sub = 'user_1', sid = 'sess_1', azp = 'http://localhost:3000', expires = 60, ...rest } = asked
      const { forged, kid = ownKid, iss = issuer, ...claims } = rest
      const now = Math.floor(Date.now() / 1000)
      return new SignJWT({ sid, azp, v: 2, sts: 'active', ...claims })
        .setProtectedHeader({ alg: 'RS256', kid, typ: 'JWT' })
        .setIssuer(iss)
        .setSubject(sub)
        .setIssuedAt(now - 5)
        .setNotBefore(now - 15)
        .setExpirationTime(now + expires)
        .sign(forged === true ? other.privateKey : own.privateKey)
    },
    close: () =>
      new Promise(resolve => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
  return fake
}

function errorBody(code: string): { errors: { code: string; message: string }[] } {
  return { errors: [{ code, message: code }] }
}

function userJson({ id, email, first, last, confirmed }: ClerkPerson) {
  // Clerk's type has no name for the object of a verification.
  const verification = {
    id: 'idn_1',
    status: 'verified',
    strategy: 'email_code',
    attempts: 1,
    expire_at: 0,
  } satisfies Omit<VerificationJSON, 'object'>
  const address = {
    object: 'email_address',
    id: 'idn_1',
    email_address: email,
    linked_to: [],
    verification: confirmed ? { object: 'verification', ...verification } : null,
  } satisfies Omit<EmailAddressJSON, 'verification'> & { verification: object | null }
  return {
    object: 'user',
    id,
    first_name: first,
    last_name: last,
    has_image: false,
    image_url: 'https://img.clerk.com/x',
    primary_email_address_id: 'idn_1',
    email_addresses: [address],
    created_at: 0,
    updated_at: 0,
  } satisfies Partial<Omit<UserJSON, 'email_addresses'>> & { email_addresses: object[] }
}

function sessionJson(id: string, userId: string) {
  return {
    object: 'session',
    id,
    user_id: userId,
    client_id: 'client_1',
    status: 'active',
    last_active_at: 0,
    expire_at: 0,
    abandon_at: 0,
    created_at: 0,
    updated_at: 0,
  } satisfies Partial<SessionJSON>
}

import { identityRoutes } from '@waxseal/contract/routes'
import * as wording from '@waxseal/contract/wording'
import { type AuthClient, loadLimitMs, type SessionState, SignInError } from './state.ts'
import { readToken, type Token } from './token.ts'

/** A token this close to its expiry is replaced before use. */
const refreshEarlyMs = 10_000

/**
 * Loads the service that signs people in here, where that is not the built-in one. Rejects when it does not load.
 *
 * @param tell lets the subscribers read the state again
 * @param giveUp ends the loading: its limit began with the page
 */
export type HandOver = (publishableKey: string, tell: () => void, giveUp?: AbortSignal) => Promise<void>

/**
 * The built-in sign-in service: email and password. The browser has an httpOnly cookie for `/api/identity` only and
 * exchanges it for short-lived tokens, which are kept in memory.
 */
export function createEmbeddedAuth(handOver?: HandOver): AuthClient {
  let state: SessionState = { status: 'loading' }
  let token: Token | null = null
  let exchange: Promise<string | null> | null = null
  const listeners = new Set<() => void>()

  function tell(): void {
    for (const listener of listeners) listener()
  }

  function become(next: SessionState): void {
    state = next
    tell()
  }

  function accept(next: Token | null): string | null {
    token = next
    if (next === null) {
      if (state.status !== 'signed-out') become({ status: 'signed-out' })
      return null
    }
    const known = state.status === 'signed-in' && state.session.sessionId === next.session.sessionId
    if (!known) become({ status: 'signed-in', user: next.user, session: next.session })
    return next.jwt
  }

  /** Starts with the user of the cookie. A visitor without one is no error, so the console stays clean. */
  async function begin(signal?: AbortSignal): Promise<string | null> {
    const response = await readIdentity(identityRoutes.session.path, signal)
    if (response.status === 401) return accept(null)
    if (!response.ok) throw await refusal(response)
    const body: unknown = await response.json()
    if (body === null) return accept(null)
    const key = Reflect.get(Object(body), 'publishable_key')
    if (typeof key !== 'string' || handOver === undefined) return exchangeCookie(signal)
    await handOver(key, tell, signal)
    return null
  }

  /** Exchanges the cookie for a token. A 401 means signed out; every other failure rejects. */
  async function exchangeCookie(signal?: AbortSignal): Promise<string | null> {
    const receivedAt = Date.now()
    const response = await readIdentity(identityRoutes.token.path, signal)
    if (response.status === 401) return accept(null)
    if (!response.ok) throw await refusal(response)
    const body: unknown = await response.json()
    const jwt = typeof body === 'object' && body !== null && 'token' in body ? body.token : null
    const read = typeof jwt === 'string' ? readToken(jwt, receivedAt) : null
    if (read === null) throw new SignInError(response.status, 'The sign-in service sent no token')
    return accept(read)
  }

  function fresh(): Promise<string | null> {
    exchange ??= exchangeCookie().finally(() => {
      exchange = null
    })
    return exchange
  }

  const client: AuthClient = {
    hosted: () => null,
    state: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    async load() {
      become({ status: 'loading' })
      const giveUp = new AbortController()
      const { signal } = giveUp
      const limit = setTimeout(() => giveUp.abort(new Error(`No answer within ${loadLimitMs} ms`)), loadLimitMs)
      const late = new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
      try {
        await Promise.race([begin(signal), late])
      } catch (error) {
        // A service that has taken over says itself what failed.
        if (client.state() !== state) return
        console.error('failed_to_load_auth', error)
        become({ status: 'error', code: 'failed_to_load_auth' })
      } finally {
        clearTimeout(limit)
      }
    },
    getToken(options = {}) {
      if (!options.skipCache && token && token.expiresAt - refreshEarlyMs > Date.now()) {
        return Promise.resolve(token.jwt)
      }
      return state.status === 'signed-out' ? Promise.resolve(null) : fresh()
    },
    async signIn(input) {
      const answer = await writeIdentity(identityRoutes.signIn, input)
      if (typeof answer === 'object' && answer !== null && 'twoFactorRedirect' in answer) return 'code'
      if ((await exchangeCookie()) === null) throw new SignInError(401, 'Signing in did not start a session')
      return 'signed-in'
    },
    async signUp(input) {
      await writeIdentity(identityRoutes.signUp, input)
      return (await begin()) === null ? 'confirm' : 'signed-in'
    },
    async requestSignInLink(email) {
      await writeIdentity(identityRoutes.requestSignInLink, { email })
    },
    async sendConfirmation(email) {
      await writeIdentity(identityRoutes.sendVerification, { email })
    },
    async confirmAddress(input) {
      const answer = (await writeIdentity(identityRoutes.confirmAddress, input)) as { signedIn?: boolean } | null
      return answer?.signedIn && (await exchangeCookie()) ? 'signed-in' : 'confirmed'
    },
    async requestPasswordReset(email) {
      await writeIdentity(identityRoutes.requestReset, { email })
    },
    async resetPassword(input) {
      await writeIdentity(identityRoutes.resetPassword, input)
    },
    async signOut() {
      await writeIdentity(identityRoutes.signOut, {})
      accept(null)
    },
  }
  return client
}

/** A GET of the sign-in service, with the session cookie. */
export function readIdentity(path: string, signal?: AbortSignal): Promise<Response> {
  return fetch(`/api${path}`, { headers: { accept: 'application/json' }, signal: signal ?? null })
}

/** A POST to the sign-in service. Resolves with its JSON. @throws SignInError */
export async function writeIdentity({ path }: { path: string }, body: object): Promise<unknown> {
  let response: Response
  try {
    response = await fetch(`/api${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify(body),
    })
  } catch {
    throw new SignInError(0, 'We couldn’t reach the server. Please try again.')
  }
  if (!response.ok) throw await refusal(response)
  return response.json().catch(() => null)
}

async function refusal(response: Response): Promise<SignInError> {
  const body: unknown = await response.json().catch(() => null)
  const field = (name: string): string | null => {
    const value = typeof body === 'object' && body !== null ? Reflect.get(body, name) : null
    return typeof value === 'string' && value !== '' ? value : null
  }
  const fallback =
    response.status === 429 ? wording.rateLimited : 'The sign-in service is not available. Please try again.'
  return new SignInError(response.status, field('detail') ?? field('message') ?? fallback, field('code'))
}

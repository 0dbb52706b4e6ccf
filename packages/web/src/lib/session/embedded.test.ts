import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createEmbeddedAuth } from './embedded.ts'
import { SignInError } from './state.ts'

const encode = (value: object): string =>
  btoa(String.fromCharCode(...new TextEncoder().encode(JSON.stringify(value))))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

const claims = { sub: 'u1', sid: 's1', name: 'Zoë Müller', email: 'zoe@example.com', iat: 1_000, exp: 1_300 }
const tokenOf = (more: object = {}): string => `${encode({ alg: 'EdDSA' })}.${encode({ ...claims, ...more })}.c2ln`

const json = (status: number, body: unknown): Response => new Response(JSON.stringify(body), { status })

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-20T12:00:00Z') })
  vi.spyOn(console, 'error').mockReturnValue()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

describe('loading', () => {
  it('finds the signed-in person, with the session fields', async () => {
    vi.stubGlobal('fetch', () => Promise.resolve(json(200, { token: tokenOf() })))
    const auth = createEmbeddedAuth()
    expect(auth.state()).toEqual({ status: 'loading' })
    await auth.load()
    expect(auth.state()).toEqual({
      status: 'signed-in',
      user: { name: 'Zoë Müller', email: 'zoe@example.com' },
      session: {
        sessionId: 's1',
        sessionStatus: 'active',
        userId: 'u1',
      },
    })
  })

  it('finds no person without a session, and requests no token then', async () => {
    const asked: string[] = []
    vi.stubGlobal('fetch', (path: string) => {
      asked.push(path)
      return Promise.resolve(json(200, null))
    })
    const auth = createEmbeddedAuth()
    await auth.load()
    expect(auth.state()).toEqual({ status: 'signed-out' })
    expect(asked).toEqual(['/api/identity/get-session'])
  })

  it('finds no person on a 401', async () => {
    vi.stubGlobal('fetch', () => Promise.resolve(json(401, {})))
    const auth = createEmbeddedAuth()
    await auth.load()
    expect(auth.state()).toEqual({ status: 'signed-out' })
    await expect(auth.getToken()).resolves.toBeNull()
  })

  it('gives up after 15000 ms, not before, with the code failed_to_load_auth', async () => {
    vi.stubGlobal('fetch', (_path: string, { signal }: { signal: AbortSignal }) => {
      return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)))
    })
    const auth = createEmbeddedAuth()
    const loaded = auth.load()
    await vi.advanceTimersByTimeAsync(14_999)
    expect(auth.state()).toEqual({ status: 'loading' })
    await vi.advanceTimersByTimeAsync(1)
    await loaded
    expect(auth.state()).toEqual({ status: 'error', code: 'failed_to_load_auth' })
  })

  it('gives up as late when another service takes over and its program does not arrive', async () => {
    vi.stubGlobal('fetch', () => Promise.resolve(json(200, { publishable_key: 'pk_test_x' })))
    const auth = createEmbeddedAuth(() => new Promise(() => {}))
    const loaded = auth.load()
    await vi.advanceTimersByTimeAsync(14_999)
    expect(auth.state()).toEqual({ status: 'loading' })
    await vi.advanceTimersByTimeAsync(1)
    await loaded
    expect(auth.state()).toEqual({ status: 'error', code: 'failed_to_load_auth' })
  })

  it('can be tried again after an error', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
    const auth = createEmbeddedAuth()
    await auth.load()
    expect(auth.state().status).toBe('error')
    vi.stubGlobal('fetch', () => Promise.resolve(json(200, { token: tokenOf() })))
    await auth.load()
    expect(auth.state().status).toBe('signed-in')
  })

  it('treats a reply without a readable token as an error', async () => {
    for (const body of [{}, { token: 7 }, { token: 'no.token' }, { token: `a.${encode({})}.c` }, null]) {
      vi.stubGlobal('fetch', (path: string) => Promise.resolve(json(200, path.endsWith('/token') ? body : {})))
      const auth = createEmbeddedAuth()
      await auth.load()
      expect(auth.state().status).toBe('error')
    }
  })
})

describe('the token', () => {
  it('is cached until shortly before it expires, whatever the local clock says', async () => {
    const fetch = vi.fn(() => Promise.resolve(json(200, { token: tokenOf() })))
    vi.stubGlobal('fetch', fetch)
    const auth = createEmbeddedAuth()
    await auth.load()
    fetch.mockClear()
    vi.advanceTimersByTime(289_000)
    await auth.getToken()
    expect(fetch).toHaveBeenCalledTimes(0)
    vi.advanceTimersByTime(2_000)
    await auth.getToken()
    expect(fetch).toHaveBeenCalledTimes(1)
  })

  it('is fetched again on skipCache, once for simultaneous calls', async () => {
    const fetch = vi.fn(() => Promise.resolve(json(200, { token: tokenOf() })))
    vi.stubGlobal('fetch', fetch)
    const auth = createEmbeddedAuth()
    await auth.load()
    fetch.mockClear()
    await Promise.all([auth.getToken({ skipCache: true }), auth.getToken({ skipCache: true })])
    expect(fetch).toHaveBeenCalledTimes(1)
  })

  it('means signed out when it is refused', async () => {
    vi.stubGlobal('fetch', () => Promise.resolve(json(200, { token: tokenOf() })))
    const auth = createEmbeddedAuth()
    await auth.load()
    vi.stubGlobal('fetch', () => Promise.resolve(json(401, {})))
    await expect(auth.getToken({ skipCache: true })).resolves.toBeNull()
    expect(auth.state()).toEqual({ status: 'signed-out' })
  })
})

describe('signing in', () => {
  it('shows the service’s own sentence when it refuses', async () => {
    vi.stubGlobal('fetch', () =>
      Promise.resolve(json(401, { detail: 'Invalid email or password', code: 'INVALID_EMAIL_OR_PASSWORD' })),
    )
    const attempt = createEmbeddedAuth().signIn({ email: 'a@example.com', password: 'x' })
    await expect(attempt).rejects.toEqual(
      new SignInError(401, 'Invalid email or password', 'INVALID_EMAIL_OR_PASSWORD'),
    )
  })

  it('asks for a code where the password alone starts no session', async () => {
    vi.stubGlobal('fetch', () => Promise.resolve(json(200, { twoFactorRedirect: true, twoFactorMethods: ['totp'] })))
    const attempt = createEmbeddedAuth().signIn({ email: 'a@example.com', password: 'x' })
    await expect(attempt).resolves.toBe('code')
  })

  it('asks to confirm the address after a sign-up without a session', async () => {
    vi.stubGlobal('fetch', (path: string) =>
      Promise.resolve(json(200, path === '/api/identity/get-session' ? null : { token: null, user: {} })),
    )
    const outcome = createEmbeddedAuth().signUp({ name: 'A', email: 'a@example.com', password: 'long enough' })
    await expect(outcome).resolves.toBe('confirm')
  })

  it('begins the session of a confirmed address, and tells when there is none', async () => {
    let signedIn = true
    vi.stubGlobal('fetch', (path: string) =>
      Promise.resolve(json(200, path.endsWith('/token') ? { token: tokenOf() } : { status: true, signedIn })),
    )
    const auth = createEmbeddedAuth()
    expect(await auth.confirmAddress({ token: 'x', password: 'y' })).toBe('signed-in')
    expect(auth.state().status).toBe('signed-in')
    signedIn = false
    expect(await createEmbeddedAuth().confirmAddress({ token: 'x', newPassword: 'y' })).toBe('confirmed')
  })
})

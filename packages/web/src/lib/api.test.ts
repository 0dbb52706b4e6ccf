import {
  acceptInvitationRoute,
  configRoute,
  deleteDomainRoute,
  listDomainsRoute,
  workspaceHeader,
} from '@waxseal/contract/routes'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { call, registerTokenGetter, type TokenGetter } from './api.ts'
import { ApiError, lockedFeature } from './api-error.ts'
import { chooseWorkspace } from './workspace.ts'

type Answer = [status: number, body?: unknown]

/** Replies to calls in order and records them. */
function serve(...answers: Answer[]) {
  const seen: { method: string; path: string; authorization: string | null }[] = []
  vi.stubGlobal('fetch', (path: string, { method, headers }: { method: string; headers: Headers }) => {
    seen.push({ method, path, authorization: headers.get('authorization') })
    const [status, body] = answers.shift() ?? [500]
    const text = body === undefined ? null : JSON.stringify(body)
    return Promise.resolve(new Response(text, { status }))
  })
  return seen
}

const refused: Answer = [401, { detail: 'Please sign in', code: 'unauthorized', request_id: 'r1' }]

describe('the call', () => {
  beforeEach(() => {
    vi.spyOn(console, 'warn').mockReturnValue()
    vi.spyOn(console, 'error').mockReturnValue()
  })
  afterEach(() => {
    vi.unstubAllGlobals()
    vi.restoreAllMocks()
  })

  it('carries the token of the registered getter', async () => {
    registerTokenGetter(() => Promise.resolve('t1'))
    const seen = serve([200, []])
    await expect(call(listDomainsRoute, {})).resolves.toEqual([])
    expect(seen).toEqual([{ method: 'GET', path: '/api/domains', authorization: 'Bearer t1' }])
  })

  it('names the chosen workspace, except when joining another one', async () => {
    registerTokenGetter(() => Promise.resolve('t'))
    chooseWorkspace('kite')
    const named: (string | null)[] = []
    vi.stubGlobal('fetch', (_: string, { headers }: { headers: Headers }) => {
      named.push(headers.get(workspaceHeader))
      return Promise.resolve(Response.json([]))
    })
    await call(listDomainsRoute, {})
    await call(acceptInvitationRoute, { body: { token: 'a' } })
    chooseWorkspace(null)
    expect(named).toEqual(['kite', null])
  })

  it('requests no token where none is needed', async () => {
    const getter = vi.fn<TokenGetter>()
    registerTokenGetter(getter)
    const seen = serve([200, {}])
    await call(configRoute, {})
    expect(getter).not.toHaveBeenCalled()
    expect(seen[0]?.authorization).toBeNull()
  })

  it('gets a fresh token after a 401, bypassing the cache, and repeats the call once', async () => {
    const getter = vi.fn<TokenGetter>(options => Promise.resolve(options?.skipCache ? 'fresh' : 'stale'))
    registerTokenGetter(getter)
    const seen = serve(refused, [200, []])
    await expect(call(listDomainsRoute, {})).resolves.toEqual([])
    expect(seen.map(({ authorization }) => authorization)).toEqual(['Bearer stale', 'Bearer fresh'])
    expect(getter.mock.calls).toEqual([[], [{ skipCache: true }]])
  })

  it('does not repeat it a second time', async () => {
    registerTokenGetter(() => Promise.resolve('t'))
    const seen = serve(refused, refused, [200, []])
    await expect(call(listDomainsRoute, {})).rejects.toMatchObject({ status: 401, detail: 'Please sign in' })
    expect(seen).toHaveLength(2)
  })

  it('shares one token refresh between simultaneously refused calls', async () => {
    let refreshes = 0
    registerTokenGetter(options => {
      if (options?.skipCache) refreshes += 1
      return Promise.resolve(options?.skipCache ? 'fresh' : 'stale')
    })
    const seen = serve(refused, refused, refused, [200, []], [200, []], [200, []])
    await Promise.all([call(listDomainsRoute, {}), call(listDomainsRoute, {}), call(listDomainsRoute, {})])
    expect(refreshes).toBe(1)
    expect(seen.filter(({ authorization }) => authorization === 'Bearer fresh')).toHaveLength(3)
  })

  it('logs a refresh that fails and rejects with the first 401', async () => {
    registerTokenGetter(options =>
      options?.skipCache ? Promise.reject(new Error('no network')) : Promise.resolve('stale'),
    )
    const seen = serve(refused)
    await expect(call(listDomainsRoute, {})).rejects.toMatchObject({ status: 401, code: 'unauthorized' })
    expect(seen).toHaveLength(1)
    expect(console.error).toHaveBeenCalledOnce()
  })

  it('sends the call without a token if there is none, and logs that', async () => {
    registerTokenGetter(() => Promise.reject(new Error('not loaded')))
    const seen = serve([200, []])
    await expect(call(listDomainsRoute, {})).resolves.toEqual([])
    expect(seen[0]?.authorization).toBeNull()
    expect(console.warn).toHaveBeenCalledOnce()
  })

  it('encodes any parameters into the path', async () => {
    registerTokenGetter(() => Promise.resolve('t'))
    const seen = serve([204])
    await expect(call(deleteDomainRoute, { params: { id: '../a b?c' }, query: {} })).resolves.toBeNull()
    expect(seen[0]?.path).toBe('/api/domains/..%2Fa%20b%3Fc')
  })

  it('rejects with status 0 when the server cannot be reached', async () => {
    registerTokenGetter(() => Promise.resolve('t'))
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
    await expect(call(listDomainsRoute, {})).rejects.toMatchObject({ status: 0, detail: null })
  })

  it('survives error bodies of an unexpected shape', async () => {
    registerTokenGetter(() => Promise.resolve('t'))
    for (const body of [undefined, [], 'text', { detail: 7, code: null }]) {
      serve([502, body])
      await expect(call(listDomainsRoute, {})).rejects.toMatchObject({ status: 502, detail: null, code: null })
    }
  })
})

describe('a refusal that an upgrade would lift', () => {
  it('is recognized by its code, or by "Domain limit" in its detail', () => {
    expect(lockedFeature(new ApiError(403, { detail: 'x', code: 'domain_limit' }))).toBe('domains')
    expect(lockedFeature(new ApiError(403, { detail: 'Domain limit reached. Upgrade.' }))).toBe('domains')
    expect(lockedFeature(new ApiError(403, { detail: 'x', code: 'scan_limit' }))).toBe('scans')
    expect(lockedFeature(new ApiError(403, { detail: 'x', code: 'feature_locked', feature: 'exports' }))).toBe(
      'exports',
    )
  })

  it('is recognized by nothing else', () => {
    expect(lockedFeature(new ApiError(400, { detail: 'Domain limit' }))).toBeNull()
    expect(lockedFeature(new ApiError(403, { detail: 'no' }))).toBeNull()
    expect(lockedFeature(new Error('Domain limit'))).toBeNull()
  })
})

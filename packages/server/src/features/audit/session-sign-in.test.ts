import type { auditLog, ReplyOf } from '@waxseal/contract'
import pino from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { clerkAuth } from '../../adapters/auth/clerk.ts'
import { buildApp } from '../../app.ts'
import type { Deps } from '../../deps.ts'
import { readEnv } from '../../env.ts'
import { openTestDeps, type TestDeps } from '../../testing/deps.ts'
import { type FakeClerk, startFakeClerk, type TokenClaims } from '../../testing/fake-clerk.ts'
import { onTheStore } from '../../testing/store.ts'

type Log = ReplyOf<typeof auditLog>

const settings = {
  kind: 'clerk' as const,
  publishableKey: `pk_test_${btoa('clerk.example.org$')}`,
  secretKey: `sk_test_${'k'.repeat(40)}`,
}

onTheStore('a sign-in at Clerk', kind => {
  let clerk: FakeClerk
  let deps: TestDeps
  const apps: Awaited<ReturnType<typeof buildApp>>[] = []
  beforeAll(async () => {
    clerk = await startFakeClerk('https://clerk.example.org')
  })
  afterAll(() => clerk.close())
  beforeEach(async () => {
    for (const [id, email] of [
      ['user_1', 'zoe@example.org'],
      ['user_2', 'kim@example.org'],
    ] as const) {
      clerk.people.set(id, { id, email, first: 'Zoë', last: 'Müller', confirmed: true })
      clerk.sessions.set(`sess_${id}`, id)
    }
    deps = await openTestDeps(kind, { connections: 5 })
  })
  afterEach(async () => {
    for (const app of apps.splice(0)) await app.close()
    await deps.close()
  })

  /** A server process on the store of the others, with a memory of its own. */
  const aProcess = async (overrides: Partial<Deps> = {}) => {
    const { now } = deps
    const auth = clerkAuth({
      env: readEnv({}),
      settings: { ...settings, jwtKey: clerk.jwtKey, apiUrl: clerk.url },
      now,
    })
    const own = { ...deps, auth, ...overrides }
    const app = await buildApp(own)
    apps.push(app)
    const call = async (url: string, claims: TokenClaims, options: object = {}) => {
      const token = await clerk.token({ sid: `sess_${claims.sub ?? 'user_1'}`, ...claims })
      return app.inject({ url: `/api${url}`, headers: { authorization: `Bearer ${token}` }, ...options })
    }
    return {
      visit: (claims: TokenClaims = {}) => call('/auth/me', claims),
      rename: (claims: TokenClaims) => call('/workspace', claims, { method: 'PUT', payload: { name: 'Theirs' } }),
      texts: async (claims: TokenClaims = {}) =>
        (await call('/account/audit-log', claims)).json<Log>().events.map(({ text }) => text),
      written: vi.spyOn(own.store, 'transaction'),
    }
  }

  it('is recorded once for each session, also when a page asks ten things at the same moment', async () => {
    const { visit, texts } = await aProcess()
    await Promise.all(Array.from({ length: 10 }, () => visit()))
    deps.clock.pass(1_000)
    expect((await texts()).sort()).toEqual(['Created the account', 'Signed in'])
    await visit({ sid: 'sess_other' })
    expect(await texts()).toEqual(['Signed in', expect.any(String), expect.any(String)])
  })

  it('is recorded once by two processes, and again by none that starts later', async () => {
    const [one, other] = [await aProcess(), await aProcess()]
    await one.visit()
    await Promise.all([one, other].flatMap(({ visit }) => [visit({ sid: 'sess_both' }), visit({ sid: 'sess_both' })]))
    const later = await aProcess()
    await later.visit({ sid: 'sess_both' })
    expect((await later.texts()).filter(text => text === 'Signed in')).toHaveLength(2)
  })

  it('of someone who acts as the person says so, and so does all that they do', async () => {
    const { visit, texts, rename } = await aProcess()
    await visit()
    const act = { iss: 'https://dashboard.clerk.com', sub: 'user_support' }
    await rename({ sid: 'sess_support', act })
    const who = '(done by user_support, who was signed in as this person)'
    expect(await texts({ sid: 'sess_support', act })).toEqual(
      expect.arrayContaining([
        `Signed in ${who}`,
        expect.stringMatching(/^Renamed the workspace from .* to Theirs \(done by user_support, who was signed in as/),
        'Signed in',
      ]),
    )
  })

  it('costs nothing from the second call on', async () => {
    const { visit, written } = await aProcess()
    await visit()
    written.mockClear()
    for (let i = 0; i < 3; i++) expect((await visit()).statusCode).toBe(200)
    expect(written).not.toHaveBeenCalled()
  })

  it('is its person’s alone', async () => {
    const { visit, texts } = await aProcess()
    await visit()
    await visit({ sub: 'user_2' })
    await visit({ sub: 'user_2', sid: 'sess_3' })
    expect([(await texts()).length, (await texts({ sub: 'user_2' })).length]).toEqual([2, 3])
  })

  it('is recorded by the next call when the log cannot be written, which fails no call', async () => {
    const lines: string[] = []
    const log = pino({ level: 'error' }, { write: line => void lines.push(line) }) as Deps['log']
    const { visit, texts, written } = await aProcess({ log })
    await visit()
    written.mockRejectedValueOnce(new Error('the disk is full'))
    expect((await visit({ sid: 'sess_2' })).statusCode).toBe(200)
    expect(lines.join()).toContain('a sign-in is missing from the audit log')
    expect((await texts()).filter(text => text === 'Signed in')).toHaveLength(1)
    await visit({ sid: 'sess_2' })
    expect((await texts({ sid: 'sess_2' })).filter(text => text === 'Signed in')).toHaveLength(2)
  })
})

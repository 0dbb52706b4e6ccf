import fastify from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { Refusal } from '../../errors.ts'
import { type FakeClerk, startFakeClerk } from '../../testing/fake-clerk.ts'
import { clerkAuth } from './clerk.ts'

const publicUrl = 'http://localhost:3000'
const publishableKey = `pk_test_${btoa('clerk.example.org$')}`
const secretKey = `sk_test_${'k'.repeat(40)}`
let clerk: FakeClerk
const clock = { now: new Date() }

beforeAll(async () => {
  clerk = await startFakeClerk('https://clerk.example.org')
})
afterAll(() => clerk.close())
beforeEach(() => {
  clock.now = new Date()
  clerk.failsWith = null
  clerk.people.clear()
  clerk.people.set('user_1', { id: 'user_1', email: 'zoe@example.org', first: 'Zoë', last: 'Müller', confirmed: true })
  clerk.sessions.clear()
  clerk.ended.clear()
  clerk.sessions.set('sess_1', 'user_1')
  clerk.asked.length = 0
})

const anAuth = (jwtKey: string | null = clerk.jwtKey) =>
  clerkAuth({
    env: { publicUrl },
    settings: { kind: 'clerk', publishableKey, secretKey, jwtKey, apiUrl: clerk.url },
    now: () => clock.now,
  })

/** What a call is refused with; null: it is not. */
async function refusalOf(call: Promise<unknown>): Promise<unknown> {
  return call.then(
    () => null,
    (error: unknown) => (error instanceof Refusal ? [error.code, error.message] : error),
  )
}

const zoe = {
  subject: 'user_1',
  sessionId: 'sess_1',
  status: 'active',
  email: 'zoe@example.org',
  name: 'Zoë Müller',
  picture: null,
  impersonator: null,
}
const unavailable = ['unavailable', 'Your sign-in could not be checked. Please try again.']

describe('a token of Clerk', () => {
  it('is the session of its person, with the confirmed address', async () => {
    expect(await anAuth().verify(await clerk.token())).toEqual(zoe)
  })

  it('is verified with keys that Clerk names, where the configuration has none', async () => {
    expect(await anAuth(null).verify(await clerk.token())).toEqual(zoe)
    expect(clerk.asked).toContain('GET /v1/jwks')
  })

  it('with a key that Clerk does not have leads to one question a minute, for all of them', async () => {
    const auth = anAuth(null)
    const jwks = () => clerk.asked.filter(line => line === 'GET /v1/jwks').length
    const strange = async (from: number) => {
      for (let n = from; n < from + 30; n++)
        expect(await auth.verify(await clerk.token({ kid: `ins_${n}` }))).toBeNull()
    }
    await auth.verify(await clerk.token())
    expect(jwks()).toBe(1)
    await strange(0)
    expect(jwks()).toBe(1)
    clock.now = new Date(clock.now.getTime() + 60_000)
    await Promise.all([strange(100), strange(200)])
    expect(jwks()).toBe(2)
    // A key that was taken back counts for five minutes at most, and an unreadable list changes nothing.
    clock.now = new Date(clock.now.getTime() + 5 * 60_000)
    clerk.failsWith = 500
    expect(await auth.verify(await clerk.token())).toEqual(zoe)
    expect(jwks()).toBe(3)
  })

  it('of someone who acts as the person says who that is', async () => {
    const act = { iss: 'https://dashboard.clerk.com', sub: 'user_support' }
    expect(await anAuth().verify(await clerk.token({ act }))).toEqual({ ...zoe, impersonator: 'user_support' })
    expect(await anAuth().verify(await clerk.token({ act: {} }))).toEqual({ ...zoe, impersonator: 'someone unknown' })
  })

  it('that says address and name needs no question', async () => {
    const token = await clerk.token({ email: 'z@example.org', email_verified: true, name: 'Z' })
    expect(await anAuth().verify(token)).toEqual({ ...zoe, email: 'z@example.org', name: 'Z' })
    expect(clerk.asked).toEqual([])
  })

  it('that names an address which is not confirmed does not count for it', async () => {
    expect(await anAuth().verify(await clerk.token({ email: 'victim@example.org', name: 'Z' }))).toEqual(zoe)
  })

  it.each([
    ['is signed by another key', { forged: true }],
    ['is expired', { expires: -30 }],
    ['is made for another page', { azp: 'https://evil.example' }],
    ['is of another instance', { iss: 'https://other.example.org' }],
    ['is of a session that is not complete', { sts: 'pending' }],
    ['is of a person whom Clerk does not know', { sub: 'user_2' }],
  ])('is nothing when it %s', async (_, claims) => {
    expect(await anAuth().verify(await clerk.token(claims))).toBeNull()
  })

  it.each(['', 'x', 'a.b.c', 'e30.e30.', 'Bearer'])('is nothing when it is %j', async text => {
    expect(await anAuth().verify(text)).toBeNull()
  })

  it('is nothing while the address is not confirmed', async () => {
    clerk.people.set('user_1', { id: 'user_1', email: 'a@example.org', first: 'A', last: '', confirmed: false })
    expect(await anAuth().verify(await clerk.token())).toBeNull()
  })

  it('could not be checked when Clerk does not answer: that is no sign-out', async () => {
    clerk.failsWith = 500
    expect(await refusalOf(anAuth().verify(await clerk.token()))).toEqual(unavailable)
    expect(await refusalOf(anAuth(null).verify(await clerk.token()))).toEqual(unavailable)
  })
})

/** How often the profile was read. */
const asked = () => clerk.asked.filter(line => line === 'GET /v1/users/user_1').length

describe('a profile', () => {
  it('is read once in five minutes, also for many calls at once', async () => {
    const auth = anAuth()
    const token = await clerk.token()
    await Promise.all(Array.from({ length: 20 }, () => auth.verify(token)))
    expect(asked()).toBe(1)
    clock.now = new Date(clock.now.getTime() + 5 * 60_000)
    clerk.people.set('user_1', { id: 'user_1', email: 'new@example.org', first: 'Zoë', last: 'M', confirmed: true })
    expect(await auth.verify(token)).toMatchObject({ email: 'new@example.org', name: 'Zoë M' })
    expect(asked()).toBe(2)
  })

  it('is read again where the newest address is needed, and remembered', async () => {
    const auth = anAuth()
    const token = await clerk.token()
    await auth.verify(token)
    clerk.people.set('user_1', { id: 'user_1', email: 'new@example.org', first: 'Zoë', last: 'M', confirmed: true })
    expect(await auth.emailOf('user_1')).toBe('new@example.org')
    expect(await auth.verify(token)).toMatchObject({ email: 'new@example.org' })
    expect(asked()).toBe(2)
    expect(await auth.emailOf('user_2')).toBeNull()
    clerk.failsWith = 503
    expect(await refusalOf(auth.emailOf('user_1'))).toEqual(unavailable)
    expect(await auth.verify(token)).toMatchObject({ email: 'new@example.org' })
  })

  it('goes on counting while Clerk does not answer', async () => {
    const auth = anAuth()
    const token = await clerk.token()
    await auth.verify(token)
    clock.now = new Date(clock.now.getTime() + 10 * 60_000)
    clerk.failsWith = 503
    const before = asked()
    expect(await Promise.all([auth.verify(token), auth.verify(token)])).toEqual([zoe, zoe])
    const failed = asked()
    expect(failed).toBeGreaterThan(before)
    await auth.verify(token)
    expect(asked()).toBe(failed)
    clerk.failsWith = null
    clock.now = new Date(clock.now.getTime() + 60_000)
    expect(await auth.verify(token)).toEqual(zoe)
    expect(asked()).toBe(failed + 1)
  })
})

describe('a session', () => {
  it('is live while Clerk says so, for its own person', async () => {
    const auth = anAuth()
    const live = (sessionId: string, subject: string) => auth.isLive({ sessionId, subject })
    expect(await live('sess_1', 'user_1')).toBe(true)
    expect(await live('sess_1', 'user_2')).toBe(false)
    expect(await live('sess_2', 'user_1')).toBe(false)
  })

  it.each(['ended', 'removed', 'replaced', 'expired', 'abandoned', 'pending'])(
    'is not live once Clerk says that it is %s',
    async status => {
      clerk.ended.set('sess_1', status)
      expect(await anAuth().isLive({ sessionId: 'sess_1', subject: 'user_1' })).toBe(false)
    },
  )

  it('is listed with the others of its person, and only they can end it', async () => {
    const auth = anAuth()
    clerk.sessions.set('sess_2', 'user_1')
    clerk.sessions.set('sess_3', 'user_2')
    const open = async () => (await auth.sessionsOf('user_1')).map(({ id }) => id)
    expect(await open()).toEqual(['sess_1', 'sess_2'])
    expect([await auth.endSession('user_1', 'sess_3'), await auth.endSession('user_1', 'sess_2')]).toEqual([
      false,
      true,
    ])
    clerk.sessions.set('sess_4', 'user_1')
    await auth.endSessions('user_1', 'sess_1')
    expect([await open(), [...clerk.sessions.keys()]]).toEqual([['sess_1'], ['sess_1', 'sess_3']])
    await auth.endSessions('user_1', null)
    expect(await open()).toEqual([])
  })

  it('is not live, and not ended, when Clerk does not answer', async () => {
    clerk.failsWith = 500
    expect(await refusalOf(anAuth().isLive({ sessionId: 'sess_1', subject: 'user_1' }))).toEqual(unavailable)
  })
})

it('a deleted person is deleted at Clerk, and deleting again is no error', async () => {
  const auth = anAuth()
  await auth.deleteUser('user_1')
  await auth.deleteUser('user_1')
  expect(clerk.people.size).toBe(0)
})

it('the browser learns which service signs people in, and no secret', async () => {
  const app = fastify()
  const to = { signUpInvited: async () => null, noteOwn: async () => {} }
  await anAuth().mount(
    app,
    { throttle: async () => null, placesOf: ip => ({ client: ip, site: null, network: ip }) },
    to,
  )
  const response = await app.inject('/api/identity/get-session')
  expect(response.json()).toEqual({ provider: 'clerk', publishable_key: publishableKey })
  await app.close()
})

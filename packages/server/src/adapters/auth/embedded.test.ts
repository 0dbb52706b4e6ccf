import { sql } from 'drizzle-orm'
import { pino } from 'pino'
import { expect, it, vi } from 'vitest'
import { identityJwks } from '../../db/schema/index.ts'
import { readEnv } from '../../env.ts'
import type { Throttle } from '../../ports.ts'
import { cookieOf } from '../../testing/auth-world.ts'
import { origin, password, post, signIn, signInWorlds, signUp, tokenWith } from '../../testing/sign-in-world.ts'
import { onTheStore } from '../../testing/store.ts'
import { embeddedAuth } from './embedded.ts'

onTheStore('embedded sign-in', kind => {
  const aWorld = signInWorlds(kind)

  it('sign-up starts a session whose token the API accepts', async () => {
    const { app, auth } = await aWorld()
    const answer = await signUp(app)
    expect(answer.statusCode).toBe(200)
    const token = await tokenWith(app, cookieOf(answer))
    expect(token.statusCode).toBe(200)
    const session = await auth.verify(token.json().token)
    expect(session).toMatchObject({ status: 'active', email: 'alex@example.org', name: 'Alex Example', picture: null })
  })

  it('people who sign up at the same moment on a new server all get tokens that the API accepts', async () => {
    const { app, auth, store } = await aWorld()
    // Made at the start: two first sign-ins would make one each, and the API hears of a second key after a second.
    expect(await store.db.select({ id: identityJwks.id }).from(identityJwks)).toHaveLength(1)
    const people = ['ada@example.org', 'bea@example.org', 'cem@example.org']
    const tokens = await Promise.all(
      people.map(async email => (await tokenWith(app, cookieOf(await signUp(app, email)))).json<{ token: string }>()),
    )
    const sessions = await Promise.all(tokens.map(({ token }) => auth.verify(token)))
    expect(sessions.map(session => session?.email)).toEqual(people)
    expect(await store.db.select({ id: identityJwks.id }).from(identityJwks)).toHaveLength(1)
  })

  it('the cookie is HttpOnly, Lax and limited to the sign-in path, and Secure if the public URL uses TLS', async () => {
    const plain = String((await signUp((await aWorld()).app)).headers['set-cookie'])
    expect(plain).toContain('Path=/api/identity;')
    expect(plain).toContain('HttpOnly')
    expect(plain).toContain('SameSite=Lax')
    expect(plain).not.toContain('Secure')
    const variables = { PUBLIC_URL: 'https://waxseal.example.org', BILLING: 'off', SIGNUP: 'open' }
    const { app } = await aWorld({ variables })
    const body = { name: 'Kim', email: 'kim@example.org', password }
    const secure = await post(app, '/sign-up/email', body, { origin: 'https://waxseal.example.org' })
    expect(String(secure.headers['set-cookie'])).toMatch(/^__Secure-.*Path=\/api\/identity;.*Secure/)
  })

  it('no reply has the token in a header, and no call accepts the session as a bearer token', async () => {
    const { app, auth } = await aWorld()
    const answer = await signUp(app)
    expect(answer.headers).not.toHaveProperty('set-auth-token')
    expect(answer.headers).not.toHaveProperty('set-auth-jwt')
    const authorization = `Bearer ${answer.json().token}`
    const answered = await app.inject({ url: '/api/identity/token', headers: { authorization } })
    expect(answered.statusCode).toBe(401)
    expect(await auth.verify(answer.json().token)).toBeNull()
  })

  it('a failing database signs no person out: a failed session lookup is not an ended session', async () => {
    const { app, store } = await aWorld()
    const cookie = cookieOf(await signUp(app))
    await store.db.execute(sql`alter table identity_session rename to out_of_reach`)
    const failed = await tokenWith(app, cookie)
    await store.db.execute(sql`alter table out_of_reach rename to identity_session`)
    expect([failed.statusCode, failed.json().code]).toEqual([500, 'FAILED_TO_GET_SESSION'])
    expect((await tokenWith(app, cookie)).statusCode).toBe(200)
    await store.db.execute(sql`delete from identity_session`)
    expect((await tokenWith(app, cookie)).statusCode).toBe(401)
    expect((await tokenWith(app, '')).statusCode).toBe(401)
  })

  it('signs in with the right password only, and does not reveal why it refuses', async () => {
    const { app } = await aWorld()
    await signUp(app)
    expect((await signIn(app)).statusCode).toBe(200)
    expect((await signIn(app, 'ALEX@example.org ')).statusCode).toBe(200)
    const wrong = await signIn(app, 'alex@example.org', 'another password')
    const nobody = await signIn(app, 'nobody@example.org')
    expect(wrong.statusCode).toBe(401)
    expect(wrong.json()).toMatchObject({ code: 'INVALID_EMAIL_OR_PASSWORD', detail: 'Invalid email or password' })
    expect(nobody.json().detail).toBe(wrong.json().detail)
  })

  it('a changed AUTH_SECRET signs everyone out, and everyone can sign in again', async () => {
    const { app } = await aWorld()
    const before = cookieOf(await signUp(app))
    expect((await tokenWith(app, before)).statusCode).toBe(200)
    const { app: changed, auth, log } = await aWorld({ secret: 'another secret of thirty-two bytes' })
    expect((await tokenWith(changed, before)).statusCode).toBe(401)
    const token = await tokenWith(changed, cookieOf(await signIn(changed)))
    expect(token.statusCode).toBe(200)
    expect(await auth.verify(token.json().token)).toMatchObject({ email: 'alex@example.org' })
    expect(log.join('')).toContain('AUTH_SECRET: has changed, so everyone must sign in again')
  })

  it('a database failure answers 500, without revealing or logging the query', async () => {
    const { app, store } = await aWorld()
    const printed = vi.spyOn(console, 'error')
    await store.db.execute(sql`alter table identity_user rename to lost`)
    const answer = await signUp(app)
    await store.db.execute(sql`alter table lost rename to identity_user`)
    expect(answer.statusCode).toBe(500)
    expect(answer.payload).not.toMatch(/identity_user|select|alex@/i)
    expect(printed).not.toHaveBeenCalled()
    printed.mockRestore()
  })

  it('sign-out ends the session at once and its tokens within five minutes', async () => {
    const clock = { now: new Date() }
    const { app, auth } = await aWorld({ now: () => clock.now })
    const cookie = cookieOf(await signUp(app))
    const { token } = (await tokenWith(app, cookie)).json()
    const session = await auth.verify(token)
    expect(session && (await auth.isLive(session))).toBe(true)
    expect((await post(app, '/sign-out', {}, { cookie })).statusCode).toBe(200)
    expect(session && (await auth.isLive(session))).toBe(false)
    expect((await tokenWith(app, cookie)).statusCode).toBe(401)
    expect(await auth.verify(token)).not.toBeNull()
    // The library made the token by the machine's clock, which has gone on since.
    clock.now = new Date(Date.now() + 306_000)
    expect(await auth.verify(token)).toBeNull()
  })

  it('accepts no token that is altered, signed by another key, for another audience or malformed', async () => {
    const { app, auth, store } = await aWorld()
    const { token } = (await tokenWith(app, cookieOf(await signUp(app)))).json()
    const [head, claims, mark] = token.split('.') as [string, string, string]
    const other = Buffer.from(claims, 'base64url').toString().replace('alex@', 'root@')
    expect(await auth.verify(`${head}.${Buffer.from(other).toString('base64url')}.${mark}`)).toBeNull()
    const unsigned = Buffer.from('{"alg":"none"}').toString('base64url')
    expect(await auth.verify(`${unsigned}.${claims}.`)).toBeNull()
    for (const text of ['', 'x', 'a.b.c', token.slice(0, -4), 'ak_123']) expect(await auth.verify(text)).toBeNull()
    const elsewhere = embeddedAuth({
      store,
      env: readEnv({ PUBLIC_URL: 'http://localhost:4000' }),
      secret: 'a secret of at least thirty-two bytes',
      deliver: null,
      now: () => new Date(),
      log: pino({ level: 'silent' }),
    })
    expect(await elsewhere.verify(token)).toBeNull()
  })

  it('refuses requests from other sites, with or without a cookie', async () => {
    const { app } = await aWorld()
    const cookie = cookieOf(await signUp(app))
    const foreign = { origin: 'https://evil.example' }
    expect((await post(app, '/sign-in/email', { email: 'alex@example.org', password }, foreign)).statusCode).toBe(403)
    expect((await post(app, '/sign-out', {}, { ...foreign, cookie })).json().code).toBe('INVALID_ORIGIN')
    expect((await post(app, '/sign-out', {}, { origin: 'null', cookie })).statusCode).toBe(403)
    expect((await tokenWith(app, cookie)).statusCode).toBe(200)
    const bySpelling = await post(app, '/sign-out', {}, { origin: 'http://127.0.0.1:3000', cookie })
    expect(bySpelling.statusCode).toBe(200)
  })

  it('serves only the endpoints it needs', async () => {
    const { app } = await aWorld()
    const cookie = cookieOf(await signUp(app))
    for (const path of ['/delete-user', '/list-sessions', '/revoke-session', '/jwks']) {
      for (const method of ['GET', 'POST'] as const) {
        const answer = await app.inject({ method, url: `/api/identity${path}`, headers: { cookie, origin } })
        expect([path, answer.statusCode]).toEqual([path, 404])
      }
    }
    for (const path of ['/__proto__', '/constructor', '/../auth/me', '/sign-up/email/']) {
      expect((await app.inject({ method: 'POST', url: `/api/identity${path}` })).statusCode).toBe(404)
    }
  })

  it('counts attempts by the connection’s network, whatever a header claims', async () => {
    const keys: string[] = []
    const throttle: Throttle = async key => {
      keys.push(key)
      return keys.filter(known => known === key).length > 3 ? 42 : null
    }
    const { app } = await aWorld({ throttle })
    const attempt = (index: number) =>
      app.inject({
        method: 'POST',
        url: '/api/identity/sign-in/email',
        payload: { email: `user${index}@example.org`, password },
        headers: { 'x-forwarded-for': `192.0.2.${index}`, 'x-client-ip': `192.0.2.${index}` },
        remoteAddress: '2001:db8:1:2::' + index,
      })
    const answers = []
    for (const index of [1, 2, 3, 4]) answers.push(await attempt(index))
    expect(answers.map(answer => answer.statusCode)).toEqual([401, 401, 401, 429])
    expect(answers[3]?.headers['retry-after']).toBe('42')
    const elsewhere = { method: 'POST', url: '/api/identity/sign-in/email', remoteAddress: '2001:db8:2:3::1' } as const
    const payload = { email: 'user1@example.org', password }
    expect((await app.inject({ ...elsewhere, payload })).statusCode).toBe(401)
    expect(answers[3]?.json()).toMatchObject({ detail: 'Too many requests. Please try again in a moment.' })
  })

  it('a body that is too large or not JSON is refused', async () => {
    const { app } = await aWorld()
    const url = '/api/identity/sign-in/email'
    const headers = { 'content-type': 'application/json', origin }
    expect((await app.inject({ method: 'POST', url, headers, payload: 'x'.repeat(70_000) })).statusCode).toBe(413)
    expect((await app.inject({ method: 'POST', url, headers, payload: '{"email":' })).statusCode).toBe(400)
  })
})

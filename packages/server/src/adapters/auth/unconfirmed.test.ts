import { eq, sql } from 'drizzle-orm'
import { expect, it, vi } from 'vitest'
import { identitySession, identityUser, identityVerification } from '../../db/schema/index.ts'
import { cookieOf } from '../../testing/auth-world.ts'
import {
  confirm,
  linkIn,
  password,
  post,
  signIn,
  signInWorlds,
  signUp,
  tokenWith,
} from '../../testing/sign-in-world.ts'
import { onTheStore } from '../../testing/store.ts'
import { guessableWords } from './guessable.ts'

const alex = 'alex@example.org'

onTheStore('an address that nobody confirmed', kind => {
  const aWorld = signInWorlds(kind, { connections: 5 })

  it('its link opens a page, and confirms nothing by being opened', async () => {
    const { app, mails } = await aWorld({ mail: true })
    await signUp(app)
    const link = linkIn(mails[0])
    const token = link.searchParams.get('confirm') ?? ''
    expect(link.pathname).toBe('/')
    // As the links of earlier versions did.
    const opened = await app.inject({ url: `/api/identity/verify-email?token=${token}&callbackURL=%2F` })
    expect([opened.statusCode, opened.headers.location, opened.headers['set-cookie']]).toEqual([
      302,
      `/?confirm=${token}`,
      undefined,
    ])
    const early = await signIn(app)
    expect([early.statusCode, early.json().code]).toEqual([403, 'EMAIL_NOT_VERIFIED'])
  })

  it('is confirmed by the password of the sign-up, which signs in, once', async () => {
    const { app, mails } = await aWorld({ mail: true })
    await signUp(app)
    const wrong = await confirm(app, mails[0], { password: 'not the password' })
    expect([wrong.statusCode, wrong.json().code, wrong.headers['set-cookie']]).toEqual([
      400,
      'INVALID_PASSWORD',
      undefined,
    ])
    const confirmed = await confirm(app, mails[0])
    expect(confirmed.json()).toEqual({ status: true, signedIn: true })
    expect((await tokenWith(app, cookieOf(confirmed))).statusCode).toBe(200)
    expect((await signIn(app)).statusCode).toBe(200)
    expect((await confirm(app, mails[0])).json().code).toBe('INVALID_TOKEN')
    const bad = await post(app, '/confirm-address', { token: 'x', password })
    expect([bad.statusCode, bad.json().detail]).toEqual([400, 'This link has expired, or it was used already'])
    for (const given of [{}, { password, newPassword: password }, { newPassword: 'short' }])
      expect((await confirm(app, mails[0], given)).statusCode).toBe(400)
  })

  it('a stranger who signed up with it is out once its owner chooses a password', async () => {
    const { app, mails, store } = await aWorld({ mail: true })
    await post(app, '/sign-up/email', { name: 'Stranger', email: alex, password: 'the password of a stranger' })
    // A session from before there was mail, and a link to reset the password.
    const [user] = await store.db.select().from(identityUser)
    const at = { createdAt: new Date(), updatedAt: new Date(), expiresAt: new Date(Date.now() + 1e9) }
    await store.db.insert(identitySession).values({ id: 's', token: 's', userId: user?.id ?? '', ...at })
    await post(app, '/request-password-reset', { email: alex })
    const confirmed = await confirm(app, mails[0], { newPassword: password })
    expect(confirmed.statusCode).toBe(200)
    expect((await signIn(app, alex, 'the password of a stranger')).statusCode).toBe(401)
    expect((await signIn(app)).statusCode).toBe(200)
    expect(await store.db.select().from(identitySession).where(eq(identitySession.id, 's'))).toEqual([])
    expect(await store.db.select().from(identityVerification)).toEqual([])
    const reset = { token: linkIn(mails.at(-1)).searchParams.get('reset') ?? '', newPassword: 'a stranger again' }
    expect((await post(app, '/reset-password', reset)).statusCode).toBe(400)
  })

  it('the stranger is not let in at the very moment of the confirmation either', async () => {
    const { app, mails, store } = await aWorld({ mail: true })
    const theirs = 'the password of a stranger'
    await post(app, '/sign-up/email', { name: 'Stranger', email: alex, password: theirs })
    const transaction = store.transaction.bind(store)
    const statuses: number[] = []
    vi.spyOn(store, 'transaction').mockImplementationOnce(async work => {
      const done = await transaction(work)
      statuses.push((await signIn(app, alex, theirs)).statusCode)
      return done
    })
    expect((await confirm(app, mails[0], { newPassword: password })).statusCode).toBe(200)
    // 403 would mean that the address did not count yet.
    expect(statuses).toEqual([401])
  })

  it('with a second step, it is confirmed without a session', async () => {
    const { app, mails, store } = await aWorld({ mail: true })
    await signUp(app)
    await store.db.update(identityUser).set({ twoFactorEnabled: true })
    const confirmed = await confirm(app, mails[0])
    expect([confirmed.json(), confirmed.headers['set-cookie']]).toEqual([{ status: true, signedIn: false }, undefined])
    expect(await store.db.select().from(identitySession)).toEqual([])
  })

  it('has no session any more once there is mail: it changes no address and gets no token', async () => {
    const { app } = await aWorld()
    const unconfirmed = cookieOf(await signUp(app))
    const { app: mailing, mails, store } = await aWorld({ mail: true })
    expect((await tokenWith(mailing, unconfirmed)).statusCode).toBe(401)
    const change = () => post(mailing, '/change-email', { newEmail: 'victim@example.org' }, { cookie: unconfirmed })
    expect((await change()).statusCode).toBe(401)
    expect(mails).toEqual([])
    // A confirmed one keeps its session.
    await store.db.update(identityUser).set({ emailVerified: true })
    const confirmed = cookieOf(await signIn(mailing))
    const { app: later } = await aWorld({ mail: true })
    expect((await tokenWith(later, confirmed)).statusCode).toBe(200)
  })

  it('gets five mails an hour at most, from wherever it is signed up', async () => {
    const seen = new Map<string, number>()
    const throttle = async (key: string, { max }: { max: number }) => {
      seen.set(key, (seen.get(key) ?? 0) + 1)
      return (seen.get(key) ?? 0) > max ? 1_800 : null
    }
    const { app, mails } = await aWorld({ mail: true, throttle })
    const body = { name: 'Alex', email: alex, password }
    const from = (n: number) => post(app, '/sign-up/email', body, { from: `192.0.2.${n}` })
    for (let n = 1; n <= 5; n++) expect((await from(n)).statusCode).toBe(200)
    expect((await from(6)).statusCode).toBe(429)
    await app.close()
    expect(mails).toHaveLength(5)
  })

  it('takes nobody’s place on a server that is open to the first alone', async () => {
    const { app, auth, mails, store } = await aWorld({ mail: true, variables: { SIGNUP: 'first' } })
    await signUp(app, 'stranger@example.org')
    expect(await auth.signUpOpen()).toBe(true)
    await signUp(app)
    const [ofStranger, own] = mails
    expect((await confirm(app, own)).statusCode).toBe(200)
    expect(await auth.signUpOpen()).toBe(false)
    expect((await store.db.select().from(identityUser)).map(({ email }) => email)).toEqual([alex])
    expect((await confirm(app, ofStranger)).json().code).toBe('INVALID_TOKEN')
  })

  it('of two that are confirmed at the same moment on such a server, one is the first', async () => {
    const { app, mails, store } = await aWorld({ mail: true, variables: { SIGNUP: 'first' } })
    await signUp(app, 'kim@example.org')
    await signUp(app)
    const answers = await Promise.all(mails.map(mail => confirm(app, mail)))
    expect(answers.map(({ statusCode }) => statusCode).sort((a, b) => a - b)).toEqual([200, 400])
    const { rows } = await store.db.execute(sql`select email_verified from identity_user`)
    expect(rows).toEqual([{ email_verified: true }])
  })
})

/** What a refused call says. */
const detail = async (asked: ReturnType<typeof post>): Promise<unknown> => (await asked).json().detail

onTheStore('a new password', kind => {
  const aWorld = signInWorlds(kind)

  it('by a link ends every other link, pending sign-in and delay', async () => {
    const { app, mails } = await aWorld({ mail: true })
    await signUp(app)
    await confirm(app, mails.shift())
    for (let n = 0; n < 2; n++) await post(app, '/request-password-reset', { email: alex })
    await post(app, '/request-sign-in-link', { email: alex })
    const [older = '', newer = ''] = mails.map(mail => linkIn(mail).searchParams.get('reset') ?? '')
    for (let n = 0; n < 10; n++) await signIn(app, alex, 'not the password', `198.51.100.${n}`)
    const set = (token: string, newPassword: string) => post(app, '/reset-password', { token, newPassword })
    expect((await set(newer, 'another horse battery')).statusCode).toBe(200)
    expect((await set(older, 'a third horse battery')).json().code).toBe('INVALID_TOKEN')
    expect((await signIn(app, alex, 'another horse battery', '198.51.100.99')).statusCode).toBe(200)
  })

  it('is none of the common ones, wherever it is chosen', async () => {
    const { app, mails } = await aWorld({ mail: true })
    await signUp(app)
    const common = 'password123'
    const told = [await detail(confirm(app, mails[0], { newPassword: common }))]
    const cookie = cookieOf(await confirm(app, mails.shift()))
    told.push(
      await detail(post(app, '/change-password', { currentPassword: password, newPassword: common }, { cookie })),
    )
    await post(app, '/request-password-reset', { email: alex })
    const token = linkIn(mails[0]).searchParams.get('reset') ?? ''
    told.push(await detail(post(app, '/reset-password', { token, newPassword: common })))
    expect(told).toEqual(Array(3).fill(guessableWords))
  })

  it('by its owner ends every link', async () => {
    const { app, mails } = await aWorld({ mail: true })
    await signUp(app)
    const cookie = cookieOf(await confirm(app, mails.shift()))
    await post(app, '/request-password-reset', { email: alex })
    const change = { currentPassword: password, newPassword: 'another horse battery' }
    expect((await post(app, '/change-password', change, { cookie })).statusCode).toBe(200)
    const token = linkIn(mails[0]).searchParams.get('reset') ?? ''
    expect((await post(app, '/reset-password', { token, newPassword: 'a third horse battery' })).statusCode).toBe(400)
  })
})

import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { identityVerification } from '../../db/schema/index.ts'
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

onTheStore('signing up and setting passwords', kind => {
  const aWorld = signInWorlds(kind, { connections: 5 })

  it('a duplicate is refused without mail, and with mail reported only to its owner', async () => {
    const { app } = await aWorld()
    await signUp(app)
    const again = await signUp(app)
    expect(again.statusCode).toBe(422)
    expect(again.json().detail).toBe('User already exists. Use another email.')

    const mailing = await aWorld({ mail: true })
    const fresh = await signUp(mailing.app, 'new@example.org')
    const taken = await signUp(mailing.app)
    expect(taken.statusCode).toBe(fresh.statusCode)
    expect(Object.keys(taken.json().user).sort()).toEqual(Object.keys(fresh.json().user).sort())
    expect(taken.headers['set-cookie']).toBeUndefined()
    expect(fresh.headers['set-cookie']).toBeUndefined()
    await mailing.app.close()
    expect(mailing.mails.map(mail => [mail.to, mail.subject])).toEqual([
      ['new@example.org', 'Confirm your email address'],
      ['alex@example.org', 'You already have a Waxseal account'],
    ])
  })

  it.each([
    ['was deleted', 'delete from identity_user'],
    ['got another address', "update identity_user set email = 'moved@example.org'"],
  ])('a confirmation link of an account that %s confirms no later account with its address', async (_what, change) => {
    const { app, store, mails } = await aWorld({ mail: true })
    await signUp(app)
    await store.db.execute(sql.raw(change))
    const later = { name: 'Kim', email: 'alex@example.org', password: 'the password of Kim' }
    expect((await post(app, '/sign-up/email', later)).statusCode).toBe(200)
    const [earlier, own] = mails
    expect((await confirm(app, earlier, { password })).json().code).toBe('INVALID_TOKEN')
    expect((await signIn(app, later.email, later.password)).json().code).toBe('EMAIL_NOT_VERIFIED')
    expect((await confirm(app, own, { password: later.password })).statusCode).toBe(200)
    expect((await signIn(app, later.email, later.password)).statusCode).toBe(200)
  })

  it('resets a password by a mailed link, once, and ends every session', async () => {
    const { app, auth, mails } = await aWorld({ mail: true })
    await signUp(app)
    const cookie = cookieOf(await confirm(app, mails.shift()))
    const asked = await post(app, '/request-password-reset', { email: 'alex@example.org' })
    const unknown = await post(app, '/request-password-reset', { email: 'nobody@example.org' })
    expect(asked.statusCode).toBe(200)
    expect(unknown.body).toBe(asked.body)
    expect(mails.map(mail => mail.to)).toEqual(['alex@example.org'])
    const link = linkIn(mails[0])
    expect(link.pathname).toBe('/')
    const token = link.searchParams.get('reset') ?? ''
    expect((await post(app, '/reset-password', { token, newPassword: 'short' })).statusCode).toBe(400)
    const spoiled = await post(app, '/reset-password', { token: `${token}\u0000`, newPassword: 'another long one' })
    expect([spoiled.statusCode, spoiled.json().detail]).toEqual([400, 'The link is incomplete'])
    expect((await post(app, '/reset-password', { token, newPassword: 'another long one' })).statusCode).toBe(200)
    expect((await post(app, '/reset-password', { token, newPassword: 'a third long one' })).statusCode).toBe(400)
    expect((await tokenWith(app, cookie)).statusCode).toBe(401)
    expect((await signIn(app)).statusCode).toBe(401)
    expect((await signIn(app, 'alex@example.org', 'another long one')).statusCode).toBe(200)
    expect(auth.kind).toBe('embedded')
  })

  it('without mail only the operator’s command makes a link', async () => {
    const { app, auth, log, store } = await aWorld()
    await signUp(app)
    for (const path of ['/request-password-reset', '/request-sign-in-link', '/send-verification-email']) {
      const asked = await post(app, path, { email: 'alex@example.org' })
      expect([asked.statusCode, asked.json().code]).toEqual([403, 'NO_MAIL'])
    }
    expect(log.join('')).not.toContain('reset=')
    expect(await store.db.select().from(identityVerification)).toEqual([])
    expect(await auth.resetLink('nobody@example.org')).toBeNull()
    const made = new URL((await auth.resetLink(' Alex@Example.org ')) ?? '')
    const token = made.searchParams.get('reset') ?? ''
    expect((await post(app, '/reset-password', { token, newPassword: 'set by the operator' })).statusCode).toBe(200)
    expect((await signIn(app, 'alex@example.org', 'set by the operator')).statusCode).toBe(200)
  })

  it('an operator’s link opens an account whose confirmation mail was lost, and no other account', async () => {
    const { app, auth } = await aWorld({ mail: true })
    await signUp(app)
    await signUp(app, 'kim@example.org')
    expect((await signIn(app)).json().code).toBe('EMAIL_NOT_VERIFIED')
    const made = new URL((await auth.resetLink('alex@example.org')) ?? '')
    const token = made.searchParams.get('reset') ?? ''
    const spoiled = await post(app, '/reset-password', { token: `${token}x`, newPassword: 'set by the operator' })
    expect(spoiled.statusCode).toBe(400)
    expect((await signIn(app)).json().code).toBe('EMAIL_NOT_VERIFIED')
    expect((await post(app, '/reset-password', { token, newPassword: 'set by the operator' })).statusCode).toBe(200)
    expect((await signIn(app, 'alex@example.org', 'set by the operator')).statusCode).toBe(200)
    expect((await signIn(app, 'kim@example.org')).json().code).toBe('EMAIL_NOT_VERIFIED')
  })

  it('a mailed reset link also confirms the address', async () => {
    const { app, mails } = await aWorld({ mail: true })
    await signUp(app)
    await post(app, '/request-password-reset', { email: 'alex@example.org' })
    const token = linkIn(mails.at(-1)).searchParams.get('reset') ?? ''
    expect((await signIn(app)).statusCode).toBe(403)
    expect((await post(app, '/reset-password', { token, newPassword: 'another long one' })).statusCode).toBe(200)
    expect((await signIn(app)).statusCode).toBe(401)
    expect((await signIn(app, 'alex@example.org', 'another long one')).statusCode).toBe(200)
  })

  it('SIGNUP=first accepts exactly one of many sign-ups', async () => {
    const { app, auth } = await aWorld({ variables: { SIGNUP: 'first' } })
    expect(await auth.signUpOpen()).toBe(true)
    const answers = await Promise.all(['a', 'b', 'c', 'd'].map(name => signUp(app, `${name}@example.org`)))
    expect(answers.map(answer => answer.statusCode).sort((a, b) => a - b)).toEqual([200, 403, 403, 403])
    const late = await signUp(app, 'late@example.org')
    expect(late.json()).toMatchObject({ code: 'SIGNUP_CLOSED', detail: 'Sign-up is closed on this server' })
    expect(await auth.signUpOpen()).toBe(false)
  })

  it('a sign-up that fails does not use up SIGNUP=first', async () => {
    const { app } = await aWorld({ variables: { SIGNUP: 'first' } })
    expect(
      (await post(app, '/sign-up/email', { name: 'A', email: 'a@example.org', password: 'short' })).statusCode,
    ).toBe(400)
    expect((await signUp(app)).statusCode).toBe(200)
  })

  it.each(['closed', 'invite'])('SIGNUP=%s accepts no sign-up', async policy => {
    const { app, auth } = await aWorld({ variables: { SIGNUP: policy } })
    expect((await signUp(app)).statusCode).toBe(403)
    expect(await auth.signUpOpen()).toBe(false)
  })

  it.each([
    ['a short password', { password: 'ninechars' }, 'The password needs at least 10 characters'],
    ['a huge password', { password: 'x'.repeat(129) }, 'The password can have at most 128 characters'],
    [
      'a common password',
      { password: 'Password123!' },
      'This password is among the most common ones, and is guessed first. Choose another one, for example several words.',
    ],
    ['the address as password', { password: 'ALEX@example.org' }, 'The password must differ from the email address'],
    ['a bad address', { email: 'alex' }, 'Please enter a valid email address'],
    ['no name', { name: ' ' }, 'Please enter your name'],
    ['a name of joiners', { name: '\u200D' }, 'Please enter your name'],
    ['NUL in a name', { name: 'Alex\u0000' }, 'A name can only have visible characters'],
    ['half a character', { name: 'Alex\uD800' }, 'A name can only have visible characters'],
    ['a name that turns the line', { name: '\u202Exela' }, 'A name can only have visible characters'],
  ])('refuses %s with a message', async (_what, wrong, detail) => {
    const { app } = await aWorld()
    const good = { name: 'Alex', email: 'alex@example.org', password }
    const answer = await post(app, '/sign-up/email', { ...good, ...wrong })
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toMatchObject({ detail, code: 'VALIDATION_ERROR', request_id: expect.any(String) })
  })
})

import { sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { expect, it } from 'vitest'
import { identityAccount } from '../../db/schema/index.ts'
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
import { codeOf } from '../../testing/totp.ts'

const newPassword = 'another horse battery'

it('the code of RFC 6238, appendix B', () => {
  expect(codeOf('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ', new Date(59_000))).toBe('287082')
  expect(codeOf('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ', new Date(1_111_111_109_000))).toBe('081804')
})

onTheStore('what a person changes of the sign-in', kind => {
  const aWorld = signInWorlds(kind)

  it('a new name is in the next token', async () => {
    const { app, auth } = await aWorld()
    const cookie = cookieOf(await signUp(app))
    expect((await post(app, '/update-user', { name: ' ' }, { cookie })).json().detail).toBe('Please enter your name')
    expect(
      (await post(app, '/update-user', { name: 'Kim', image: 'x', email: 'b@example.org' }, { cookie })).statusCode,
    ).toBe(200)
    const { token } = (await tokenWith(app, cookie)).json<{ token: string }>()
    expect(await auth.verify(token)).toMatchObject({ name: 'Kim', email: 'alex@example.org', picture: null })
    expect((await post(app, '/update-user', { name: 'Eve' })).statusCode).toBe(401)
  })

  it('a new password needs the current one, and ends all other sessions', async () => {
    const { app } = await aWorld()
    const first = cookieOf(await signUp(app))
    const other = cookieOf(await signIn(app))
    const change = (currentPassword: string, cookie: string) =>
      post(app, '/change-password', { currentPassword, newPassword, revokeOtherSessions: false }, { cookie })
    expect((await change('a wrong password', first)).json()).toMatchObject({
      code: 'INVALID_PASSWORD',
      detail: 'The password is not correct',
    })
    const changed = await change(password, first)
    expect(changed.statusCode).toBe(200)
    expect(await isSignedIn(app, cookieOf(changed))).toBe(true)
    expect([await isSignedIn(app, first), await isSignedIn(app, other)]).toEqual([false, false])
    expect((await signIn(app)).statusCode).toBe(401)
    expect((await signIn(app, undefined, newPassword)).statusCode).toBe(200)
  })

  it('a new address counts once its link is opened, and the old one gets a notice', async () => {
    const { app, auth, mails } = await aWorld({ mail: true })
    await signUp(app)
    const cookie = cookieOf(await confirm(app, mails[0]))
    mails.splice(0)
    const asked = await post(
      app,
      '/change-email',
      { newEmail: ' Kim@Example.org', callbackURL: 'https://evil.example' },
      { cookie },
    )
    expect(asked.statusCode).toBe(200)
    const emailNow = async () => {
      const { token } = (await tokenWith(app, cookie)).json<{ token: string }>()
      return (await auth.verify(token))?.email
    }
    expect(await emailNow()).toBe('alex@example.org')
    await expect
      .poll(() => mails.map(({ to, subject }) => [to, subject]))
      .toEqual([
        ['kim@example.org', 'Confirm your new email address'],
        ['alex@example.org', 'Your Waxseal email address is about to change'],
      ])
    const link = linkIn(mails[0])
    const open = (cookie: string) => app.inject({ url: link.pathname + link.search, headers: { cookie } })
    const elsewhere = await open('')
    expect([elsewhere.statusCode, elsewhere.headers.location]).toEqual([
      302,
      `/?confirm-change=${link.searchParams.get('token')}`,
    ])
    expect(await emailNow()).toBe('alex@example.org')
    const opened = await open(cookie)
    expect([opened.statusCode, opened.headers.location]).toEqual([302, '/account?email=changed'])
    expect(await emailNow()).toBe('kim@example.org')
    const again = await open(cookie)
    expect(again.headers.location).toBe('/account?email=changed&error=INVALID_TOKEN')
    expect((await post(app, '/change-email', { newEmail: 'b@example.org' })).statusCode).toBe(401)
  })

  it('a link to change the address counts no longer once the password was changed', async () => {
    const { app, mails, store } = await aWorld({ mail: true })
    await signUp(app)
    const cookie = cookieOf(await confirm(app, mails[0]))
    mails.splice(0)
    await post(app, '/change-email', { newEmail: 'thief@example.org' }, { cookie })
    await expect.poll(() => mails.length).toBe(2)
    const changedAt = async () => (await store.db.select().from(identityAccount))[0]?.updatedAt.getTime() ?? 0
    const before = await changedAt()
    await post(app, '/change-password', { currentPassword: password, newPassword }, { cookie })
    expect(await changedAt()).toBeGreaterThan(before)
    // The owner follows the notice a little later than this test does.
    await store.db.update(identityAccount).set({ updatedAt: sql`updated_at + interval '5 seconds'` })
    const link = linkIn(mails[0])
    const opened = await app.inject({ url: link.pathname + link.search })
    expect(opened.headers.location).toBe('/account?email=changed&error=INVALID_TOKEN')
    expect((await signIn(app, undefined, newPassword)).statusCode).toBe(200)
  })

  it('where its person is not signed in, a link to a new address asks for the password, and takes no new one', async () => {
    const { app, mails } = await aWorld({ mail: true })
    await signUp(app)
    const cookie = cookieOf(await confirm(app, mails[0]))
    mails.splice(0)
    await post(app, '/change-email', { newEmail: 'kim@example.org' }, { cookie })
    await expect.poll(() => mails.length).toBe(2)
    const token = linkIn(mails[0]).searchParams.get('token') ?? ''
    const answer = async (given: object) => {
      const { statusCode, body, headers } = await post(app, '/confirm-address', { token, ...given })
      return [statusCode, JSON.parse(body).code, headers['set-cookie']]
    }
    expect(await answer({ password: 'not the password' })).toEqual([400, 'INVALID_PASSWORD', undefined])
    expect(await answer({ newPassword })).toEqual([400, 'INVALID_PASSWORD', undefined])
    expect(await answer({ password })).toEqual([200, undefined, undefined])
    expect((await signIn(app, 'kim@example.org')).statusCode).toBe(200)
    expect((await signIn(app)).statusCode).toBe(401)
    expect(await answer({ password })).toEqual([400, 'INVALID_TOKEN', undefined])
  })

  it('a change to an address that has an account is answered alike, and sends nothing', async () => {
    const { app, mails } = await aWorld({ mail: true })
    await signUp(app, 'taken@example.org')
    await signUp(app)
    const cookie = cookieOf(await confirm(app, mails[1]))
    mails.splice(0)
    const taken = await post(app, '/change-email', { newEmail: 'taken@example.org' }, { cookie })
    const free = await post(app, '/change-email', { newEmail: 'free@example.org' }, { cookie })
    expect(taken.json()).toEqual(free.json())
    await expect.poll(() => mails.length).toBe(2)
    expect(mails.some(({ to }) => to === 'taken@example.org')).toBe(false)
  })

  it('with the second step on, a password alone signs no one in', async () => {
    const { app } = await aWorld()
    const { secret, totpURI, cookie } = await withTwoFactor(app, cookieOf(await signUp(app)))
    expect(totpURI).toMatch(/^otpauth:\/\/totp\/Waxseal/)
    expect(await isSignedIn(app, cookie)).toBe(true)
    const half = await signIn(app)
    expect(half.json()).toMatchObject({ twoFactorRedirect: true })
    const pending = cookieOf(half)
    expect(await isSignedIn(app, pending)).toBe(false)
    const verify = (code: string) => post(app, '/two-factor/verify-totp', { code }, { cookie: pending })
    expect((await verify('12345')).json().detail).toBe('The code has 6 digits')
    const wrong = codeOf(secret) === '000000' ? '000001' : '000000'
    expect((await verify(wrong)).json()).toMatchObject({ code: 'INVALID_CODE' })
    const code = codeOf(secret)
    const done = await verify(`${code.slice(0, 3)} ${code.slice(3)}`)
    expect(done.statusCode).toBe(200)
    expect(await isSignedIn(app, cookieOf(done))).toBe(true)
    expect((await verify(codeOf(secret))).statusCode).toBe(401)
  })

  it('after five wrong codes the password is asked again, and after ten the step is locked', async () => {
    const { app } = await aWorld()
    const { secret } = await withTwoFactor(app, cookieOf(await signUp(app)))
    const wrong = codeOf(secret) === '000000' ? '000001' : '000000'
    const answers: string[] = []
    for (let round = 0; round < 2; round += 1) {
      const pending = cookieOf(await signIn(app))
      for (let n = 0; n < 6; n += 1) {
        answers.push((await post(app, '/two-factor/verify-totp', { code: wrong }, { cookie: pending })).json().code)
      }
    }
    expect(answers.slice(0, 6)).toEqual([...Array(5).fill('INVALID_CODE'), 'TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE'])
    const pending = cookieOf(await signIn(app))
    const right = await post(app, '/two-factor/verify-totp', { code: codeOf(secret) }, { cookie: pending })
    expect([right.statusCode, right.json().code]).toEqual([429, 'ACCOUNT_TEMPORARILY_LOCKED'])
  })

  it('a backup code signs in once, and new ones replace it', async () => {
    const { app } = await aWorld()
    const { backupCodes, cookie } = await withTwoFactor(app, cookieOf(await signUp(app)))
    expect(backupCodes).toHaveLength(10)
    const use = async (code: string) => {
      const pending = cookieOf(await signIn(app))
      return (await post(app, '/two-factor/verify-backup-code', { code }, { cookie: pending })).statusCode
    }
    expect(await use(backupCodes[0] ?? '')).toBe(200)
    expect(await use(backupCodes[0] ?? '')).toBe(401)
    const renewed = await post(app, '/two-factor/generate-backup-codes', { password }, { cookie })
    const fresh = renewed.json<{ backupCodes: string[] }>().backupCodes
    expect(await use(backupCodes[1] ?? '')).toBe(401)
    expect(await use(fresh[1] ?? '')).toBe(200)
  })

  it('turning it on, off and renewing codes need the password', async () => {
    const { app } = await aWorld()
    const first = cookieOf(await signUp(app))
    const wrong = { password: 'a wrong password' }
    expect((await post(app, '/two-factor/enable', wrong, { cookie: first })).json().code).toBe('INVALID_PASSWORD')
    const { cookie } = await withTwoFactor(app, first)
    for (const path of ['/two-factor/disable', '/two-factor/generate-backup-codes']) {
      expect((await post(app, path, wrong, { cookie })).json().code).toBe('INVALID_PASSWORD')
    }
    expect((await post(app, '/two-factor/disable', { password }, { cookie })).statusCode).toBe(200)
    expect((await signIn(app)).json()).not.toHaveProperty('twoFactorRedirect')
  })

  it('the operator turns it off for one address', async () => {
    const { app, auth } = await aWorld()
    await withTwoFactor(app, cookieOf(await signUp(app)))
    await withTwoFactor(app, cookieOf(await signUp(app, 'kim@example.org')))
    expect([await auth.stopTwoFactor('unknown@example.org'), await auth.stopTwoFactor(' Alex@example.org')]).toEqual([
      false,
      true,
    ])
    expect((await signIn(app)).json()).not.toHaveProperty('twoFactorRedirect')
    expect((await signIn(app, 'kim@example.org')).json()).toMatchObject({ twoFactorRedirect: true })
  })

  it('other calls of the library stay closed', async () => {
    const { app } = await aWorld()
    const cookie = cookieOf(await signUp(app))
    for (const path of ['/delete-user', '/two-factor/get-totp-uri', '/two-factor/send-otp', '/revoke-session']) {
      expect((await post(app, path, { password }, { cookie })).statusCode).toBe(404)
    }
  })
})

/** Turns the second step on. @returns the secret, the backup codes and the cookie that is good now */
async function withTwoFactor(app: FastifyInstance, cookie: string) {
  const started = await post(app, '/two-factor/enable', { password }, { cookie })
  const { totpURI, backupCodes } = started.json<{ totpURI: string; backupCodes: string[] }>()
  const secret = new URL(totpURI).searchParams.get('secret') ?? ''
  const verified = await post(app, '/two-factor/verify-totp', { code: codeOf(secret) }, { cookie })
  expect([started.statusCode, verified.statusCode]).toEqual([200, 200])
  return { secret, backupCodes, totpURI, cookie: cookieOf(verified) }
}

/** Whether a cookie has a session. */
async function isSignedIn(app: FastifyInstance, cookie: string): Promise<boolean> {
  return (await tokenWith(app, cookie)).statusCode === 200
}

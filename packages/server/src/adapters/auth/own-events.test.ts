import type { FastifyInstance } from 'fastify'
import { expect, it } from 'vitest'
import { cookieOf } from '../../testing/auth-world.ts'
import { confirm, linkIn, password, post, signIn, signInWorlds, signUp } from '../../testing/sign-in-world.ts'
import { onTheStore } from '../../testing/store.ts'
import { codeOf } from '../../testing/totp.ts'

const aWrong = (secret: string) => (codeOf(secret) === '000000' ? '000001' : '000000')

onTheStore('what the audit log learns of a sign-in', kind => {
  const aWorld = signInWorlds(kind)

  it('a good password, and no wrong one', async () => {
    const { app, noted } = await aWorld()
    await signUp(app)
    await signIn(app)
    await signIn(app, undefined, 'a wrong password')
    await signIn(app, 'other@example.org')
    expect(noted.map(({ action }) => action)).toEqual(['account.signed_in', 'account.signed_in'])
    expect(new Set(noted.map(({ subject }) => subject)).size).toBe(1)
  })

  it('the second step: on, a sign-in after the code alone, a wrong code, off', async () => {
    const { app, noted } = await aWorld()
    const { secret, backupCode, cookie } = await withTwoFactor(app, cookieOf(await signUp(app)))
    noted.splice(0)
    const pending = cookieOf(await signIn(app))
    expect(noted).toEqual([])
    await post(app, '/two-factor/verify-totp', { code: aWrong(secret) }, { cookie: pending })
    await post(app, '/two-factor/verify-backup-code', { code: 'no-such-code' }, { cookie: pending })
    await post(app, '/two-factor/verify-backup-code', { code: backupCode }, { cookie: pending })
    await post(app, '/two-factor/verify-totp', { code: codeOf(secret) })
    await post(app, '/two-factor/generate-backup-codes', { password: 'a wrong password' }, { cookie })
    await post(app, '/two-factor/generate-backup-codes', { password }, { cookie })
    await post(app, '/two-factor/disable', { password }, { cookie })
    expect(noted.map(({ action }) => action)).toEqual([
      'account.code_refused',
      'account.code_refused',
      'account.signed_in',
      'account.backup_codes_made',
      'account.two_factor_off',
    ])
  })

  it('a new password in place of the one of a sign-up, and the sign-in that follows', async () => {
    const { app, noted, mails } = await aWorld({ mail: true })
    await signUp(app)
    await confirm(app, mails[0], { password: 'not the password' })
    expect(noted).toEqual([])
    await confirm(app, mails[0], { newPassword: 'another horse battery' })
    expect(noted.map(({ action }) => action)).toEqual(['account.password_reset', 'account.signed_in'])
  })

  it('a new password, by its owner and by a link', async () => {
    const { app, noted, mails } = await aWorld({ mail: true })
    await signUp(app)
    const cookie = cookieOf(await confirm(app, mails[0]))
    const change = (currentPassword: string) =>
      post(app, '/change-password', { currentPassword, newPassword: 'another horse battery' }, { cookie })
    await change('a wrong password')
    await change(password)
    mails.splice(0)
    await post(app, '/request-password-reset', { email: 'alex@example.org' })
    await expect.poll(() => mails.length).toBe(1)
    const token = linkIn(mails[0]).searchParams.get('reset') ?? ''
    await post(app, '/reset-password', { token, newPassword: 'a third horse battery' })
    await post(app, '/reset-password', { token, newPassword: 'a third horse battery' })
    expect(noted.map(({ action }) => action)).toEqual([
      'account.signed_in',
      'account.password_changed',
      'account.password_reset',
    ])
  })
})

/** Turns the second step on. */
async function withTwoFactor(app: FastifyInstance, first: string) {
  const started = await post(app, '/two-factor/enable', { password }, { cookie: first })
  const { totpURI, backupCodes } = started.json<{ totpURI: string; backupCodes: string[] }>()
  const secret = new URL(totpURI).searchParams.get('secret') ?? ''
  const verified = await post(app, '/two-factor/verify-totp', { code: codeOf(secret) }, { cookie: first })
  return { secret, backupCode: backupCodes[0] ?? '', cookie: cookieOf(verified) }
}

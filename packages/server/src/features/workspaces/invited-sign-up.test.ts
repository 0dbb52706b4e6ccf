import type { FastifyInstance } from 'fastify'
import { afterEach, expect, it } from 'vitest'
import { buildApp } from '../../app.ts'
import { type AuthWorld, openAuthWorld } from '../../testing/auth-world.ts'
import { anOwner, type Owner } from '../../testing/factories.ts'
import { post, signUp } from '../../testing/sign-in-world.ts'
import { onTheStore } from '../../testing/store.ts'
import { invite, revokeInvitation } from './invitations.ts'

const day = 86_400_000

onTheStore('a sign-up by invitation', kind => {
  let world: AuthWorld
  let app: FastifyInstance
  let owner: Owner
  afterEach(async () => {
    await app.close()
    await world.close()
  })

  /** A server with this policy, one account and the token of an open invitation of it. */
  const aServer = async (SIGNUP: string) => {
    world = await openAuthWorld(kind, { SIGNUP }, { connections: 5 })
    app = await buildApp(world.deps)
    if (SIGNUP === 'first') expect((await signUp(app)).statusCode).toBe(200)
    owner = await anOwner(world.deps.store, { tier: 'pro' })
    return anInvitation()
  }
  const anInvitation = async () => {
    const { invitation, link } = await invite(world.deps, owner, owner.person, 'viewer')
    return { id: invitation.id, token: new URL(link).hash.slice(1) }
  }
  const signUpWith = (invitation: string, email: string, name = 'Kim') =>
    post(app, '/sign-up/email', { name, email, password: 'correct horse battery', invitation })
  const maySignUp = async (token: string) => {
    const answer = await app.inject({ method: 'POST', url: '/api/invitations/read', payload: { token } })
    return answer.json<{ may_sign_up: boolean }>().may_sign_up
  }

  it.each(['first', 'invite'])(
    'with SIGNUP=%s succeeds once at a time for each invitation, also with simultaneous attempts',
    async policy => {
      const { token } = await aServer(policy)
      expect(await maySignUp(token)).toBe(true)
      expect((await signUp(app, 'uninvited@example.org')).statusCode).toBe(403)
      const answers = await Promise.all(['a', 'b', 'c'].map(name => signUpWith(token, `${name}@example.org`)))
      expect(answers.map(({ statusCode }) => statusCode).sort((a, b) => a - b)).toEqual([200, 403, 403])
      expect(answers.find(({ statusCode }) => statusCode === 403)?.json()).toMatchObject({ code: 'SIGNUP_CLOSED' })
      expect(await maySignUp(token)).toBe(false)
      expect((await signUpWith((await anInvitation()).token, 'd@example.org')).statusCode).toBe(200)
    },
  )

  it('is possible again after ten minutes, as for a person who mistyped their address', async () => {
    const { token } = await aServer('invite')
    expect((await signUpWith(token, 'tpyo@example.org')).statusCode).toBe(200)
    world.clock.pass(9 * 60_000)
    expect(await maySignUp(token)).toBe(false)
    expect((await signUpWith(token, 'typo@example.org')).statusCode).toBe(403)
    world.clock.pass(60_000)
    expect(await maySignUp(token)).toBe(true)
    expect((await signUpWith(token, 'typo@example.org')).statusCode).toBe(200)
  })

  it('leaves the invitation unchanged when it fails', async () => {
    const { token } = await aServer('first')
    expect((await signUpWith(token, 'alex@example.org')).statusCode).toBe(422)
    expect((await signUpWith(token, 'kim@example.org', ' ')).statusCode).toBe(400)
    expect((await signUpWith(token, 'kim@example.org')).statusCode).toBe(200)
  })

  it('needs an open invitation, not one that is expired, revoked, accepted or unknown', async () => {
    const { token } = await aServer('invite')
    const kim = await signUpWith(token, 'kim@example.org')
    expect(kim.statusCode).toBe(200)
    const revoked = await anInvitation()
    await revokeInvitation(world.deps, owner, revoked.id)
    const expired = await anInvitation()
    world.clock.pass(7 * day)
    for (const other of [token, revoked.token, expired.token, 'no token']) {
      expect((await signUpWith(other, 'lee@example.org')).statusCode).toBe(403)
    }
  })

  it('is refused with SIGNUP=closed, and with SIGNUP=open neither needs nor uses an invitation', async () => {
    const closed = await aServer('closed')
    expect(await maySignUp(closed.token)).toBe(false)
    expect((await signUpWith(closed.token, 'kim@example.org')).statusCode).toBe(403)
    await app.close()
    await world.close()
    const { token } = await aServer('open')
    for (const name of ['a', 'b']) {
      expect((await signUpWith(token, `${name}@example.org`)).statusCode).toBe(200)
      expect(await maySignUp(token)).toBe(true)
    }
  })
})

import { symmetricEncrypt } from 'better-auth/crypto'
import { eq } from 'drizzle-orm'
import { beforeEach, expect, it } from 'vitest'
import { identityJwks, identityVerification } from '../../db/schema/index.ts'
import { readEnv } from '../../env.ts'
import { type World, worldOn } from '../../testing/neighbors.ts'
import { silent } from '../../testing/silent.ts'
import { onTheStore } from '../../testing/store.ts'
import { embeddedAuth } from './embedded.ts'
import { claimFirstSignUp } from './first-sign-up.ts'
import { noteUse } from './sessions.ts'
import { memoryKeys, rememberRight } from './sign-in-memory.ts'
import { dropForeignKeys } from './signing-keys.ts'

const secret = 'a secret of at least thirty-two bytes'

onTheStore('sign-in of several people', kind => {
  const aWorld = worldOn(kind)
  let world: World
  beforeEach(async () => {
    world = await aWorld()
  })
  const anAuth = ({ store, now } = world) =>
    embeddedAuth({ store, env: readEnv({}), secret, deliver: null, now: () => now, log: silent })

  const isLive = (sessionId: string, subject: string) => anAuth().isLive({ sessionId, subject })

  it('a session is live for its own id and person, until it expires', async () => {
    expect(await isLive('session of owner live', 'user of owner')).toBe(true)
    expect(await isLive('session of owner lapsed', 'user of owner')).toBe(false)
    expect(await isLive('session of owner ended', 'user of owner')).toBe(false)
    expect(await isLive('session of owner live', 'user of neighbor')).toBe(false)
  })

  it('the address of a person is their own', async () => {
    expect(await anAuth().emailOf('user of owner')).toBe('owner@example.org')
    expect(await anAuth().emailOf('user of none')).toBeNull()
  })

  it('the sessions of a person are those that have not ended, and end alone', async () => {
    const auth = anAuth()
    expect((await auth.sessionsOf('user of owner')).map(({ id }) => id)).toEqual(['session of owner live'])
    expect(await world.touched(() => auth.endSession('user of owner', 'session of neighbor live'))).toEqual([])
    expect(await world.touched(() => auth.endSessions('user of owner', 'session of owner live'))).toEqual([
      '- identity_session session of owner lapsed',
    ])
    expect(await world.touched(() => auth.endSession('user of owner', 'session of owner live'))).toEqual([
      '- identity_session session of owner live',
    ])
    expect(await world.touched(() => auth.endSessions('user of neighbor', null))).toEqual([
      '- identity_session session of neighbor lapsed',
      '- identity_session session of neighbor live',
    ])
  })

  it('the use of one session is noted, once in five minutes', async () => {
    const note = (after: number) => () =>
      noteUse(world.db, 'session of owner live', new Date(world.now.getTime() + after * 60_000))
    expect(await world.touched(note(5))).toEqual([])
    expect(await world.touched(note(6))).toEqual(['identity_session session of owner live: updated_at'])
    expect(await world.touched(note(11))).toEqual([])
    expect(await world.touched(note(12))).toEqual(['identity_session session of owner live: updated_at'])
  })

  it('deleting a person deletes all their rows, and no other person’s', async () => {
    const keys = memoryKeys(secret)
    for (const email of ['owner@example.org', 'neighbor@example.org'])
      await rememberRight(world.db, [keys.account(email), keys.pair(email, '192.0.2.1')], world.now)
    expect(await world.touched(() => anAuth().deleteUser('user of owner'))).toEqual([
      '- identity_account credential of owner',
      '- identity_account other of owner',
      '- identity_session session of owner lapsed',
      '- identity_session session of owner live',
      '- identity_two_factor second step of owner',
      '- identity_user user of owner',
      `- sign_in_memory ${keys.account('owner@example.org')}`,
      `- sign_in_memory ${keys.pair('owner@example.org', '192.0.2.1')}`,
    ])
  })

  it('the operator’s link to set a password works for one person', async () => {
    for (const name of ['owner', 'neighbor']) {
      const lines = await world.touched(() => anAuth().resetLink(`${name}@example.org`))
      expect(lines).toEqual([expect.stringMatching(/^\+ identity_verification /)])
      const links = await world.db.select().from(identityVerification)
      expect(links.filter(({ value }) => value === `user of ${name}`)).toHaveLength(3)
    }
  })

  it('only signing keys of another secret are deleted', async () => {
    const privateKey = JSON.stringify(await symmetricEncrypt({ key: secret, data: 'a key' }))
    await world.db.insert(identityJwks).values({ id: 'own key', publicKey: 'public', privateKey, createdAt: world.now })
    const drop = () => dropForeignKeys(world.store, secret, silent)
    expect(await world.touched(drop)).toEqual(['- identity_jwks first key', '- identity_jwks second key'])
  })

  it('a first sign-up changes no link', async () => {
    const signUp = (work: () => Promise<string>) => () => claimFirstSignUp(world.store, () => world.now, work)
    expect(await world.touched(signUp(async () => 'done'))).toEqual([])
    const lines = await world.touched(
      signUp(async () => {
        // It took so long that another request claimed it meanwhile.
        await world.db
          .update(identityVerification)
          .set({ value: 'another’s claim' })
          .where(eq(identityVerification.id, 'first-sign-up'))
        return 'done'
      }),
    )
    expect(lines).toEqual(['+ identity_verification first-sign-up'])
  })
})

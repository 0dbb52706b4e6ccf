import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { member, person, workspace } from '../../db/schema/index.ts'
import type { Store } from '../../db/store.ts'
import { readEnv } from '../../env.ts'
import { Refusal } from '../../errors.ts'
import type { AuthProvider, Session } from '../../ports.ts'
import { silent } from '../../testing/silent.ts'
import { onTheStore, openTestStore } from '../../testing/store.ts'
import { actorIn, signedIn } from './sign-in.ts'
import { insertMember, setTier } from './store.ts'

const session: Session = {
  subject: 'user-1',
  sessionId: 'session-1',
  status: 'active',
  email: 'alex@example.org',
  name: 'Alex',
  picture: null,
}
const other: Session = { ...session, subject: 'user-2', email: 'kim@example.org', name: ' ' }
const at = new Date('2026-11-20T09:00:00Z')

/** The auth provider, where the session goes on and nothing has changed since the token was made. */
const authOf = (who: Session): Pick<AuthProvider, 'kind' | 'isLive' | 'emailOf'> => ({
  kind: 'embedded',
  isLive: async () => true,
  emailOf: async () => who.email,
})
const failed = async () => Promise.reject(new Refusal('unavailable', 'down'))

onTheStore('someone who signs in', kind => {
  let store: Store
  beforeEach(async () => {
    store = await openTestStore(kind, { connections: 5 })
  })
  afterEach(() => store.close())

  const met = (who: Session = session, variables: Record<string, string> = {}, auth = authOf(who)) =>
    signedIn({ store, env: readEnv(variables), now: () => at, log: silent, auth }, who)
  const ownOf = async (who: Session, variables: Record<string, string> = {}) => actorIn(await met(who, variables), null)

  it('gets one workspace, on DEFAULT_TIER, even if a page sends ten calls at once', async () => {
    const all = await Promise.all(Array.from({ length: 10 }, () => met(session, { DEFAULT_TIER: 'pro' })))
    expect(new Set(all.map(({ person: { id } }) => id)).size).toBe(1)
    expect(all[0]?.person).toMatchObject({ subject: 'user-1', email: 'alex@example.org' })
    expect(all[0]?.memberships).toEqual([
      { workspace: { id: expect.any(String), name: 'Alex', tier: 'pro' }, role: 'owner' },
    ])
    for (const table of [person, workspace, member]) expect(await store.db.select().from(table)).toHaveLength(1)
  })

  it('gets a workspace named after their address if they have no name', async () => {
    expect((await ownOf(other)).workspace.name).toBe('kim@example.org')
  })

  it('has the auth provider’s current name and address; the workspace keeps its name', async () => {
    const { id } = (await met()).person
    const named = async (changes: Partial<Session>) => (await met({ ...session, ...changes })).person
    expect(await named({ email: 'alex@example.net', name: 'Alex B.' })).toMatchObject({
      id,
      email: 'alex@example.net',
      name: 'Alex B.',
    })
    expect(await named({ email: 'alex@example.net', name: 'Alex C.' })).toMatchObject({ id, name: 'Alex C.' })
    expect(await named({ email: 'alex@example.com', name: 'Alex C.' })).toMatchObject({ id, email: 'alex@example.com' })
    expect((await ownOf(session)).workspace.name).toBe('Alex')
  })

  it('keeps a newer address, and the name with it, when an older token is used', async () => {
    const newer = { ...session, email: 'alex@example.net', name: 'Alex B.' }
    await met(newer)
    const { email, name } = (await met(session, {}, authOf(newer))).person
    expect([email, name]).toEqual(['alex@example.net', 'Alex B.'])
    expect(await store.db.select({ email: person.email }).from(person)).toEqual([{ email: 'alex@example.net' }])
  })

  it('keeps the stored address when the auth provider cannot be asked, or has no such user any more', async () => {
    await met()
    for (const emailOf of [failed, async () => null]) {
      const changed = { ...session, email: 'alex@example.net' }
      const auth = { ...authOf(session), emailOf }
      expect((await met(changed, {}, auth)).person.email).toBe('alex@example.org')
    }
  })

  it('is not made a person by a token whose session has ended, as after the account was removed', async () => {
    const auth = { ...authOf(session), isLive: async () => false }
    await expect(met(session, {}, auth)).rejects.toThrow('Please sign in')
    for (const table of [person, workspace, member]) expect(await store.db.select().from(table)).toEqual([])
    await met()
    expect((await met(session, {}, auth)).person.email).toBe('alex@example.org')
  })

  it('has the stored plan; with BILLING=off everyone has DEFAULT_TIER', async () => {
    await met()
    await setTier(store.db, 'Alex@Example.org', 'pro')
    expect((await ownOf(session)).workspace.tier).toBe('pro')
    expect((await ownOf(session, { BILLING: 'off', DEFAULT_TIER: 'business' })).workspace.tier).toBe('business')
  })

  it('is refused once the account is deleted', async () => {
    await met()
    await store.db.update(person).set({ deletedAt: new Date() })
    await expect(met()).rejects.toThrow('This account is deleted')
  })

  it('acts only in the workspace that the call names, with the role there', async () => {
    const mine = await ownOf(session)
    const theirs = await ownOf(other)
    const join = { workspaceId: theirs.workspace.id, personId: mine.by.id, role: 'viewer' as const, joinedAt: at }
    const before = await met()
    expect(() => actorIn(before, theirs.workspace.id)).toThrow('Not found')
    await store.transaction(tx => insertMember(tx, join))
    const after = await met()
    expect(actorIn(after, null)).toEqual(mine)
    expect(actorIn(after, theirs.workspace.id.toUpperCase())).toEqual({ ...theirs, by: mine.by, role: 'viewer' })
    for (const id of ['', 'no id', crypto.randomUUID()]) expect(() => actorIn(after, id)).toThrow('Not found')
  })

  it('gets a new workspace when they own none, and keeps their memberships', async () => {
    const before = await ownOf(session)
    await store.db.update(member).set({ role: 'admin' }).where(eq(member.personId, before.by.id))
    const { memberships } = await met()
    expect(memberships.map(({ role }) => role).sort()).toEqual(['admin', 'owner'])
    expect((await ownOf(session)).workspace.id).not.toBe(before.workspace.id)
    expect((await met()).memberships).toHaveLength(2)
  })

  it('has as their own workspace the first one that they joined as owner', async () => {
    const mine = await ownOf(session)
    const theirs = await ownOf(other)
    const join = { personId: mine.by.id, role: 'viewer' as const, workspaceId: theirs.workspace.id }
    const joined = async (joinedAt: Date) => {
      await store.transaction(tx => insertMember(tx, { ...join, joinedAt }))
      await store.db.update(member).set({ role: 'owner' }).where(eq(member.personId, join.personId))
      const { workspace } = await ownOf(session)
      await setTier(store.db, session.email, workspace.tier === 'pro' ? 'business' : 'pro')
      // The operator's command means the same one.
      expect((await ownOf(session)).workspace.tier).not.toBe(workspace.tier)
      return workspace.id
    }
    expect(await joined(new Date(at.getTime() + 1))).toBe(mine.workspace.id)
    await store.db.delete(member).where(eq(member.workspaceId, theirs.workspace.id))
    expect(await joined(new Date(at.getTime() - 1))).toBe(theirs.workspace.id)
  })

  it('does not act in a deleted workspace', async () => {
    const before = await ownOf(session)
    await store.db.update(workspace).set({ deletedAt: at })
    expect((await ownOf(session)).workspace.id).not.toBe(before.workspace.id)
  })
})

import { afterEach, beforeEach, expect, it } from 'vitest'
import { account } from '../../db/schema/index.ts'
import type { Store } from '../../db/store.ts'
import { readEnv } from '../../env.ts'
import type { Session } from '../../ports.ts'
import { onBothStores, openTestStore } from '../../testing/store.ts'
import { accountOf } from './sign-in.ts'
import { setTier } from './store.ts'

const session: Session = {
  subject: 'user-1',
  sessionId: 'session-1',
  status: 'active',
  email: 'alex@example.org',
  name: 'Alex',
  picture: null,
  orgId: null,
  orgRole: null,
  orgSlug: null,
  orgPermissions: [],
}

onBothStores('the account of who is signed in', kind => {
  let store: Store
  beforeEach(async () => {
    store = await openTestStore(kind)
  })
  afterEach(() => store.close())

  const met = (who: Session = session, variables: Record<string, string> = {}) =>
    accountOf({ store, env: readEnv(variables), now: () => new Date('2026-11-20T09:00:00Z') }, who)

  it('is made once, on DEFAULT_TIER, even when a page asks ten things at once', async () => {
    const accounts = await Promise.all(Array.from({ length: 10 }, () => met(session, { DEFAULT_TIER: 'pro' })))
    expect(new Set(accounts.map(({ id }) => id)).size).toBe(1)
    expect(accounts[0]).toMatchObject({ subject: 'user-1', email: 'alex@example.org', tier: 'pro' })
    expect(await store.db.select().from(account)).toHaveLength(1)
  })

  it('follows the name and the address of the auth provider', async () => {
    const { id } = await met()
    expect(await met({ ...session, email: 'alex@example.net', name: 'Alex B.' })).toMatchObject({
      id,
      email: 'alex@example.net',
      name: 'Alex B.',
    })
    expect(await met({ ...session, email: 'alex@example.net', name: 'Alex C.' })).toMatchObject({ id, name: 'Alex C.' })
    const moved = { ...session, email: 'alex@example.com', name: 'Alex C.' }
    expect(await met(moved)).toMatchObject({ id, email: 'alex@example.com' })
  })

  it('is on the plan that is stored; with BILLING=off everyone uses DEFAULT_TIER', async () => {
    await met()
    await setTier(store.db, 'Alex@Example.org', 'pro')
    expect((await met()).tier).toBe('pro')
    expect((await met(session, { BILLING: 'off', DEFAULT_TIER: 'business' })).tier).toBe('business')
  })

  it('is gone for whoever deleted it', async () => {
    await met()
    await store.db.update(account).set({ deletedAt: new Date() })
    await expect(met()).rejects.toThrow('Please sign in')
  })
})

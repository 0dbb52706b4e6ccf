import { isReadOnlyDomain } from '@waxseal/core/plan'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { domain, watch } from '../../db/schema/index.ts'
import { openTestApp, type TestApp, type TestUser } from '../../testing/app.ts'
import { aDomain, aScan } from '../../testing/factories.ts'
import { onTheStore } from '../../testing/store.ts'
import { claimDueChecks } from '../monitoring/claim-checks.ts'
import { setTier } from '../workspaces/store.ts'
import { readOnlyAmong } from './read-only.ts'

const words =
  'This domain is read-only: your Starter plan allows 1 domain. Upgrade your plan or delete an older domain.'
const refused = { status: 403, body: { detail: words, code: 'domain_read_only', feature: 'domains' } }

onTheStore('read-only domains', kind => {
  let server: TestApp
  let user: TestUser
  let old: typeof domain.$inferSelect
  let newer: typeof domain.$inferSelect
  beforeAll(async () => {
    server = await openTestApp(kind, { connections: 5 })
  })
  beforeEach(async () => {
    await server.deps.store.db.delete(domain)
    user = await server.aUser()
    old = await aDomain(server.deps.store, user.actor)
    newer = await aDomain(server.deps.store, user.actor, { createdAt: new Date('2026-11-03T08:00:00Z') })
  })
  afterAll(() => server.close())

  const plan = (tier: 'free' | 'pro' | 'business') => setTier(server.deps.store.db, user.actor.person.email, tier)
  const listed = async () => {
    const { body } = await user.get('/domains')
    const rows = body as { id: string; read_only: boolean }[]
    return new Set(rows.filter(row => row.read_only).map(({ id }) => id))
  }

  it('are the newest beyond the plan’s number, whatever their names', async () => {
    expect(await listed()).toEqual(new Set([newer.id]))
    await plan('pro')
    expect(await listed()).toEqual(new Set())
    for (let n = 0; n < 10; n++) await aDomain(server.deps.store, user.actor)
    expect((await listed()).size).toBe(2)
    expect(await listed()).toContain(newer.id)
    await plan('business')
    expect(await listed()).toEqual(new Set())
  })

  it('refuse every change of their own and of what belongs to them', async () => {
    await aScan(server.deps.store, newer)
    await plan('pro')
    const { body } = await user.put(`/domains/${newer.id}/decisions`, {
      finding: 'spf_missing',
      subject: null,
      kind: 'accepted',
      note: '',
      expires_at: null,
    })
    const { id: decision } = body as { id: string }
    expect(await user.post(`/domains/${newer.id}/selectors`, { selector: 's1' })).toMatchObject({ status: 201 })
    await plan('free')
    const of = `/domains/${newer.id}`
    const about = { domain_id: newer.id }
    const answers = [
      await user.post(`/diagnostics/scan/${newer.id}`),
      await user.put(`${of}/tags`, { tags: ['client'] }),
      await user.post('/domains/tags', { domain_ids: [old.id, newer.id], add: ['client'], remove: [] }),
      await user.post(`${of}/selectors`, { selector: 's2' }),
      await user.delete(`${of}/selectors/s1`),
      await user.put(`${of}/decisions`, {
        finding: 'dmarc_missing',
        subject: null,
        kind: 'muted',
        note: '',
        expires_at: null,
      }),
      await user.delete(`${of}/decisions/${decision}`),
      await user.post('/spf/generate', { ...about, use_mx: true }),
      await user.post('/dmarc/generate', { ...about, policy: 'reject', rua_email: 'dmarc@example.com' }),
    ]
    for (const answer of answers) expect(answer).toMatchObject(refused)
    const [row] = await server.deps.store.db.select().from(domain).where(eq(domain.id, old.id))
    expect(row?.tags).toEqual([])
    expect((await user.get('/usage/scans-this-month')).body).toMatchObject({ scans_this_month: 0 })
  })

  it('refuse a schedule and a hosted record, on a plan with both', async () => {
    await plan('pro')
    for (let n = 0; n < 9; n++) await aDomain(server.deps.store, user.actor)
    const answers = [
      await user.put(`/domains/${newer.id}/schedule`, { frequency: 'daily' }),
      await user.post('/spf-flattening/flatten', {
        original_domain: newer.name,
        original_spf_record: 'v=spf1 ip4:192.0.2.7 -all',
      }),
    ]
    for (const answer of answers) {
      expect(answer).toMatchObject({ status: 403, body: { code: 'domain_read_only', feature: 'domains' } })
    }
    expect(await user.put(`/domains/${newer.id}/schedule`, { frequency: 'none' })).toMatchObject({ status: 200 })
  })

  it('can be read and deleted', async () => {
    await aScan(server.deps.store, newer)
    for (const path of ['latest-scan', 'history', 'selectors', 'decisions']) {
      expect(await user.get(`/domains/${newer.id}/${path}`), path).toMatchObject({ status: 200 })
    }
    expect(await user.delete(`/domains/${newer.id}`)).toMatchObject({ status: 204 })
  })

  it('can be used again once an older domain is deleted', async () => {
    expect(await user.put(`/domains/${newer.id}/tags`, { tags: ['client'] })).toMatchObject(refused)
    expect(await user.delete(`/domains/${old.id}`)).toMatchObject({ status: 204 })
    expect(await user.put(`/domains/${newer.id}/tags`, { tags: ['client'] })).toMatchObject({ status: 200 })
    expect(await listed()).toEqual(new Set())
  })

  it('take one place each when an older domain is deleted and many changes come at once', async () => {
    const more = []
    for (let n = 4; n < 10; n++) {
      more.push(await aDomain(server.deps.store, user.actor, { createdAt: new Date(`2026-11-0${n}T08:00:00Z`) }))
    }
    const waiting = [newer, ...more]
    const [, ...answers] = await Promise.all([
      user.delete(`/domains/${old.id}`),
      ...waiting.map(({ id }) => user.put(`/domains/${id}/tags`, { tags: ['client'] })),
    ])
    // The next oldest alone may have been in time.
    expect(answers.slice(1).map(({ status }) => status)).toEqual(more.map(() => 403))
    expect(await user.put(`/domains/${newer.id}/tags`, { tags: ['now'] })).toMatchObject({ status: 200 })
    expect(await listed()).toEqual(new Set(more.map(({ id }) => id)))
    // The workspace is still above its limit, so nothing is added in the freed place.
    expect(await user.post('/domains', { domain_name: 'new.example' })).toMatchObject({
      body: { code: 'domain_limit' },
    })
  })

  it('are the same ones for the database and for the rule', async () => {
    const { store } = server.deps
    for (let n = 0; n < 30; n++) {
      // Many at one moment: the id decides then.
      await aDomain(store, user.actor, { createdAt: new Date(Date.UTC(2026, 10, 1 + (n % 3))) })
    }
    const rows = await store.db.select().from(domain)
    for (const tier of ['free', 'pro', 'business'] as const) {
      const wanted = rows.filter(row => {
        const older = rows.filter(
          other => +other.createdAt < +row.createdAt || (+other.createdAt === +row.createdAt && other.id < row.id),
        )
        return isReadOnlyDomain(tier, older.length)
      })
      const ids = rows.map(({ id }) => id)
      const found = await readOnlyAmong(store.db, { id: user.actor.workspace.id, tier }, ids)
      expect(found).toEqual(new Set(wanted.map(({ id }) => id)))
    }
  })

  it('are passed over by the monitor, and checked within the hour after an upgrade', async () => {
    const { deps } = server
    const namesOf = async () => (await claimDueChecks(deps, 10)).checks.map(({ name }) => name)
    await deps.store.db.update(watch).set({ nextCheckAt: deps.now() })
    expect(await namesOf()).toEqual([old.name])
    await plan('pro')
    deps.clock.pass(3_600_000)
    expect(await namesOf()).toContain(newer.name)
  })
})

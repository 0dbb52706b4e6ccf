import type { accountDeletion, ReplyOf } from '@waxseal/contract'
import { type Zone, zoneResolver } from '@waxseal/core/dns'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { hostedRecord, outbox, payment, person, subscription, workspace } from '../../db/schema/index.ts'
import { BillingFailed } from '../../ports.ts'
import { openTestApp, type TestApp, type TestUser } from '../../testing/app.ts'
import { pageFor, testVendor } from '../../testing/billing-world.ts'
import { aDomain, aScan } from '../../testing/factories.ts'
import { aHostedRecord, withZone } from '../../testing/hosted-world.ts'
import { subjectIsToken } from '../../testing/offline.ts'
import { onTheStore } from '../../testing/store.ts'
import { freshFrom } from '../../testing/zone-lookups.ts'
import { isEnding, mayRemove } from '../billing/deleted-workspaces.ts'
import { readDue } from '../billing/jobs.ts'
import { claimDueChecks } from '../monitoring/claim-checks.ts'
import { insertMember } from '../workspaces/store.ts'
import { purge } from './purge.ts'

const day = 86_400_000
const phrase = 'delete my account'

onTheStore('deleting an account', kind => {
  let server: TestApp
  let user: TestUser
  let zone: Zone = {}
  let isLive = true
  let signedOut: string[] = []
  let removed: string[] = []
  beforeAll(async () => {
    server = await openTestApp(kind, {
      env: withZone,
      freshDns: () => freshFrom(zoneResolver(zone)),
      auth: {
        ...subjectIsToken,
        isLive: async () => isLive,
        endSessions: async subject => void signedOut.push(subject),
        deleteUser: async subject => void removed.push(subject),
      },
    })
  })
  beforeEach(async () => {
    zone = {}
    isLive = true
    signedOut = []
    removed = []
    user = await server.aUser()
  })
  afterAll(() => server.close())

  const db = () => server.deps.store.db
  const join = (who: TestUser, where: TestUser, role: 'owner' | 'viewer') =>
    server.deps.store.transaction(tx =>
      insertMember(tx, {
        workspaceId: where.actor.workspace.id,
        personId: who.actor.person.id,
        role,
        joinedAt: server.deps.now(),
      }),
    )
  const plan = async (who = user) => (await who.get('/account/deletion')).body as ReplyOf<typeof accountDeletion>
  const remove = (body: object = { phrase }) => user.post('/account/deletion', body)
  const runPurge = (mayGo = (id: string) => mayRemove(server.deps, id)) =>
    purge(server.deps, { now: server.deps.now(), mayGo })
  const isThere = async (who: TestUser) => ({
    person: (await db().select().from(person).where(eq(person.id, who.actor.person.id))).length === 1,
    workspace: (await db().select().from(workspace).where(eq(workspace.id, who.actor.workspace.id))).length === 1,
  })

  it('needs the typed phrase, in any case, and a session that has not ended', async () => {
    expect(await remove({ phrase: 'delete' })).toMatchObject({
      status: 400,
      body: { detail: expect.stringContaining('Please type “delete my account” to confirm') },
    })
    isLive = false
    expect(await remove()).toMatchObject({ status: 401 })
    isLive = true
    expect((await user.get('/auth/me')).status).toBe(200)
    expect(await remove({ phrase: ' Delete my ACCOUNT ' })).toMatchObject({ status: 200 })
  })

  it('says what it does before, and closes the account until it is restored', async () => {
    await aDomain(server.deps.store, user.actor)
    expect(await plan()).toMatchObject({
      removed_at: null,
      workspaces: [{ name: 'Alex Example', effect: 'deleted', domains: 1 }],
    })
    expect((await remove()).body).toEqual({ removed_at: '2026-12-20T09:00:00.000Z' })
    expect(signedOut).toEqual([user.token])
    for (const path of ['/auth/me', '/domains', '/api-keys']) {
      expect(await user.get(path)).toMatchObject({
        status: 403,
        body: { code: 'account_deleted', detail: 'This account is deleted' },
      })
    }
    expect(await plan()).toMatchObject({ removed_at: '2026-12-20T09:00:00.000Z', workspaces: [] })
    expect((await user.delete('/account/deletion')).status).toBe(204)
    expect((await user.get('/domains')).body).toHaveLength(1)
    expect((await user.delete('/account/deletion')).status).toBe(204)
    const mails = await db().select().from(outbox).orderBy(outbox.createdAt)
    const theirs = mails.map(({ payload }) => payload as { to: string; subject: string; text: string })
    expect(
      theirs
        .filter(({ to }) => to === user.actor.person.email)
        .map(({ subject }) => subject)
        .sort(),
    ).toEqual(['Your Waxseal account is deleted', 'Your Waxseal account is restored'])
    expect(theirs.find(({ to, subject }) => to === user.actor.person.email && /deleted/.test(subject))?.text).toContain(
      'restore it until December 20, 2026',
    )
  })

  it('stops scans and monitoring of its domains', async () => {
    const row = await aDomain(server.deps.store, user.actor)
    const checked = async () => {
      const { checks } = await claimDueChecks(server.deps, 1_000)
      return checks.some(({ domainId }) => domainId === row.id)
    }
    server.deps.clock.pass(day)
    expect(await checked()).toBe(true)
    await remove()
    server.deps.clock.pass(day)
    expect(await checked()).toBe(false)
    server.deps.clock.now = new Date('2026-11-20T09:00:00Z')
  })

  it('is refused to the only owner of a workspace with other members', async () => {
    const colleague = await server.aUser()
    await join(colleague, user, 'viewer')
    expect((await plan()).workspaces).toMatchObject([{ effect: 'blocks' }])
    expect(await remove({ phrase, confirmed: true })).toMatchObject({
      status: 409,
      body: { detail: expect.stringContaining('You are the only owner of Alex Example') },
    })
    expect((await user.get('/auth/me')).status).toBe(200)
  })

  it('leaves the workspaces of others for good', async () => {
    const colleague = await server.aUser()
    await join(user, colleague, 'viewer')
    expect((await plan()).workspaces.map(({ effect }) => effect).sort()).toEqual(['deleted', 'left'])
    await remove()
    const members = (await colleague.get('/workspace/members')).body as { members: unknown[] }
    expect(members.members).toHaveLength(1)
    await user.delete('/account/deletion')
    expect((await plan()).workspaces.map(({ effect }) => effect)).toEqual(['deleted'])
  })

  it('asks again while a domain includes its hosted SPF record, and keeps that record hosted', async () => {
    user = await server.aUser({ tier: 'pro' })
    const row = await aDomain(server.deps.store, user.actor)
    const flatteningId = await aHostedRecord(server.deps, user.actor, row.name)
    const [hosted] = await db().select().from(hostedRecord).where(eq(hostedRecord.flatteningId, flatteningId))
    if (hosted === undefined) throw new Error('nothing is hosted')
    zone = { [row.name]: { TXT: [`v=spf1 include:${hosted.name} -all`] }, [hosted.name]: { TXT: ['v=spf1 -all'] } }
    expect(await remove()).toMatchObject({
      status: 409,
      body: { detail: expect.stringContaining('mail can fail SPF') },
    })
    expect(await remove({ phrase, confirmed: true })).toMatchObject({ status: 200 })
    server.deps.clock.pass(31 * day)
    await runPurge()
    server.deps.clock.now = new Date('2026-11-20T09:00:00Z')
    const [kept] = await db().select().from(hostedRecord).where(eq(hostedRecord.name, hosted.name))
    expect(kept).toMatchObject({ value: hosted.value, removeAt: null })
  })

  it('removes everything after 30 days but the payments, which name no one', async () => {
    const vendor = testVendor(server)
    await vendor.pay(await pageFor(user, 'pro monthly'))
    await user.get('/payments/subscription')
    const [, ...rest] = [await aDomain(server.deps.store, user.actor), await aDomain(server.deps.store, user.actor)]
    for (const row of rest) await aScan(server.deps.store, row)
    const paid = () => db().select().from(payment)
    const other = await server.aUser()
    await remove()
    server.deps.clock.pass(30 * day - 1)
    await runPurge(async () => true)
    expect(await isThere(user)).toEqual({ person: true, workspace: true })
    expect((await user.get('/account/deletion')).body).toMatchObject({ removed_at: '2026-12-20T09:00:00.000Z' })
    server.deps.clock.pass(1)
    expect(await user.delete('/account/deletion')).toMatchObject({ status: 410 })
    const before = await paid()
    await runPurge(async () => true)
    expect(await isThere(user)).toEqual({ person: false, workspace: false })
    expect(await isThere(other)).toEqual({ person: true, workspace: true })
    expect(removed).toContain(user.token)
    expect(await paid()).toHaveLength(before.length)
    expect((await paid()).filter(({ workspaceId }) => workspaceId === user.actor.workspace.id)).toEqual([])
    const mails = (await db().select().from(outbox)).map(({ payload }) => (payload as { to?: string }).to)
    expect(mails).not.toContain(user.actor.person.email)
    await runPurge(async () => true)
    server.deps.clock.now = new Date('2026-11-20T09:00:00Z')
  })

  it('goes on where a process that died has stopped', async () => {
    for (let n = 0; n < 7; n += 1) await aDomain(server.deps.store, user.actor)
    await remove()
    server.deps.clock.pass(31 * day)
    const fails = { ...server.deps.auth, deleteUser: () => Promise.reject(new Error('the process died')) }
    await purge({ ...server.deps, auth: fails }, { now: server.deps.now(), mayGo: async () => true })
    expect(await isThere(user)).toEqual({ person: true, workspace: false })
    await runPurge()
    expect(await isThere(user)).toEqual({ person: false, workspace: false })
    server.deps.clock.now = new Date('2026-11-20T09:00:00Z')
  })

  it('ends the subscription at the end of its period, and removes no workspace that still pays', async () => {
    const vendor = testVendor(server)
    const page = await pageFor(user, 'pro yearly')
    await vendor.pay(page)
    await readDue({ ...server.deps, now: () => new Date('2026-11-22T09:00:00Z') })
    const { id } = user.actor.workspace
    expect(await isEnding(server.deps, id)).toBe(false)
    await readDue(server.deps)
    expect(await isEnding(server.deps, id)).toBe(false)
    await remove()
    server.deps.clock.pass(31 * day)
    await runPurge()
    expect(await isThere(user)).toEqual({ person: false, workspace: true })
    await readDue(server.deps)
    expect(await isEnding(server.deps, id)).toBe(true)
    await runPurge()
    expect(await isThere(user)).toEqual({ person: false, workspace: false })
    server.deps.clock.now = new Date('2026-11-20T09:00:00Z')
  })

  it('removes no workspace that Stripe still charges, also when the server is no longer set up for Stripe', async () => {
    await testVendor(server).pay(await pageFor(user, 'pro yearly'))
    const { id } = user.actor.workspace
    const ofWorkspace = eq(subscription.workspaceId, id)
    await remove()
    server.deps.clock.pass(31 * day)
    await readDue(server.deps)
    await db()
      .update(subscription)
      .set({ provider: 'stripe', status: 'active', scheduledPlan: null })
      .where(ofWorkspace)
    await expect(isEnding({ ...server.deps, billing: null }, id)).rejects.toThrow('BILLING is not stripe')
    await runPurge()
    expect((await isThere(user)).workspace).toBe(true)
    await db().update(subscription).set({ status: 'cancelled' }).where(ofWorkspace)
    await runPurge()
    expect((await isThere(user)).workspace).toBe(false)
    server.deps.clock.now = new Date('2026-11-20T09:00:00Z')
  })

  it('lets the payment provider forget the name and the address before the workspace goes, and tries again until it did', async () => {
    const vendor = testVendor(server)
    await vendor.pay(await pageFor(user, 'pro monthly'))
    await remove()
    server.deps.clock.pass(31 * day)
    await readDue(server.deps)
    server.deps.clock.pass(31 * day)
    await readDue(server.deps)
    const { billing } = server.deps
    if (billing === null) throw new Error('this test needs billing')
    const forgotten: string[] = []
    let isDown = true
    const forgetPerson = async (id: string) => {
      if (isDown) throw new BillingFailed('timeout')
      forgotten.push(id)
    }
    const purgeWith = () => runPurge(id => mayRemove({ ...server.deps, billing: { ...billing, forgetPerson } }, id))
    await purgeWith()
    expect((await isThere(user)).workspace).toBe(true)
    isDown = false
    await purgeWith()
    expect((await isThere(user)).workspace).toBe(false)
    expect(forgotten).toHaveLength(1)
    server.deps.clock.now = new Date('2026-11-20T09:00:00Z')
  })
})

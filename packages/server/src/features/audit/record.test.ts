import type { auditLog, ReplyOf } from '@waxseal/contract'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { operate } from '../../cli/operate.ts'
import { alertAddress, auditEvent } from '../../db/schema/index.ts'
import { anApiKey } from '../../testing/api-key.ts'
import { openTestApp, type TestApp, type TestUser } from '../../testing/app.ts'
import { pageFor, testVendor } from '../../testing/billing-world.ts'
import { aDomain } from '../../testing/factories.ts'
import { onTheStore } from '../../testing/store.ts'
import { purge } from '../account/purge.ts'
import { mayRemove } from '../billing/deleted-workspaces.ts'
import { receiveEvent } from '../billing/sync.ts'
import { recordEvent, recordOfSubject } from './record.ts'

type Log = ReplyOf<typeof auditLog>

const slack = 'https://hooks.slack.com/services/T000/B000/secretpath'

onTheStore('the audit log', kind => {
  let server: TestApp
  let user: TestUser
  beforeAll(async () => {
    server = await openTestApp(kind)
  })
  beforeEach(async () => {
    server.deps.clock.now = new Date('2026-11-20T09:00:00Z')
    user = await server.aUser({ tier: 'business' })
  })
  afterAll(() => server.close())

  const log = async (who = user, query = '') => (await who.get(`/account/audit-log${query}`)).body as Log
  const texts = async (who = user, query = '') => (await log(who, query)).events.map(({ text }) => text)
  const joined = async (role: string) => {
    const { body } = await user.post('/workspace/invitations', { role })
    const token = new URL((body as { link: string }).link).hash.slice(1)
    const guest = await server.aUser()
    await guest.post('/invitations/accept', { token })
    return { guest, token }
  }
  /** What a member sees in the workspace of the user. */
  const inOwners = async (who: TestUser, query = '') => {
    const headers = { authorization: `Bearer ${who.token}`, 'waxseal-workspace': user.actor.workspace.id }
    return (await server.app.inject({ url: `/api/account/audit-log${query}`, headers })).json<Log>().events
  }

  it('says who did what, when and through which, the newest first', async () => {
    await user.post('/domains', { domain_name: 'Example.com' })
    server.deps.clock.pass(1_000)
    const { key, id } = await anApiKey(server.deps, user.actor, { scope: 'write' })
    server.deps.clock.pass(1_000)
    const headers = { authorization: `Bearer ${key}` }
    await server.app.inject({ method: 'POST', url: '/api/domains', headers, payload: { domain_name: 'b.example' } })
    expect((await log()).events).toMatchObject([
      {
        at: '2026-11-20T09:00:02.000Z',
        text: 'Added the domain b.example',
        action: 'domain.added',
        group: 'domains',
        subject: 'b.example',
        actor: { kind: 'key', email: null, you: false },
      },
      {
        at: '2026-11-20T09:00:00.000Z',
        text: 'Added the domain example.com',
        actor: { kind: 'person', name: 'Alex Example', email: user.actor.person.email, you: true },
      },
    ])
    await server.deps.store.transaction(tx =>
      recordEvent(
        server.deps,
        tx,
        { workspace: user.actor.workspace, by: { kind: 'key', keyId: id } },
        { action: 'domain.removed', subject: 'b.example' },
      ),
    )
    expect((await log()).events[0]?.actor.name).not.toBe('')
  })

  it('has no event of a change that failed', async () => {
    const failing = server.deps.store.transaction(async tx => {
      await recordEvent(server.deps, tx, user.actor, { action: 'domain.added', subject: 'example.com' })
      throw new Error('the change failed')
    })
    await expect(failing).rejects.toThrow('the change failed')
    await user.post('/domains', { domain_name: 'not a domain' })
    await user.delete(`/domains/${crypto.randomUUID()}`)
    expect(await texts()).toEqual([])
  })

  it('has changed settings by their names, and nothing of a save that changes none', async () => {
    await user.put('/alerts/settings', { slack_webhook: slack, dns_monitoring_frequency: 24, email_alerts: false })
    await user.put('/alerts/settings', { email_alerts: false, dns_monitoring_frequency: 24 })
    await user.put('/alerts/settings', { slack_webhook: null, alert_types: ['dmarc_fail'] })
    expect((await texts()).sort()).toEqual([
      'Changed DNS monitoring from every 6 hours to every 24 hours',
      'Changed the alert settings: email alerts off',
      expect.stringMatching(/^Changed the alert settings: “Health score drop .*” off, “.*” off$/),
      'Removed the webhook for Slack',
      'Set the webhook for Slack',
    ])
  })

  it('holds no secret', async () => {
    await user.put('/alerts/settings', { slack_webhook: slack })
    const secret = (await user.post('/alerts/webhook-secret')).body as { secret?: string }
    const key = (await user.post('/api-keys', { name: 'Nightly', scopes: ['read'] })).body as { key: string }
    const { token } = await joined('editor')
    await user.post('/headers/analyze', { raw_headers: 'Subject: a private subject' })
    const rows = JSON.stringify(await server.deps.store.db.select().from(auditEvent))
    for (const each of [slack, 'secretpath', secret.secret ?? 'no secret', key.key, token, 'a private subject']) {
      expect(rows).not.toContain(each)
    }
  })

  it('shows an admin what all did in the workspace, and others what they did themselves', async () => {
    const { guest } = await joined('viewer')
    const { guest: admin } = await joined('admin')
    await user.post('/domains', { domain_name: 'example.com' })
    expect((await inOwners(guest)).map(({ text }) => text)).toEqual(['Joined the workspace with the role Viewer'])
    expect((await inOwners(admin)).length).toBe((await log()).events.length)
    expect(JSON.stringify(await inOwners(admin))).toContain('Added the domain example.com')
  })

  it('shows sign-ins to their person alone, in each of their workspaces', async () => {
    const { guest } = await joined('admin')
    await recordOfSubject(server.deps, { subject: user.token, action: 'account.code_refused' })
    await recordOfSubject(server.deps, { subject: 'not a person yet', action: 'account.signed_in' })
    expect(await texts(user, '?action=account')).toEqual(['Entered a wrong code of two-factor authentication'])
    expect(await inOwners(guest, '?action=account')).toEqual([])
    await guest.post('/domains', { domain_name: 'own.example' })
    expect(await texts(guest)).toEqual(['Added the domain own.example'])
  })

  it('goes page by page, and by kind and domain', async () => {
    for (const name of ['a.example', 'b.example', 'c.example']) {
      await user.post('/domains', { domain_name: name })
      server.deps.clock.pass(1_000)
    }
    await user.put('/workspace', { name: 'Kite' })
    const first = await log(user, '?limit=3')
    expect(first.events.map(({ subject }) => subject)).toEqual(['', 'c.example', 'b.example'])
    expect(first.next).toBe(first.events[2]?.id)
    const second = await log(user, `?limit=3&before=${first.next}`)
    expect([second.events.map(({ subject }) => subject), second.next]).toEqual([['a.example'], null])
    expect(await texts(user, '?action=settings')).toEqual(['Renamed the workspace from Alex Example to Kite'])
    expect(await texts(user, '?domain=B.example.')).toEqual(['Added the domain b.example'])
    expect(await texts(user, '?action=settings&domain=b.example')).toEqual([])
  })

  it('finds a pasted list by each of its domains, and names the first ten', async () => {
    const names = Array.from({ length: 12 }, (_, at) => `d${at}.example`)
    await user.post('/domains/bulk', { names: names.join(', ') })
    const [event] = (await log()).events
    expect(event?.text).toMatch(/^Added 12 domains from a list: .* and 2 more$/)
    for (const name of ['D0.example.', 'd11.example']) {
      expect((await log(user, `?domain=${name}`)).events).toEqual([event])
    }
    expect(await texts(user, '?domain=d12.example')).toEqual([])
    expect(await texts(await server.aUser(), '?domain=d0.example')).toEqual([])
    server.deps.clock.pass(1_000)
    await user.post('/domains', { domain_name: 'other.example' })
    await user.put('/workspace', { name: 'Kite' })
    expect((await log(user, '?domain=d0.example&action=domains')).events).toEqual([event])
    expect(await texts(user, '?domain=d0.example&action=settings')).toEqual([])
  })

  it.each([
    ['limit=0', 400],
    ['limit=101', 400],
    ['before=x', 400],
    ['action=all', 400],
    ['domain=not%20a%20domain', 400],
    [`before=${'0'.repeat(8)}-0000-4000-8000-${'0'.repeat(12)}`, 404],
  ])('refuses %s', async (query, status) => {
    const answer = await user.get(`/account/audit-log?${query}`)
    expect([answer.status, answer.body]).toEqual([status, expect.objectContaining({ detail: expect.any(String) })])
  })

  it('has who confirms and stops alert mail as the holder of a link', async () => {
    const { id: workspaceId } = user.actor.workspace
    await user.put('/alerts/settings', { notification_email: 'team@example.net' })
    const [row] = await server.deps.store.db
      .select()
      .from(alertAddress)
      .where(eq(alertAddress.workspaceId, workspaceId))
    server.deps.clock.pass(1_000)
    await server.app.inject({ method: 'POST', url: `/api/alerts/unsubscribe/${row?.unsubscribeToken ?? ''}` })
    expect((await log()).events[0]).toMatchObject({
      text: 'Unsubscribed team@example.net from alerts',
      actor: { kind: 'link', name: '' },
    })
  })

  it('has the change of a plan by a payment, by a downgrade and by the operator', async () => {
    const starter = await server.aUser()
    const page = await pageFor(starter, 'pro monthly')
    server.deps.clock.pass(1_000)
    for (const event of await testVendor(server).pay(page)) await receiveEvent(server.deps, event)
    expect(await texts(starter)).toEqual([
      'Changed the plan from Starter to Pro',
      'Opened the payment page for Pro, billed monthly',
    ])
    server.deps.clock.pass(1_000)
    const origin_url = 'http://localhost:3000'
    await starter.post('/payments/create-checkout', { plan: 'free', billing_period: 'monthly', origin_url })
    await starter.post('/payments/cancel-downgrade')
    const { email } = starter.actor.person
    await operate(server.deps, { command: 'account.set-tier', email, tier: 'business' })
    await operate(server.deps, { command: 'account.reset-password', email })
    const { events } = await log(starter)
    expect(events.slice(0, -2).map(({ text, actor }) => [text, actor.kind])).toEqual(
      expect.arrayContaining([
        ['Gave the workspace the plan Business without a payment', 'operator'],
        ['Took back the scheduled change of the plan', 'person'],
        [expect.stringMatching(/^Scheduled the change to Starter for \d{4}-\d\d-\d\d$/), 'person'],
      ]),
    )
  })

  it('keeps what a removed member did, and loses their name with their account', async () => {
    const { guest } = await joined('editor')
    const { id, email } = guest.actor.person
    await user.delete(`/workspace/members/${id}`)
    expect(await texts()).toContain(`Removed ${email} from the workspace`)
    expect((await log()).events.some(({ actor }) => actor.email === email)).toBe(true)
    await guest.post('/account/deletion', { phrase: 'delete my account' })
    await guest.delete('/account/deletion')
    expect((await texts(guest)).sort()).toEqual(['Deleted the account', 'Restored the account'])
    await guest.post('/account/deletion', { phrase: 'delete my account' })
    server.deps.clock.pass(31 * 86_400_000)
    await purge(server.deps, { now: server.deps.now(), mayGo: workspace => mayRemove(server.deps, workspace) })
    expect(JSON.stringify(await log())).not.toContain(email)
    expect(await texts()).toContain('Removed a member whose account is deleted from the workspace')
    const rows = await server.deps.store.db.select().from(auditEvent).where(eq(auditEvent.personId, id))
    expect(rows).toEqual([])
  })

  it('is in the export of the account, with its words', async () => {
    await aDomain(server.deps.store, user.actor)
    await recordOfSubject(server.deps, { subject: user.token, action: 'account.signed_in' })
    await user.put('/workspace', { name: 'Kite' })
    const document = JSON.parse((await user.get('/account/export')).text) as {
      audit_log: { text: string }[]
      workspaces: { audit_log: { text: string }[] }[]
    }
    expect(document.audit_log.map(({ text }) => text)).toEqual(['Signed in'])
    expect(document.workspaces[0]?.audit_log.map(({ text }) => text).sort()).toEqual([
      'Exported the data of the account with this workspace',
      'Renamed the workspace from Alex Example to Kite',
    ])
  })
})

import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { alertChannel, alertSettings as settingsTable, workspace } from '../../db/schema/index.ts'
import { openTestApp, type TestApp, type TestUser } from '../../testing/app.ts'
import { onTheStore } from '../../testing/store.ts'
import { setTier } from '../workspaces/store.ts'

const slack = 'https://hooks.slack.com/services/T000/B000/abcdefgh'
const maskedSlack = 'https://hooks.slack.com/…efgh'

/** A channel that is not set up, or that the plan does not have. */
const off = { state: 'off', reason: null, paused_at: null }

onTheStore('alert settings', kind => {
  let server: TestApp
  let user: TestUser
  beforeAll(async () => {
    server = await openTestApp(kind, {
      connections: 5,
      notifier: {
        check: async (_kind, url) =>
          url.startsWith('https://hooks.slack.com/') || url.startsWith('https://receiver.example/')
            ? { ok: true }
            : { ok: false, reason: 'This is not a webhook' },
        post: async () => '200 ok',
      },
    })
  })
  beforeEach(async () => {
    user = await server.aUser({ tier: 'pro' })
  })
  afterAll(() => server.close())

  const save = async (body: object) => {
    const answer = await user.put('/alerts/settings', body)
    expect([answer.status, answer.text]).toEqual([200, expect.any(String)])
    return answer.body
  }
  const read = async () => (await user.get('/alerts/settings')).body

  it('of a workspace that never saved tell everything to the address of the account', async () => {
    const answer = await user.get('/alerts/settings')
    expect(answer.headers.etag).toBe('"0"')
    expect(answer.body).toEqual({
      email_alerts: true,
      notification_email: user.actor.person.email,
      slack_webhook: null,
      teams_webhook: null,
      generic_webhook: null,
      slack_enabled: false,
      teams_enabled: false,
      generic_enabled: false,
      alert_types: [
        'health_score_drop',
        'blacklist_detection',
        'dmarc_fail',
        'high_threat',
        'dns_mx_change',
        'open_relay',
        'domain_gone',
        'dnssec_broken',
        'certificate_expiring',
      ],
      dns_monitoring_enabled: true,
      dns_monitoring_frequency: 6,
      version: 0,
      channels: { email: { ...off, state: 'on' }, slack: off, teams: off, webhook: off },
      allowed: true,
      mail: true,
      alerts_this_month: 0,
      alerts_limit: 1000,
    })
  })

  it('can be read on Starter, and not saved', async () => {
    const starter = await server.aUser({ tier: 'pro' })
    await starter.put('/alerts/settings', { dns_monitoring_enabled: false })
    await setTier(server.deps.store.db, starter.actor.person.email, 'free')
    expect((await starter.get('/alerts/settings')).body).toMatchObject({
      allowed: false,
      alerts_limit: 0,
      dns_monitoring_enabled: true,
      channels: { email: off, slack: off, teams: off, webhook: off },
    })
    const before = await server.deps.store.db.select().from(settingsTable)
    for (const body of [{ email_alerts: false }, { dns_monitoring_enabled: false }, { slack_webhook: slack }]) {
      const answer = await starter.put('/alerts/settings', body)
      expect(answer.status).toBe(403)
      expect(answer.body).toMatchObject({ code: 'feature_locked', feature: 'alerts' })
    }
    expect(await server.deps.store.db.select().from(settingsTable)).toEqual(before)
  })

  it('keep what a save leaves out', async () => {
    expect(await save({ alert_types: ['dmarc_fail'], dns_monitoring_frequency: 24 })).toMatchObject({
      alert_types: ['dmarc_fail'],
      dns_monitoring_frequency: 24,
      version: 1,
    })
    expect(await save({ email_alerts: false })).toMatchObject({
      alert_types: ['dmarc_fail'],
      dns_monitoring_frequency: 24,
      email_alerts: false,
      version: 2,
    })
  })

  it('are saved as a whole object, as the screen sends it', async () => {
    await save({ slack_webhook: slack })
    const settings = await read()
    expect(await save(settings as object)).toEqual({ ...(settings as object), version: 2 })
  })

  it('store the monitoring of the workspace where monitoring reads it', async () => {
    await save({ dns_monitoring_enabled: false, dns_monitoring_frequency: 1 })
    const [row] = await server.deps.store.db.select().from(workspace).where(eq(workspace.id, user.actor.workspace.id))
    expect(row).toMatchObject({ dnsMonitoringEnabled: false, dnsMonitoringFrequency: 1 })
  })

  it('mask a webhook, keep it when the mask comes back, and remove it when it is empty', async () => {
    expect(await save({ slack_webhook: slack })).toMatchObject({ slack_webhook: maskedSlack, slack_enabled: true })
    expect(await save({ slack_webhook: maskedSlack })).toMatchObject({ slack_webhook: maskedSlack })
    const rows = await server.deps.store.db
      .select()
      .from(alertChannel)
      .where(eq(alertChannel.workspaceId, user.actor.workspace.id))
    const target = rows.find(row => row.kind === 'slack')?.target ?? ''
    expect(target).not.toContain('hooks.slack.com')
    expect(server.deps.sealer.open(target, `alerts ${user.actor.workspace.id} slack`)).toBe(slack)
    expect(server.deps.sealer.open(target, `alerts ${crypto.randomUUID()} slack`)).toBeNull()
    expect(await save({ slack_webhook: '' })).toMatchObject({ slack_webhook: null, slack_enabled: false })
  })

  it('derive from the webhook whether a channel is on, whatever is sent', async () => {
    expect(await save({ slack_enabled: true, teams_enabled: true })).toMatchObject({
      slack_enabled: false,
      teams_enabled: false,
    })
    expect(await save({ slack_webhook: slack, slack_enabled: false })).toMatchObject({ slack_enabled: true })
  })

  it('refuse a URL that is no webhook, with the reason, and save nothing of that call', async () => {
    for (const url of ['https://evil.example/', 'http://169.254.169.254/', 'x', 'https://hooks.slack.com.evil/']) {
      const answer = await user.put('/alerts/settings', { slack_webhook: url, email_alerts: false })
      expect(answer.status).toBe(400)
      expect(answer.body).toMatchObject({ code: 'validation', detail: 'This is not a webhook' })
    }
    expect(await read()).toMatchObject({ version: 0, email_alerts: true, slack_webhook: null })
  })

  it('refuse a save of an older version with 409, by If-Match and by the body', async () => {
    await save({ email_alerts: false })
    expect((await user.put('/alerts/settings', { email_alerts: true, version: 0 })).status).toBe(409)
    expect(await save({ email_alerts: true, version: 1 })).toMatchObject({ version: 2 })
    const put = (ifMatch: string) =>
      server.app.inject({
        method: 'PUT',
        url: '/api/alerts/settings',
        headers: { authorization: `Bearer ${user.token}`, 'if-match': ifMatch },
        payload: { email_alerts: false },
      })
    for (const stale of ['"1"', 'W/"1"', '2', '"x"']) expect((await put(stale)).statusCode).toBe(409)
    const saved = await put('"2"')
    expect([saved.statusCode, saved.headers.etag]).toEqual([200, '"3"'])
  })

  it('of two saves of the same version at one moment store one', async () => {
    const saves = ['dmarc_fail', 'high_threat'].map(type =>
      user.put('/alerts/settings', { alert_types: [type], version: 0 }),
    )
    expect(new Set((await Promise.all(saves)).map(({ status }) => status))).toEqual(new Set([200, 409]))
    expect(await read()).toMatchObject({ version: 1 })
  })

  it('store the address of the account as none, so that it follows the account', async () => {
    const { email } = user.actor.person
    expect(await save({ notification_email: email.toUpperCase() })).toMatchObject({ notification_email: email })
    const [row] = await server.deps.store.db
      .select()
      .from(settingsTable)
      .where(eq(settingsTable.workspaceId, user.actor.workspace.id))
    expect(row?.email).toBeNull()
  })

  it.each(['nobody', 'a@b', 'a@example.com, b@example.com', 'a@example.com\r\nBcc: b@example.com', 'x'.repeat(300)])(
    'refuse "%s" as an address',
    async email => {
      const answer = await user.put('/alerts/settings', { notification_email: email })
      expect(answer.status).toBe(400)
    },
  )

  it('give a new secret for signatures once, and show it nowhere else', async () => {
    await save({ generic_webhook: 'https://receiver.example/alerts' })
    const one = (await user.post('/alerts/webhook-secret', {})).body as { secret: string }
    const two = (await user.post('/alerts/webhook-secret', {})).body as { secret: string }
    expect(one.secret).toMatch(/^whsec_[\w-]{43}$/)
    expect(two.secret).not.toBe(one.secret)
    expect(JSON.stringify(await read())).not.toContain('whsec')
  })

  it('show a webhook that cannot be decrypted as paused, and take a new one', async () => {
    await save({ slack_webhook: slack })
    await server.deps.store.db
      .update(alertChannel)
      .set({ target: 'v1.00000000.AAAA.AAAA' })
      .where(eq(alertChannel.workspaceId, user.actor.workspace.id))
    expect(await read()).toMatchObject({
      slack_webhook: 'https://…',
      channels: {
        slack: {
          state: 'paused',
          reason: 'The encryption key of this server has changed. Please enter the webhook URL again.',
        },
      },
    })
    expect(await save({ slack_webhook: 'https://…', email_alerts: false })).toMatchObject({
      slack_webhook: 'https://…',
    })
    expect(await save({ slack_webhook: slack })).toMatchObject({ channels: { slack: { state: 'on' } } })
  })
})

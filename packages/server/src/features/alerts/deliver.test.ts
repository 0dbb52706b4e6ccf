import { createHmac } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { alertChannel } from '../../db/schema/index.ts'
import { deliverDue } from '../../jobs/outbox.ts'
import type { Notifier } from '../../ports.ts'
import { alertWorld, worldStart } from '../../testing/alert-world.ts'
import { anAlert } from '../../testing/factories.ts'
import { type Receiver, webhooks } from '../../testing/receiver.ts'
import { onTheStore } from '../../testing/store.ts'
import { setTier } from '../workspaces/store.ts'
import { alertDeliverers } from './deliver.ts'
import { sendDue } from './digest.ts'

const minute = 60_000

onTheStore('alerts on their way', kind => {
  const world = alertWorld(kind, { connections: 5 })

  it('reach Slack, Teams and a webhook in the form that each reads', async () => {
    await world.only({
      slack_webhook: webhooks.slack,
      teams_webhook: webhooks.teams,
      generic_webhook: webhooks.webhook,
    })
    await world.tell(anAlert())
    await world.work()
    const by = new Map(world.receiver().received.map(each => [each.host, JSON.parse(each.body)]))
    expect(by.get('hooks.slack.com')).toMatchObject({
      text: expect.stringContaining('DMARC policy weakened'),
      blocks: [{}, {}, {}, {}],
    })
    expect(by.get('prod-1.westeurope.logic.azure.com')).toMatchObject({ type: 'message', attachments: [{}] })
    expect(by.get('receiver.example.net')).toMatchObject({
      version: 1,
      alerts: [{ alert_type: 'dmarc_fail', severity: 'warning', domain_name: 'example.com', state: 'raised' }],
      settings_url: 'http://localhost:3000/alerts',
    })
    expect((await world.deliveries()).map(({ channel, state }) => `${channel} ${state}`).sort()).toEqual([
      'slack sent',
      'teams sent',
      'webhook sent',
    ])
  })

  it('to a webhook of the user’s own are signed, with the id of the delivery', async () => {
    await world.only({ generic_webhook: webhooks.webhook })
    const { secret } = (await world.user().post('/alerts/webhook-secret', {})).body as { secret: string }
    await world.tell(anAlert())
    await world.work()
    const [{ headers, body }] = world.receiver().received as [Receiver['received'][number]]
    const timestamp = String(headers['waxseal-timestamp'])
    const expected = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')
    expect(timestamp).toBe(String(worldStart.getTime() / 1000))
    expect(headers['waxseal-signature']).toBe(`v1=${expected}`)
    expect(headers['waxseal-delivery']).toBe((await world.deliveries())[0]?.id)
    expect(headers['content-type']).toBe('application/json')
    expect(JSON.parse(body).delivery_id).toBe(headers['waxseal-delivery'])
  })

  it('by email have a text, HTML, a stable id and a link that stops them', async () => {
    await world.tell(anAlert())
    await world.work()
    const [mail] = world.mails()
    const [delivery] = await world.deliveries()
    expect(mail).toMatchObject({
      to: world.user().actor.person.email,
      subject: 'example.com: DMARC policy weakened from reject to none',
      id: delivery?.id,
      unsubscribe: expect.stringMatching(/^http:\/\/localhost:3000\/api\/alerts\/unsubscribe\/[0-9a-f-]{36}$/),
    })
    expect(mail?.html).toContain('<!doctype html>')
    expect(mail?.text).toMatch(/Unsubscribe: http:\/\/localhost:3000\/unsubscribe\?token=[0-9a-f-]{36}/)
  })

  it('of one cause are sent once', async () => {
    const alert = anAlert()
    await Promise.all([world.tell(alert), world.tell(alert)])
    await world.tell(alert)
    await world.work()
    expect(world.mails()).toHaveLength(1)
    expect((await world.user().get('/alerts/settings')).body).toMatchObject({ alerts_this_month: 1 })
  })

  it('are not sent once the plan has none, whether they wait for a message or are in one', async () => {
    await world.only({ slack_webhook: webhooks.slack })
    const { db } = world.deps().store
    const { email } = world.user().actor.person
    await world.tell(anAlert({ description: 'waits' }))
    await setTier(db, email, 'free')
    await world.work()
    await setTier(db, email, 'pro')
    await world.tell(anAlert({ description: 'in a message' }))
    await sendDue(world.deps())
    await setTier(db, email, 'free')
    await world.work()
    expect(world.receiver().received).toEqual([])
    expect(await world.deliveries()).toMatchObject([
      { state: 'failed', last_error: 'Not sent: the plan has no alerts' },
    ])
  })

  it('go at once after a quiet time, and then together every ten minutes', async () => {
    await world.tell(anAlert())
    await world.work()
    for (const description of ['second', 'third']) {
      world.deps().clock.pass(minute)
      await world.tell(anAlert({ description }))
      await world.work()
    }
    expect(world.mails()).toHaveLength(1)
    await world.after(8 * minute - 1)
    expect(world.mails()).toHaveLength(1)
    await world.after(1)
    expect(world.mails().map(({ subject }) => subject)).toEqual([
      'example.com: DMARC policy weakened from reject to none',
      '2 alerts for example.com',
    ])
  })

  it('that are critical wait a minute at most, and take the waiting ones along', async () => {
    await world.tell(anAlert())
    await world.work()
    await world.tell(anAlert({ description: 'minor' }))
    world.deps().clock.pass(30_000)
    await world.tell(anAlert({ severity: 'critical', description: 'MX removed' }))
    await world.work()
    expect(world.mails()).toHaveLength(1)
    await world.after(30_000)
    expect(world.mails()).toHaveLength(2)
    expect(world.mails()[1]?.text.indexOf('MX removed')).toBeLessThan(world.mails()[1]?.text.indexOf('minor') ?? 0)
  })

  it('beyond twenty of one message are counted', async () => {
    await world.tell(...Array.from({ length: 25 }, (_, n) => anAlert({ description: `alert ${n}` })))
    await world.work()
    expect(world.mails().map(({ subject }) => subject)).toEqual(['25 alerts'])
    expect(world.mails()[0]?.text).toContain('5 more alerts are in Waxseal.')
    expect((await world.deliveries())[0]).toMatchObject({ alerts: 25 })
    await world.after(10 * minute)
    expect(world.mails()).toHaveLength(1)
  })

  it('of a type that is switched off are not sent', async () => {
    await world.user().put('/alerts/settings', { alert_types: ['high_threat'] })
    await world.tell(anAlert())
    await world.work()
    expect(world.mails()).toEqual([])
  })

  it('stop at the plan’s limit of the month, and one notice says so', async () => {
    for (let part = 0; part < 10; part++) await world.tell(...Array.from({ length: 100 }, () => anAlert()))
    await world.work()
    await world.tell(anAlert(), anAlert())
    await world.after(10 * minute)
    await world.tell(anAlert())
    await world.after(10 * minute)
    expect(world.mails().map(({ subject }) => subject)).toEqual([
      '1,000 alerts',
      'Waxseal: Your Pro plan includes 1,000 alerts a month, and all are used. Alerts start again on December 1',
    ])
    expect((await world.user().get('/alerts/settings')).body).toMatchObject({
      alerts_this_month: 1003,
      alerts_limit: 1000,
    })
    world.deps().clock.now = new Date('2026-12-01T00:00:00Z')
    await world.tell(anAlert({ description: 'a new month' }))
    await world.work()
    expect(world.mails().at(-1)?.subject).toBe('example.com: a new month')
  })

  it('wait for the confirmation of an address', async () => {
    await world.user().put('/alerts/settings', { notification_email: 'alerts@example.net' })
    await world.tell(anAlert())
    await world.work()
    const sent = world.mails().map(({ to, subject }) => `${to}: ${subject}`)
    expect(sent).toEqual(['alerts@example.net: Confirm this address for Waxseal alerts'])
    const token = /token=([\w-]+)/.exec(world.mails()[0]?.text ?? '')?.[1]
    await world.server().app.inject({ method: 'POST', url: '/api/alerts/confirm-address', payload: { token } })
    await world.work()
    expect(world.mails()[1]).toMatchObject({
      to: 'alerts@example.net',
      subject: 'example.com: DMARC policy weakened from reject to none',
    })
  })

  it('are shared by two workers: each message once', async () => {
    await world.only({ generic_webhook: webhooks.webhook, slack_webhook: webhooks.slack })
    for (let n = 0; n < 20; n++) await world.tell(anAlert({ description: `alert ${n}` }))
    await Promise.all([world.work(), world.work(), world.work()])
    const bodies = world.receiver().received.map(({ host, body }) => `${host} ${body.match(/alert \d+/g)?.length}`)
    expect(bodies.length).toBe(2)
    const [row] = await world.deps().store.db.select().from(alertChannel).where(eq(alertChannel.kind, 'slack'))
    expect(row?.dueAt).toBeNull()
  })

  // The same with processes that are killed: kill.soak.test.ts.
  it('are sent again, once and under the same id, when their process dies between the answer and its commit', async () => {
    await world.only({ generic_webhook: webhooks.webhook })
    await world.tell(anAlert())
    await sendDue(world.deps())
    const answered = Promise.withResolvers<string>()
    const real = world.deps().notifier
    const notifier: Notifier = {
      ...real,
      async post(...request) {
        answered.resolve(await real.post(...request))
        return new Promise(() => {})
      },
    }
    const dying = { ...world.deps(), notifier }
    void deliverDue(dying, alertDeliverers(dying))
    expect(await answered.promise).toBe('204')

    const ids = () => world.receiver().received.map(({ headers }) => headers['waxseal-delivery'])
    await world.after(minute)
    expect(ids()).toHaveLength(1)
    await world.after(5 * minute)
    expect(ids()).toHaveLength(2)
    expect(new Set(ids()).size).toBe(1)
    await world.after(10 * minute)
    expect(ids()).toHaveLength(2)
  })

  it('are sent once when their process dies before it posts', async () => {
    await world.only({ generic_webhook: webhooks.webhook })
    await world.tell(anAlert())
    await sendDue(world.deps())
    await world.after(6 * minute)
    expect(world.receiver().received).toHaveLength(1)
    await world.after(10 * minute)
    expect(world.receiver().received).toHaveLength(1)
  })
})

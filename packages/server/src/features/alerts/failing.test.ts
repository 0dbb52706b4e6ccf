import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { alertChannel } from '../../db/schema/index.ts'
import { alertWorld, worldStart } from '../../testing/alert-world.ts'
import { anAlert } from '../../testing/factories.ts'
import { type Answer, type Receiver, webhooks } from '../../testing/receiver.ts'
import { onTheStore } from '../../testing/store.ts'
import { setTier } from '../workspaces/store.ts'
import { sendDue } from './digest.ts'
import { periodicAlertTasks } from './jobs.ts'

const minute = 60_000
const hour = 60 * minute

/** The next request waits for its answer until `release`. */
function holdAnswer(receiver: Receiver) {
  const [arrival, answer] = [Promise.withResolvers<void>(), Promise.withResolvers<Answer>()]
  receiver.answer = () => {
    receiver.answer = undefined
    arrival.resolve()
    return answer.promise
  }
  return { arrived: arrival.promise, release: answer.resolve }
}

onTheStore('alerts that could not be delivered', kind => {
  const world = alertWorld(kind)

  it('are tried again with growing waits, under one delivery id', async () => {
    await world.only({ generic_webhook: webhooks.webhook })
    world.receiver().answer = () => ({ status: 503, text: 'busy' })
    await world.tell(anAlert())
    await world.work()
    expect(await world.deliveries()).toMatchObject([{ state: 'waiting', attempts: 1, last_error: '503 busy' }])
    const tries = [30_000, 2 * minute, 10 * minute, hour, 6 * hour, 6 * hour]
    for (const [at, wait] of tries.entries()) {
      await world.after(wait - 1)
      expect(world.receiver().received).toHaveLength(at + 1)
      await world.after(wait / 5 + 1)
      expect(world.receiver().received).toHaveLength(at + 2)
    }
    world.receiver().answer = undefined
    await world.after(7.2 * hour)
    const ids = new Set(world.receiver().received.map(({ headers }) => headers['waxseal-delivery']))
    expect(ids.size).toBe(1)
    expect(await world.deliveries()).toMatchObject([{ state: 'sent', attempts: 8, last_error: null }])
  })

  it('wait as long as Slack asks', async () => {
    await world.only({ slack_webhook: webhooks.slack })
    world.receiver().answer = () => ({ status: 429, headers: { 'retry-after': '300' }, text: 'rate_limited' })
    await world.tell(anAlert())
    await world.work()
    world.receiver().answer = undefined
    await world.after(300_000 - 1)
    expect(world.receiver().received).toHaveLength(1)
    await world.after(1)
    expect(world.receiver().received).toHaveLength(2)
    expect((await world.channels())['slack']).toMatchObject({ state: 'on' })
  })

  it('wait while their channel fails, and go in one message when it works again', async () => {
    await world.only({ slack_webhook: webhooks.slack })
    world.receiver().answer = () => ({ status: 500 })
    await world.tell(anAlert())
    await world.work()
    for (let n = 0; n < 3; n++) {
      await world.tell(anAlert({ description: `later ${n}` }))
      await world.after(11 * minute)
    }
    world.receiver().answer = undefined
    await world.after(2 * hour)
    await world.work()
    expect((await world.deliveries()).map(({ state, alerts }) => `${state} ${alerts}`)).toEqual(['sent 3', 'sent 1'])
  })

  it.each([
    ['slack', 400, 'invalid_payload'],
    ['slack', 403, 'action_prohibited'],
    ['slack', 404, 'no_service'],
    ['slack', 410, 'channel_is_archived'],
    ['slack', 302, 'moved'],
    ['teams', 404, 'gone'],
    ['webhook', 410, 'gone'],
  ] as const)('pause %s at once when it answers %d', async (channel, status, text) => {
    await world.only({
      slack_webhook: channel === 'slack' ? webhooks.slack : '',
      teams_webhook: channel === 'teams' ? webhooks.teams : '',
      generic_webhook: channel === 'webhook' ? webhooks.webhook : '',
    })
    world.receiver().answer = () => ({
      status,
      text,
      headers: { location: 'https://receiver.example.net/elsewhere' },
    })
    await world.tell(anAlert())
    await world.work()
    expect((await world.channels())[channel]).toEqual({
      state: 'paused',
      reason: `${status} ${text}`,
      paused_at: worldStart.toISOString(),
    })
    expect(await world.deliveries()).toMatchObject([
      { state: 'waiting', attempts: 1, last_error: `${status} ${text}`, next_try_at: null },
    ])
    await world.after(24 * hour)
    expect(world.receiver().received).toHaveLength(1)
  })

  it('of a paused channel are kept, and sent when somebody resumes it, each message under the id it had', async () => {
    await world.only({ slack_webhook: webhooks.slack })
    world.receiver().answer = () => ({ status: 410, text: 'channel_is_archived' })
    await world.tell(anAlert({ description: 'first' }))
    await world.work()
    await world.tell(anAlert({ description: 'second' }))
    await world.after(hour)
    expect(world.receiver().received).toHaveLength(1)
    const [failed] = await world.deliveries()
    world.receiver().answer = undefined
    expect((await world.user().post('/alerts/resume', { channel: 'slack' })).body).toMatchObject({
      channels: { slack: { state: 'on', reason: null, paused_at: null } },
    })
    await world.work()
    const sent = world.receiver().received.slice(1)
    expect(sent.map(({ body }) => String(/first|second/.exec(body))).sort()).toEqual(['first', 'second'])
    expect((await world.deliveries()).map(({ id, state, alerts }) => [id === failed?.id, state, alerts])).toEqual([
      [false, 'sent', 1],
      [true, 'sent', 1],
    ])
    await world.after(24 * hour)
    expect(world.receiver().received).toHaveLength(3)
  })

  it('of a message that waits for a paused channel are dropped after 30 days', async () => {
    await world.only({ slack_webhook: webhooks.slack })
    world.receiver().answer = () => ({ status: 410, text: 'channel_is_archived' })
    await world.tell(anAlert())
    await world.work()
    const forget = async (days: number) => {
      world.deps().clock.pass(days * 24 * hour)
      for (const task of periodicAlertTasks(world.deps())) {
        if (task.name === 'forget alerts') await task.run(world.deps().now(), new AbortController().signal)
      }
      return world.deliveries()
    }
    expect(await forget(30)).toMatchObject([{ state: 'waiting' }])
    expect(await forget(1)).toMatchObject([{ state: 'failed', last_error: '410 channel_is_archived' }])
    world.receiver().answer = undefined
    await world.user().post('/alerts/resume', { channel: 'slack' })
    await world.work()
    expect(world.receiver().received).toHaveLength(1)
  })

  it('of a paused address are sent to the next one', async () => {
    const { id: workspaceId } = world.user().actor.workspace
    await world.user().put('/alerts/settings', { notification_email: 'typo@example.net' })
    await world.tell(anAlert())
    // The confirmation link.
    await world.work()
    const paused = { pausedAt: worldStart, pauseReason: '550 no such user' }
    await world.deps().store.db.update(alertChannel).set(paused).where(eq(alertChannel.workspaceId, workspaceId))
    world.mails().length = 0
    await world.user().put('/alerts/settings', { notification_email: '' })
    expect((await world.channels())['email']).toEqual({ state: 'on', reason: null, paused_at: null })
    await world.work()
    expect(world.mails().map(({ to }) => to)).toEqual([world.user().actor.person.email])
  })

  it('pause their channel after three days of failures, and keep their delivery id when it is resumed', async () => {
    await world.only({ generic_webhook: webhooks.webhook })
    world.receiver().answer = () => ({ status: 404, text: 'not deployed' })
    await world.tell(anAlert())
    await world.work()
    for (let hours = 0; hours < 71; hours++) await world.after(hour)
    expect((await world.channels())['webhook']).toMatchObject({ state: 'on' })
    for (let hours = 0; hours < 9; hours++) await world.after(hour)
    expect((await world.channels())['webhook']).toMatchObject({ state: 'paused', reason: '404 not deployed' })
    world.receiver().answer = undefined
    await world.user().post('/alerts/resume', { channel: 'webhook' })
    await world.work()
    expect(await world.deliveries()).toMatchObject([{ state: 'sent' }])
    const ids = new Set(world.receiver().received.map(({ headers }) => headers['waxseal-delivery']))
    expect(ids.size).toBe(1)
  })

  it('in a message for an address that is not confirmed yet wait for it, under the same id', async () => {
    await world.tell(anAlert())
    await sendDue(world.deps())
    await world.user().put('/alerts/settings', { notification_email: 'alerts@example.net' })
    await world.work()
    const [delivery] = await world.deliveries()
    expect(delivery).toMatchObject({ state: 'waiting', next_try_at: null })
    const token = /token=([\w-]+)/.exec(world.mails()[0]?.text ?? '')?.[1]
    await world.server().app.inject({ method: 'POST', url: '/api/alerts/confirm-address', payload: { token } })
    await world.work()
    expect(world.mails()[1]).toMatchObject({ to: 'alerts@example.net', id: delivery?.id })
    expect(await world.deliveries()).toMatchObject([{ state: 'sent' }])
  })

  it('go to a new webhook at once when the old one failed', async () => {
    await world.only({ generic_webhook: webhooks.webhook })
    world.receiver().answer = ({ path }) => ({ status: path === '/new' ? 200 : 500 })
    await world.tell(anAlert())
    await world.work()
    await world.only({ generic_webhook: 'https://receiver.example.net/new' })
    await world.work()
    expect(world.receiver().received.map(({ path }) => path)).toEqual(['/alerts', '/new'])
    expect(await world.deliveries()).toMatchObject([{ state: 'sent', attempts: 2 }])
  })

  it('are sent once when the webhook changes while they are on their way', async () => {
    await world.only({ generic_webhook: webhooks.webhook })
    const { arrived, release } = holdAnswer(world.receiver())
    await world.tell(anAlert())
    const working = world.work()
    await arrived
    await world.only({ generic_webhook: 'https://receiver.example.net/new' })
    await world.work()
    expect(world.receiver().received.map(({ path }) => path)).toEqual(['/alerts'])
    release({ status: 200 })
    await working
    await world.after(24 * hour)
    expect(world.receiver().received).toHaveLength(1)
    expect(await world.deliveries()).toMatchObject([{ state: 'sent', attempts: 1 }])
  })

  it('go to the new webhook when the old one refuses them after the change', async () => {
    await world.only({ slack_webhook: webhooks.slack })
    const { arrived, release } = holdAnswer(world.receiver())
    await world.tell(anAlert())
    const working = world.work()
    await arrived
    const next = webhooks.slack.replace(/.$/, 'Z')
    await world.only({ slack_webhook: next })
    release({ status: 404, text: 'no_service' })
    await working
    expect((await world.channels())['slack']).toEqual({ state: 'on', reason: null, paused_at: null })
    await world.work()
    expect(world.receiver().received.map(({ path }) => path)).toEqual(
      [webhooks.slack, next].map(url => new URL(url).pathname),
    )
    expect(await world.deliveries()).toMatchObject([{ state: 'sent', attempts: 2 }])
  })

  it('are sent again after a plan without alerts, also by a channel that failed before', async () => {
    const { email } = world.user().actor.person
    await world.only({ slack_webhook: webhooks.slack })
    world.receiver().answer = () => ({ status: 500 })
    await world.tell(anAlert())
    await world.work()
    await setTier(world.deps().store.db, email, 'free')
    await world.after(minute)
    expect(await world.deliveries()).toMatchObject([
      { state: 'failed', last_error: 'Not sent: the plan has no alerts' },
    ])
    await setTier(world.deps().store.db, email, 'pro')
    world.receiver().answer = undefined
    await world.tell(anAlert({ description: 'next' }))
    await world.after(hour)
    expect(world.receiver().received.at(-1)?.body).toContain('next')
  })

  it('are not sent by a channel that was switched off meanwhile', async () => {
    await world.only({ slack_webhook: webhooks.slack })
    await world.tell(anAlert())
    await sendDue(world.deps())
    await world.only({ slack_webhook: '' })
    await world.work()
    expect(world.receiver().received).toEqual([])
    expect(await world.deliveries()).toMatchObject([
      { state: 'failed', last_error: 'Not sent: the channel is switched off' },
    ])
    await world.only({ slack_webhook: webhooks.slack })
    await world.tell(anAlert({ description: 'next' }))
    await world.after(10 * minute)
    expect(world.receiver().received).toHaveLength(1)
  })
})

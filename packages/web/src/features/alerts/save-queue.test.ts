import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createSaveQueue } from './save-queue.ts'

interface Choices {
  email_alerts: boolean
  dns_monitoring_frequency: number
}

class Conflict extends Error {}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A queue whose saves end when the test says so. */
function aQueue() {
  const saves: { part: object; settle: PromiseWithResolvers<void> }[] = []
  const reloads: number[] = []
  const refused: unknown[] = []
  const queue = createSaveQueue<Choices>({
    send: part => {
      const settle = Promise.withResolvers<void>()
      saves.push({ part, settle })
      return settle.promise
    },
    judge: error => (error instanceof Conflict ? { kind: 'conflict' } : { kind: 'refused', problem: String(error) }),
    onRefused: error => refused.push(error),
    reload: () => Promise.resolve(reloads.push(1)),
  })
  /** Ends the save with this number, and lets the queue go on. */
  async function end(at: number, error?: unknown): Promise<void> {
    if (error === undefined) saves[at]?.settle.resolve()
    else saves[at]?.settle.reject(error)
    await vi.advanceTimersByTimeAsync(0)
  }
  return { queue, end, reloads, refused, parts: () => saves.map(({ part }) => part) }
}

describe('the save queue', () => {
  it('saves a switch at once, and shows it before it is saved', () => {
    const { queue, parts } = aQueue()
    queue.choose({ email_alerts: false })
    expect(parts()).toEqual([{ email_alerts: false }])
    expect(queue.state()).toMatchObject({ choices: { email_alerts: false }, saving: true })
  })

  it('saves a text after one second without another key', () => {
    const { queue, parts } = aQueue()
    queue.type('notification_email', 'ada@kite')
    vi.advanceTimersByTime(900)
    queue.type('notification_email', 'ada@kite.example')
    vi.advanceTimersByTime(999)
    expect(parts()).toEqual([])
    vi.advanceTimersByTime(1)
    expect(parts()).toEqual([{ notification_email: 'ada@kite.example' }])
  })

  it('sends one call at a time; what is changed meanwhile goes out together afterwards', async () => {
    const { queue, parts, end } = aQueue()
    queue.choose({ email_alerts: false })
    queue.choose({ email_alerts: true })
    queue.choose({ dns_monitoring_frequency: 24 })
    expect(parts()).toHaveLength(1)
    await end(0)
    expect(parts()).toEqual([{ email_alerts: false }, { email_alerts: true, dns_monitoring_frequency: 24 }])
    expect(queue.state().choices).toEqual({ email_alerts: true, dns_monitoring_frequency: 24 })
    await end(1)
    expect(queue.state()).toEqual({ choices: {}, texts: {}, saving: false, conflict: false })
  })

  it('saves every text on its own, so that a refusal belongs to one', async () => {
    const { queue, parts, end, refused } = aQueue()
    queue.type('slack_webhook', 'http://localhost')
    queue.type('teams_webhook', 'https://x.logic.azure.com/1')
    vi.advanceTimersByTime(1_000)
    await end(0, 'Slack webhooks begin with https://hooks.slack.com/')
    await end(1)
    expect(parts()).toEqual([{ slack_webhook: 'http://localhost' }, { teams_webhook: 'https://x.logic.azure.com/1' }])
    expect(refused).toHaveLength(1)
    expect(queue.state().texts).toEqual({
      slack_webhook: {
        value: 'http://localhost',
        state: 'kept',
        problem: 'Slack webhooks begin with https://hooks.slack.com/',
      },
    })
  })

  it('keeps a text that was typed while the previous one was being saved, and saves it in its turn', async () => {
    const { queue, parts, end } = aQueue()
    queue.type('notification_email', 'a@kite.example')
    vi.advanceTimersByTime(1_000)
    queue.type('notification_email', 'ab@kite.example')
    await end(0)
    expect(queue.state().texts.notification_email?.value).toBe('ab@kite.example')
    await vi.advanceTimersByTimeAsync(1_000)
    expect(parts()).toEqual([{ notification_email: 'a@kite.example' }, { notification_email: 'ab@kite.example' }])
  })

  it('does not let a late refusal of an old text mark the new one', async () => {
    const { queue, end } = aQueue()
    queue.type('notification_email', 'a')
    vi.advanceTimersByTime(1_000)
    queue.type('notification_email', 'a@kite.example')
    await end(0, 'no address')
    expect(queue.state().texts.notification_email).toEqual({
      value: 'a@kite.example',
      state: 'typing',
      problem: null,
    })
  })

  it('takes back a switch that could not be saved', async () => {
    const { queue, end, refused } = aQueue()
    queue.choose({ email_alerts: false })
    await end(0, 'the server is down')
    expect(queue.state()).toMatchObject({ choices: {}, saving: false })
    expect(refused).toEqual(['the server is down'])
  })

  it('reloads after a conflict: choices are made again, typed texts stay and are saved when asked', async () => {
    const { queue, parts, end, reloads, refused } = aQueue()
    queue.choose({ email_alerts: false })
    queue.choose({ dns_monitoring_frequency: 24 })
    queue.type('notification_email', 'ada@kite.example')
    vi.advanceTimersByTime(1_000)
    await end(0, new Conflict())
    expect(reloads).toHaveLength(1)
    expect(refused).toEqual([])
    expect(parts()).toHaveLength(1)
    expect(queue.state()).toEqual({
      choices: {},
      texts: { notification_email: { value: 'ada@kite.example', state: 'kept', problem: null } },
      saving: false,
      conflict: true,
    })
    queue.flush()
    expect(parts()).toHaveLength(1)
    queue.flush('kept')
    await end(1)
    expect(parts()[1]).toEqual({ notification_email: 'ada@kite.example' })
    expect(queue.state()).toEqual({ choices: {}, texts: {}, saving: false, conflict: false })
  })

  it('saves what is typed before the second is over when the screen is left', () => {
    const { queue, parts } = aQueue()
    queue.type('generic_webhook', 'https://kite.example/hook')
    queue.flush()
    vi.advanceTimersByTime(5_000)
    expect(parts()).toEqual([{ generic_webhook: 'https://kite.example/hook' }])
  })

  it('forgets a text', () => {
    const { queue, parts } = aQueue()
    queue.type('slack_webhook', 'https://hooks')
    queue.forget('slack_webhook')
    vi.advanceTimersByTime(5_000)
    expect(parts()).toEqual([])
    expect(queue.state().texts).toEqual({})
  })
})

import type { listDeliveries, ReplyOf } from '@waxseal/contract'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { alertChannel, outbox } from '../db/schema/index.ts'
import { alertDeliverers } from '../features/alerts/deliver.ts'
import { sendDue } from '../features/alerts/digest.ts'
import { type AlertEvent, raise } from '../features/alerts/raise.ts'
import { deliverersOf } from '../jobs/deliverers.ts'
import { deliverDue } from '../jobs/outbox.ts'
import type { Mail } from '../ports.ts'
import { openTestApp, type TestApp, type TestUser } from './app.ts'
import type { TestDeps } from './deps.ts'
import { openReceiver, type Receiver } from './receiver.ts'
import type { StoreKind, StoreOptions } from './store.ts'

export const worldStart = new Date('2026-11-20T09:00:00Z')

type Deliveries = ReplyOf<typeof listDeliveries>['deliveries']

/** One channel as the settings show it. */
interface ChannelState {
  state: string
  reason: string | null
  paused_at: string | null
}

/** For the tests of one file: a server whose webhooks lead to a receiver on the loopback, and a new user for each test. */
export function alertWorld(kind: StoreKind, options: StoreOptions = {}) {
  let server: TestApp
  let user: TestUser
  let receiver: Receiver
  beforeAll(async () => {
    receiver = await openReceiver()
    server = await openTestApp(kind, { ...options, notifier: receiver.notifier })
  })
  beforeEach(async () => {
    await server.deps.store.db.delete(outbox)
    await server.deps.store.db.delete(alertChannel)
    receiver.received.length = 0
    receiver.answer = undefined
    server.deps.mails.length = 0
    server.deps.clock.now = worldStart
    user = await server.aUser({ tier: 'pro' })
  })
  afterAll(async () => {
    await server.close()
    await receiver.close()
  })

  /** What a worker does whenever something may be due. */
  const work = async (): Promise<void> => {
    const { deps } = server
    await sendDue(deps)
    await deliverDue(deps, { ...deliverersOf(deps), ...alertDeliverers(deps) })
  }
  return {
    server: () => server,
    deps: (): TestDeps => server.deps,
    mails: (): Mail[] => server.deps.mails,
    user: () => user,
    receiver: () => receiver,
    /** Saves settings by which no email is sent. */
    async only(body: object): Promise<void> {
      const { status, text } = await user.put('/alerts/settings', { email_alerts: false, ...body })
      if (status !== 200) throw new Error(text)
    },
    async tell(...events: AlertEvent[]): Promise<void> {
      const { workspace } = user.actor
      const subject = { workspaceId: workspace.id, tier: workspace.tier, domainId: null, name: 'example.com' }
      await server.deps.store.transaction(tx => raise(server.deps, tx, subject, events))
    },
    work,
    async after(ms: number): Promise<void> {
      server.deps.clock.pass(ms)
      await work()
    },
    async channels(): Promise<Record<string, ChannelState>> {
      return ((await user.get('/alerts/settings')).body as { channels: Record<string, ChannelState> }).channels
    },
    async deliveries(): Promise<Deliveries> {
      return ((await user.get('/alerts/deliveries')).body as { deliveries: Deliveries }).deliveries
    },
  }
}

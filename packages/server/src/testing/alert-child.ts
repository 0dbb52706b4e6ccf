/**
 * A process for the fault tests of alerts, on the given folder or PostgreSQL database, until it is killed. `tell` raises
 * an alert for a webhook and posts it; `resume` works on what it finds, as after the time in which a dead process is
 * missed. With `hold` it stops between the receiver's answer and its own commit. Every step is said on stdout.
 */
import { writeSync } from 'node:fs'
import { openStore } from '../db/store.ts'
import type { Deps } from '../deps.ts'
import { setTarget } from '../features/alerts/channel-store.ts'
import { sealedFor } from '../features/alerts/channels.ts'
import { alertDeliverers } from '../features/alerts/deliver.ts'
import { sendDue } from '../features/alerts/digest.ts'
import { raise } from '../features/alerts/raise.ts'
import { defaultSettings, storeSettings } from '../features/alerts/settings-store.ts'
import { watchClock } from '../jobs/clock-watch.ts'
import { deliverersOf } from '../jobs/deliverers.ts'
import { deliverDue } from '../jobs/outbox.ts'
import { openQueue } from '../jobs/queue.ts'
import type { Notifier } from '../ports.ts'
import { anAlert, anOwner } from './factories.ts'
import { offlineDeps } from './offline.ts'
import { notifierTo, webhooks } from './receiver.ts'
import { silent } from './silent.ts'

const [place = '', task = '', port = '', ca = '', hold = ''] = process.argv.slice(2)
const say = (line: string) => writeSync(1, `${line}\n`)

const store = await openStore({
  ...(place.startsWith('postgres') && { databaseUrl: place }),
  dataDir: place,
  log: silent,
})
const real = notifierTo({ port: Number(port), ca })
const notifier: Notifier = {
  ...real,
  async post(...request) {
    const answer = await real.post(...request)
    say(`answered ${answer}`)
    if (hold === 'hold') await new Promise(() => {})
    return answer
  },
}
const missedMs = task === 'resume' ? 6 * 60_000 : 0
const now = () => new Date(Date.now() + missedMs)
const deps: Deps = {
  ...offlineDeps,
  store,
  queue: await openQueue(store, silent),
  now,
  clockWatch: watchClock({ store, now, log: silent }),
  notifier,
  scan: () => Promise.reject(new Error('this process scans nothing')),
}

if (task === 'tell') {
  const { workspace } = await anOwner(store, { tier: 'pro' })
  const { id } = workspace
  await store.transaction(async tx => {
    await storeSettings(tx, id, { ...defaultSettings, emailAlerts: false })
    await setTarget(tx, id, 'webhook', deps.sealer.seal(webhooks.webhook, sealedFor(id, 'webhook')))
    const subject = { workspaceId: id, tier: workspace.tier, domainId: null, name: 'example.com' }
    await raise(deps, tx, subject, [anAlert()])
  })
  await sendDue(deps)
  say('composed')
}
await deliverDue(deps, { ...deliverersOf(deps), ...alertDeliverers(deps) })
say('delivered')

import { watchDomain } from '@waxseal/scanner'
import { dnsChange, watch } from '../../db/schema/index.ts'
import type { Deps } from '../../deps.ts'
import { setTarget } from '../../features/alerts/channel-store.ts'
import { sealedFor } from '../../features/alerts/channels.ts'
import { alertHandlers } from '../../features/alerts/jobs.ts'
import { defaultSettings, storeSettings } from '../../features/alerts/settings-store.ts'
import { insertDomains } from '../../features/domains/store.ts'
import { checkDomain } from '../../features/monitoring/check-domain.ts'
import { claimDueChecks } from '../../features/monitoring/claim-checks.ts'
import type { EventPayload } from '../../jobs/catalog.ts'
import { anOwner } from '../factories.ts'
import { webhooks } from '../receiver.ts'
import { type Delivered, whatWasDelivered } from './delivered.ts'
import { dice } from './dice.ts'
import type { LyingInternet } from './lying-internet.ts'
import { openLyingReceivers } from './lying-receivers.ts'
import { mortalWorker } from './mortal-worker.ts'
import type { TrueChange } from './true-changes.ts'

/** What came of a simulation. */
export interface Outcome {
  /** Checks that were made, and those of them that found nothing out. */
  checks: number
  failed: number
  /** True changes that were not recorded, or more than once. */
  missed: readonly TrueChange[]
  repeated: readonly TrueChange[]
  /** Recorded changes that did not happen, as sentences. */
  wrong: readonly string[]
  delivered: Delivered
  /** Requests that receivers did not accept, accepted ones whose answer was lost, deaths between answer and commit. */
  refused: number
  lost: number
  windows: number
}

const minuteMs = 60_000
/** The clock moves by this. */
const stepMs = 10 * minuteMs
/** After the end all receivers are well, and everything that waits arrives. */
const restMs = 12 * 60 * minuteMs
const secret = 'the secret of the simulated webhook'

/**
 * Lets time pass in the simulated Internet: every domain is watched by the product's own code and store, and what was
 * recorded at the end is compared with what happened.
 */
export async function simulate(
  deps: Deps,
  {
    seed,
    internet,
    hours,
    say = () => {},
  }: { seed: number; internet: LyingInternet; hours: number; say?: (line: string) => void },
): Promise<Outcome> {
  const { store } = deps
  const start = deps.now()
  let now = start
  let checks = 0
  const receivers = await openLyingReceivers(seed, () => now)
  const events: EventPayload<'dns.changed'>[] = []
  const simulated: Deps = {
    ...deps,
    mail: receivers.mail,
    notifier: receivers.notifier,
    now: () => now,
    queue: {
      ...deps.queue,
      // The simulation works on them itself, in simulated time.
      async publish(_tx, event, payload) {
        if (event === 'dns.changed') events.push(payload as EventPayload<'dns.changed'>)
      },
    },
    watch: input => watchDomain({ ...input, dns: internet.at(now), now: () => now }),
  }
  const owner = await anOwner(store, { tier: 'business' })
  const { id: workspaceId } = owner.workspace
  await store.transaction(async tx => {
    const webhookSecret = deps.sealer.seal(secret, sealedFor(workspaceId, 'secret'))
    await storeSettings(tx, workspaceId, { ...defaultSettings, webhookSecret })
    for (const kind of ['slack', 'teams', 'webhook'] as const)
      await setTarget(tx, workspaceId, kind, deps.sealer.seal(webhooks[kind], sealedFor(workspaceId, kind)))
  })
  const chance = dice(seed)
  const handlers = alertHandlers(simulated)
  const worker = mortalWorker(simulated, chance)
  const tell = async (isMortal: boolean) => {
    for (const event of events.splice(0)) {
      await handlers['dns.changed/raise-alerts'](event)
      // An event may come again.
      if (chance('event') < 0.3) await handlers['dns.changed/raise-alerts'](event)
    }
    await worker.work(isMortal)
  }
  // The same ids in each run, because they decide when a domain is checked.
  const rows = internet.names.map((name, n) => ({
    id: `${Math.floor(((n * 0.618) % 1) * 2 ** 32)
      .toString(16)
      .padStart(8, '0')}-0000-4000-8000-${String(n).padStart(12, '0')}`,
    workspaceId,
    name,
    createdAt: start,
  }))
  const domains = await store.transaction(tx => insertDomains(tx, rows))
  const never = new AbortController().signal
  for (let passed = 0; passed <= hours * 60 * minuteMs; passed += stepMs) {
    now = new Date(start.getTime() + passed)
    for (;;) {
      const due = await claimDueChecks(simulated, 100)
      await Promise.all(due.checks.map(check => checkDomain(simulated, check, never)))
      checks += due.checks.length
      if (due.claimed === 0) break
    }
    await tell(true)
    if (passed % (24 * 60 * minuteMs) === 0) say(`day ${passed / (24 * 60 * minuteMs)}: ${checks} checks`)
  }
  receivers.recover()
  for (let passed = 0; passed <= restMs; passed += stepMs) {
    now = new Date(now.getTime() + stepMs)
    await tell(false)
  }
  await receivers.close()
  const nameOf = new Map([...domains].map(([name, { id }]) => [id, name]))
  const found = (await store.db.select().from(dnsChange)).map(row => ({
    domain: nameOf.get(row.domainId),
    text: `${nameOf.get(row.domainId)} ${row.part} ${row.changeType} at ${row.foundAt.toISOString()}: ${row.description}`,
    ...row,
  }))
  const isOf = (change: TrueChange) => (row: (typeof found)[number]) =>
    row.domain === change.domain &&
    row.part === change.part &&
    row.changeType === change.type &&
    row.foundAt >= change.at &&
    (change.until === undefined || row.foundAt < change.until)
  const times = (change: TrueChange) => found.filter(isOf(change)).length
  const failed = (await store.db.select().from(watch)).reduce((sum, row) => sum + row.failures, 0)
  const [lost, { windows }] = [receivers.lost(), worker]
  return {
    delivered: await whatWasDelivered(store, { accepted: receivers.accepted, windows, lost, secret }),
    refused: receivers.refused(),
    lost,
    windows: windows.length,
    checks,
    failed,
    missed: internet.changes.filter(change => times(change) === 0),
    repeated: internet.changes.filter(change => times(change) > 1),
    wrong: found.filter(row => !internet.changes.some(change => isOf(change)(row))).map(({ text }) => text),
  }
}

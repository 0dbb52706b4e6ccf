/**
 * One worker process of `monitoring.ts`: makes DNS checks until it gets "stop", then sends its CPU time. Arguments:
 * the database, the resolver, or `none` for checks that answer at once, and the number of checks at once.
 */
import { openDns, watchDomain } from '@waxseal/scanner'
import { openPostgres } from '../packages/server/src/db/postgres.ts'
import type { Deps } from '../packages/server/src/deps.ts'
import { startMonitor } from '../packages/server/src/features/monitoring/monitor.ts'
import { watchClock } from '../packages/server/src/jobs/clock-watch.ts'
import { openQueue } from '../packages/server/src/jobs/queue.ts'
import { aScanResult } from '../packages/server/src/testing/factories.ts'
import { offlineDeps } from '../packages/server/src/testing/offline.ts'
import { silent } from '../packages/server/src/testing/silent.ts'
import { watchZone } from '../packages/server/src/testing/watch-zone.ts'

const [databaseUrl = '', resolver = 'none', atOnce = '50'] = process.argv.slice(2)
const now = () => new Date()
const store = await openPostgres(databaseUrl, silent)
const queue = await openQueue(store, silent, { supervise: false })
const dns = resolver === 'none' ? null : openDns({ servers: [resolver], direct: false })
const never = new AbortController().signal
const checked = await watchZone({}, { name: 'example.com', selectors: [], memory: null, signal: never }, now())

const watch: Deps['watch'] = async input =>
  dns === null ? checked : watchDomain({ ...input, dns: dns.session(input.signal), now })
const clockWatch = watchClock({ store, now, log: silent })
const deps: Deps = { ...offlineDeps, store, queue, now, clockWatch, watch, scan: async () => aScanResult() }

process.once('message', () => {
  const begun = process.cpuUsage()
  const monitor = startMonitor(deps, { everyMs: 50, atOnce: Number(atOnce) })
  process.once('message', () => {
    const { user, system } = process.cpuUsage(begun)
    void monitor
      .stop()
      .then(() => process.send?.({ cpuMs: (user + system) / 1_000 }))
      .then(() => process.exit(0))
  })
})
process.send?.('ready')

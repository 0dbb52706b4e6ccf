/**
 * A week of DNS monitoring in simulated time: `scripts/run node soak/monitoring.ts [seed]`. A thousand domains on an
 * Internet with timeouts, SERVFAIL, lost and stale answers, own servers that are behind or silent, pools and changing TTLs, and 20 true changes: each must be
 * recorded once, and nothing else. Alerts go to receivers that fail, from a worker that dies between their answer and its
 * commit. Runs on a PostgreSQL server of its own.
 */
import { openPostgres } from '../packages/server/src/db/postgres.ts'
import { watchClock } from '../packages/server/src/jobs/clock-watch.ts'
import { openQueue } from '../packages/server/src/jobs/queue.ts'
import { aScanResult } from '../packages/server/src/testing/factories.ts'
import { offlineDeps } from '../packages/server/src/testing/offline.ts'
import { startPostgresServer } from '../packages/server/src/testing/postgres-server.ts'
import { silent } from '../packages/server/src/testing/silent.ts'
import { lyingInternet, usualLies } from '../packages/server/src/testing/simulation/lying-internet.ts'
import { simulate } from '../packages/server/src/testing/simulation/simulate.ts'

const seed = Number(process.argv[2] ?? 15)
const hours = 7 * 24
const server = await startPostgresServer()
const store = await openPostgres(server.url, silent)
const queue = await openQueue(store, silent)
const start = new Date('2026-11-20T09:00:00Z')
const now = () => start
const clockWatch = watchClock({ store, now, log: silent })
const deps = { ...offlineDeps, store, queue, now, clockWatch, scan: async () => aScanResult() }
try {
  const internet = lyingInternet({ seed, domains: 1_000, changes: 20, start, hours, lies: usualLies })
  const outcome = await simulate(deps, { seed, internet, hours, say: line => console.log(line) })
  const { checks, missed, repeated, delivered, refused, lost, windows } = outcome
  const wrong = [...outcome.wrong, ...delivered.wrong]
  for (const { domain, part, type } of missed) console.log(`missed: ${type} of ${part} at ${domain}`)
  for (const { domain, part, type } of repeated) console.log(`repeated: ${type} of ${part} at ${domain}`)
  for (const line of wrong) console.log(`wrong: ${line}`)
  console.log(
    `seed ${seed}: ${checks} checks, ${internet.changes.length} true changes, ` +
      `${missed.length} missed, ${repeated.length} repeated, ${delivered.alerts} alerts by 4 channels in ${delivered.messages} messages, ` +
      `${refused} tries refused, ${delivered.duplicates} duplicates (${lost} answers lost, ${windows} deaths before the commit), ${wrong.length} wrong`,
  )
  process.exitCode = missed.length + repeated.length + wrong.length === 0 ? 0 : 1
} finally {
  await queue.stop()
  await store.close()
  await server.stop()
}

/**
 * DNS monitoring on a PostgreSQL server of its own. First the checks per second, and the CPU time of a check, of one
 * worker process, and with few checks at once those of one and of two: each answer takes 20 ms, so that cores are not
 * the limit. Then 100,000 domains that are due, with checks that answer at once: how long they wait, and how long a
 * claim takes. Target: two workers make at least 1.5 times the checks of one. All processes share this machine with the
 * database and the name server.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type { Zone } from '@waxseal/core/dns'
import { openPostgres } from '../packages/server/src/db/postgres.ts'
import { claimChecks, putBackChecks } from '../packages/server/src/features/monitoring/watch-store.ts'
import { startPostgresServer } from '../packages/server/src/testing/postgres-server.ts'
import { silent } from '../packages/server/src/testing/silent.ts'
import { fillWatched, makeAllDue, waitsSince } from '../packages/server/src/testing/watch-load.ts'
import type { Conditions } from './scan-server.ts'

const measured = 800
/** As many checks at once as a process of the product makes, and so few that cores are not the limit. */
const full = 50
const few = 5
const many = 100_000
const drainMs = 20_000
const speedUpLeast = 1.5

const zone: Zone = Object.fromEntries(
  Array.from({ length: measured }, (_, n): [string, Zone[string]][] => [
    [`d${n}.example`, { MX: [[10, `mx.d${n}.example`]], TXT: ['v=spf1 mx -all'], NS: ['ns.example'], A: ['20.0.0.1'] }],
    [`mx.d${n}.example`, { A: ['20.0.0.2'] }],
    [`_dmarc.d${n}.example`, { TXT: ['v=DMARC1; p=reject'] }],
  ]).flat(),
)

const postgres = await startPostgresServer()
const store = await openPostgres(postgres.url, silent)
const workerData: Conditions = { zone, delayMs: 20, jitterMs: 0, loss: 0 }
const dns = new Worker(new URL('./scan-server.ts', import.meta.url), { workerData })
const [resolver] = (await once(dns, 'message')) as [string]

async function startWorkers(count: number, through: string, atOnce = full): Promise<ChildProcess[]> {
  const path = new URL('./monitoring-worker.ts', import.meta.url)
  const workers = Array.from({ length: count }, () => fork(path, [postgres.url, through, String(atOnce)]))
  await Promise.all(workers.map(worker => once(worker, 'message')))
  return workers
}

async function stopWorkers(workers: readonly ChildProcess[]): Promise<number> {
  const used = workers.map(async worker => {
    worker.send('stop')
    const [{ cpuMs }] = (await once(worker, 'message')) as [{ cpuMs: number }]
    return cpuMs
  })
  return (await Promise.all(used)).reduce((sum, ms) => sum + ms, 0)
}

async function rateOf(count: number, atOnce: number): Promise<{ perSecond: number; cpuMs: number }> {
  const workers = await startWorkers(count, resolver, atOnce)
  await makeAllDue(store)
  const began = performance.now()
  for (const worker of workers) worker.send('start')
  while ((await waitsSince(store, new Date())).length < measured) await wait(50)
  const seconds = (performance.now() - began) / 1_000
  return { perSecond: measured / seconds, cpuMs: (await stopWorkers(workers)) / measured }
}

const round = (value: number) => Math.round(value * 10) / 10
const percentiles = (sorted: readonly number[]) =>
  [0.5, 0.95, 0.99].map(share => `p${share * 100} ${round(sorted[Math.floor(sorted.length * share)] ?? Number.NaN)}`)

try {
  await fillWatched(store, measured)
  const alone = await rateOf(1, full)
  const one = await rateOf(1, few)
  const two = await rateOf(2, few)
  const speedUp = two.perSecond / one.perSecond
  const rate = ({ perSecond, cpuMs }: typeof one) => `${round(perSecond)} checks/s, ${round(cpuMs)} ms of CPU a check`
  console.log(`one worker, ${full} checks at once:  ${rate(alone)}`)
  console.log(`one worker, ${few} at once:   ${rate(one)}`)
  console.log(`two workers, ${few} at once:  ${rate(two)}`)
  console.log(`speed-up ${round(speedUp)} (target ${speedUpLeast})`)

  await fillWatched(store, many)
  await makeAllDue(store)
  const claims: number[] = []
  for (let n = 0; n < 100; n++) {
    const now = new Date()
    const began = performance.now()
    const lease = new Date(now.getTime() + 60_000)
    const claimed = await store.transaction(tx => claimChecks(tx, { now, lease, limit: 50 }))
    claims.push(performance.now() - began)
    await putBackChecks(store.db, claimed)
  }
  console.log(`a claim of 50 with ${many} due: ${percentiles(claims.toSorted((a, b) => a - b)).join(', ')} ms`)

  const workers = await startWorkers(1, 'none')
  const start = new Date()
  for (const worker of workers) worker.send('start')
  await wait(drainMs)
  await stopWorkers(workers)
  const waits = await waitsSince(store, start)
  const perSecond = waits.length / (drainMs / 1_000)
  console.log(`one worker takes ${round(perSecond)} checks/s that answer at once from ${many} that are due:`)
  console.log(`  the wait grows evenly; the last of them would begin after ${round(many / perSecond)} s,`)
  console.log(`  of those in ${drainMs / 1_000} s ${percentiles(waits).join(', ')} ms`)
  process.exitCode = speedUp >= speedUpLeast ? 0 : 1
} finally {
  await dns.terminate()
  await store.close()
  await postgres.stop()
}

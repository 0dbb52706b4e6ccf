/**
 * A server process for the fault tests, without its HTTP side: works on scans in the given folder, or PostgreSQL
 * database, until it is killed. `start <domain>` makes an account with that domain and starts a scan that never ends by
 * itself, having asked eleven questions; `resume` works on what it finds with a scan that answers at once. Every step is
 * said on stdout.
 */
import { writeSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { eq, inArray } from 'drizzle-orm'
import { scan, scanRun } from '../db/schema/index.ts'
import { openStore } from '../db/store.ts'
import type { Deps } from '../deps.ts'
import { periodicScanTasks, scanHandlers, takeOverRuns } from '../features/scans/jobs.ts'
import { startScan } from '../features/scans/start-scan.ts'
import { watchClock } from '../jobs/clock-watch.ts'
import { startPeriodic } from '../jobs/periodic.ts'
import { openQueue } from '../jobs/queue.ts'
import { aDomain, anOwner, aProgress, aScanResult } from './factories.ts'
import { offlineDeps } from './offline.ts'
import { silent } from './silent.ts'

const [place = '', task = '', name = ''] = process.argv.slice(2)
const say = (line: string) => writeSync(1, `${line}\n`)

const store = await openStore({
  ...(place.startsWith('postgres') && { databaseUrl: place }),
  dataDir: place,
  log: silent,
})
const queue = await openQueue(store, silent)
const now = () => new Date()

const never: Deps['scan'] = ({ onProgress }) => {
  say('scanning')
  onProgress(aProgress({ dns: 'done', mx: 'done', spf: 'running' }, 11))
  return new Promise(() => {})
}
const atOnce: Deps['scan'] = async input => {
  say('scanning')
  const at = now().toISOString()
  return aScanResult({ name: input.name, startedAt: at, finishedAt: at })
}
const clockWatch = watchClock({ store, now, log: silent })
const deps: Deps = { ...offlineDeps, store, queue, now, clockWatch, scan: task === 'start' ? never : atOnce }

await takeOverRuns(deps)
await queue.work(scanHandlers(deps))
startPeriodic(periodicScanTasks(deps), deps)
if (task === 'start') {
  const owner = await anOwner(store)
  const { id } = await aDomain(store, owner, { name })
  say(`run ${await startScan(deps, owner, id)}`)
}
if (task === 'resume') {
  let done = await finished()
  while (done.length === 0) {
    await wait(100)
    done = await finished()
  }
  say(`done ${done.join(', ')}`)
}

/** Every run that has stored its scan, with how often it was taken up; none while one is still open. */
async function finished(): Promise<string[]> {
  const open = await store.db
    .select()
    .from(scanRun)
    .where(inArray(scanRun.state, ['queued', 'running']))
  if (open.length > 0) return []
  const rows = await store.db
    .select({ id: scanRun.id, attempts: scanRun.attempts })
    .from(scanRun)
    .innerJoin(scan, eq(scan.runId, scanRun.id))
    .where(eq(scanRun.state, 'done'))
  return rows.map(({ id, attempts }) => `${id} after ${attempts}`)
}

/**
 * A process for the fault tests of events, on the given folder or PostgreSQL database, until it is killed. `publish` sends
 * `scan.completed` to its two subscribers: one ends its work, the other begins when that is written down and never ends.
 * `resume` works on what it finds, as after the time in which a dead process is missed. Every step is said on stdout.
 */
import { randomUUID } from 'node:crypto'
import { writeSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { openStore } from '../db/store.ts'
import { openQueue } from '../jobs/queue.ts'
import { silent } from './silent.ts'

const [place = '', task = ''] = process.argv.slice(2)
const say = (line: string) => writeSync(1, `${line}\n`)

const store = await openStore({
  ...(place.startsWith('postgres') && { databaseUrl: place }),
  dataDir: place,
  log: silent,
})
if (task === 'resume')
  await store.db.execute(sql`update jobs.job set heartbeat_on = heartbeat_on - interval '1 minute'`)
const queue = await openQueue(store, silent, { superviseEverySeconds: 1 })

/** How many jobs of the first subscriber are written down as done. */
async function pruned(): Promise<number> {
  const { rows } = await store.db.execute(
    sql`select id from jobs.job where name = 'scan.completed/prune-documents' and state = 'completed'`,
  )
  return rows.length
}

await queue.work({
  'scan.completed/prune-documents': async ({ scanId }) => {
    say(`pruned ${scanId}`)
  },
  'scan.completed/keep-findings': async ({ scanId }) => {
    if (task === 'publish') {
      while ((await pruned()) === 0) await wait(20)
      say(`keeping ${scanId}`)
      await new Promise(() => {})
    }
    say(`kept ${scanId}`)
  },
})
if (task === 'publish') {
  const event = { domainId: randomUUID(), scanId: randomUUID() }
  await store.transaction(tx => queue.publish(tx, 'scan.completed', event))
}

/**
 * A process for the fault tests of publishing: `<folder or database> <API URL> <task> [minutes ahead]`. `publish` brings the
 * fake Cloudflare what it lacks and says "idle". `before`, `between` and `after` do the same and hold for ever: before the
 * first batch, between it and its mark, and when its mark is written. `decide` holds in the transaction that sets a record.
 * The clock goes ahead, so that the lease of a killed process is over.
 */
import { writeSync } from 'node:fs'
import { cloudflarePublisher } from '../adapters/zone/cloudflare.ts'
import { openStore } from '../db/store.ts'
import { periodicPublishing } from '../hosted-zone/publishing.ts'
import { changesAfter, setHostedRecords } from '../hosted-zone/records.ts'
import type { ZonePublisher } from '../ports.ts'
import { cloudflareZone } from './cloudflare.ts'
import { cloudflareEnv } from './hosted-zone.ts'
import { silent } from './silent.ts'

const [place = '', apiUrl = '', task = '', minutesAhead = '0'] = process.argv.slice(2)
const now = () => new Date(Date.now() + Number(minutesAhead) * 60_000)
const store = await openStore({
  ...(place.startsWith('postgres') && { databaseUrl: place }),
  dataDir: place,
  log: silent,
})
const hold = async (): Promise<void> => {
  writeSync(1, `${task}\n`)
  // The promise alone would let the process end.
  setInterval(() => {}, 60_000)
  await new Promise(() => {})
}

if (task === 'decide') {
  const [, row] = await changesAfter(store.db, 0, 2)
  await store.transaction(async tx => {
    const { name = '', flatteningId } = row ?? {}
    await setHostedRecords(tx, {
      flatteningId: flatteningId ?? '',
      records: [{ name, value: 'undecided' }],
      ttl: 300,
      now: now(),
    })
    await hold()
  })
}

const { id: zoneId, token, name: zone } = cloudflareZone
const cloudflare = cloudflarePublisher({ baseUrl: apiUrl, zoneId, token, zone })
let batches = 0
const publisher: ZonePublisher = {
  ...cloudflare,
  async publish(changes, signal) {
    batches++
    if (task === 'before' || (task === 'after' && batches === 2)) await hold()
    await cloudflare.publish(changes, signal)
    if (task === 'between') await hold()
  },
}
const deps = { env: cloudflareEnv(), store, now, log: silent }
await periodicPublishing(deps, publisher, 0).run(now(), new AbortController().signal)
writeSync(1, 'idle\n')
await store.close()

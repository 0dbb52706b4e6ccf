import { rm } from 'node:fs/promises'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openStore, type Store } from '../db/store.ts'
import { type CloudflareApi, cloudflareZone, openCloudflareApi } from '../testing/cloudflare.ts'
import { aDataFolder } from '../testing/data-folder.ts'
import { aFlattening, cloudflareEnv } from '../testing/hosted-zone.ts'
import { startChild } from '../testing/kill.ts'
import { decideRecords, missingAt, recordsAt, recordsIn } from '../testing/published-zone.ts'
import { silent } from '../testing/silent.ts'
import { freshDatabase, onTheStore } from '../testing/store.ts'
import { removeHostedRecords, removeOldParts } from './records.ts'
import { settleZone } from './zone.ts'

const zone = cloudflareZone.name
const now = () => new Date()

onTheStore('a process that is killed while it publishes', kind => {
  // What a killed process leaves in the embedded store is the subject of db/kill.soak.test.ts.
  const steps = kind === 'pglite' ? ['between'] : ['before', 'between', 'after']
  let place = ''
  let api: CloudflareApi
  let ids: string[] = []
  beforeEach(async () => {
    place = kind === 'pglite' ? await aDataFolder('publish-kill') : await freshDatabase()
    api = await openCloudflareApi()
    await inStore(async store => {
      await settleZone({ env: cloudflareEnv(), store, now, log: silent })
      ids = []
      for (let n = 0; n < 4; n++) ids.push(await aFlattening(store))
    })
    await decide('first')
    await restart(0)
  }, 60_000)
  afterEach(async () => {
    await api.close()
    if (kind === 'pglite') await rm(place, { recursive: true, force: true })
  })

  const inStore = async <T>(work: (store: Store) => Promise<T>): Promise<T> => {
    const store = await openStore({ ...(kind === 'postgres' && { databaseUrl: place }), dataDir: place, log: silent })
    try {
      return await work(store)
    } finally {
      await store.close()
    }
  }
  const decide = (version: string) => inStore(store => decideRecords(store, ids, version, now()))
  /** Starts a process that publishes what is left, and waits until it has. */
  const restart = async (minutesAhead: number) => {
    const child = startChild('publish-child.ts', place, api.baseUrl, 'publish', String(minutesAhead))
    expect((await child.said(line => line === 'idle')) ?? child.lastWords()).toBe('idle')
    await child.kill()
  }
  const inDatabase = () => inStore(({ db }) => recordsIn(db))

  const agreesAfterRestart = async () => {
    expect(missingAt(api)).toEqual([])
    await restart(1)
    const { wanted, left } = await inDatabase()
    expect(recordsAt(api)).toEqual(wanted)
    expect(left).toBe(0)
  }

  it.each(steps)(
    '%s the mark of a batch leaves provider and database in agreement after a restart',
    async task => {
      await decide('second')
      const child = startChild('publish-child.ts', place, api.baseUrl, task)
      expect((await child.said(line => line === task)) ?? child.lastWords()).toBe(task)
      await child.kill()
      expect(Object.keys(recordsAt(api)).some(name => name.startsWith('second'))).toBe(task !== 'before')
      await agreesAfterRestart()
      expect(recordsAt(api)[`n3.${zone}`]).toBe(`v=spf1 include:second1.n3.${zone} -all`)
    },
    90_000,
  )

  if (kind === 'pglite') return

  it('in the middle of a batch, at each of its changes, does so too', async () => {
    for (let at = 1; at <= 4; at++) {
      await decide(`round${at}x`)
      let seen = 0
      const held = new Promise<void>(resolve => {
        api.before = line => {
          if (line.startsWith('GET') || ++seen < at) return undefined
          resolve()
          return 'hang'
        }
      })
      const child = startChild('publish-child.ts', place, api.baseUrl, 'publish', String(at * 2))
      await Promise.race([held, child.said(line => line === 'idle')])
      await child.kill()
      api.before = undefined
      expect(seen).toBe(at)
      expect(missingAt(api)).toEqual([])
      await restart(at * 2 + 1)
      const { wanted, left } = await inDatabase()
      expect(recordsAt(api)).toEqual(wanted)
      expect(left).toBe(0)
    }
  }, 180_000)

  it('while it removes records leaves none that includes a missing one', async () => {
    await decide('second')
    await inStore(async store => {
      await store.transaction(tx => removeHostedRecords(tx, ids[0] ?? '', now()))
      await store.transaction(tx => removeOldParts(tx, new Date(Date.now() + 3 * 24 * 3_600_000)))
    })
    const child = startChild('publish-child.ts', place, api.baseUrl, 'between')
    expect((await child.said(line => line === 'between')) ?? child.lastWords()).toBe('between')
    await child.kill()
    await agreesAfterRestart()
    expect(Object.keys(recordsAt(api)).filter(name => name.endsWith(`n0.${zone}`) || name.startsWith('first'))).toEqual(
      [],
    )
  }, 90_000)

  it('in the transaction that decides leaves nothing of it', async () => {
    const before = await inDatabase()
    const child = startChild('publish-child.ts', place, api.baseUrl, 'decide')
    expect((await child.said(line => line === 'decide')) ?? child.lastWords()).toBe('decide')
    await child.kill()
    expect(await inDatabase()).toEqual(before)
    await decide('second')
    await agreesAfterRestart()
  }, 90_000)
})

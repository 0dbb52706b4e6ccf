import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { cloudflarePublisher } from '../adapters/zone/cloudflare.ts'
import { flattening, hostedRecord, hostedZone } from '../db/schema/index.ts'
import type { PeriodicTask } from '../jobs/periodic.ts'
import type { ZonePublisher } from '../ports.ts'
import { type CloudflareApi, cloudflareZone, openCloudflareApi } from '../testing/cloudflare.ts'
import { openTestDeps, type TestDeps } from '../testing/deps.ts'
import { aFlattening, cloudflareEnv } from '../testing/hosted-zone.ts'
import { decideRecords, missingAt, recordsAt, recordsIn } from '../testing/published-zone.ts'
import { onTheStore } from '../testing/store.ts'
import { periodicPublishing } from './publishing.ts'
import { removeHostedRecords, removeOldParts, setHostedRecords } from './records.ts'
import { settleZone } from './zone.ts'

const minuteMs = 60_000
const dayMs = 24 * 3_600_000
const signal = new AbortController().signal
const zone = cloudflareZone.name

/** What a process does that is dead. */
const never = new Promise<never>(() => {})

// The same with processes that are killed: publishing-kill.soak.test.ts.
onTheStore('a process that dies while it publishes', kind => {
  let api: CloudflareApi
  let deps: TestDeps
  let cloudflare: ZonePublisher
  /** Another process: it has compared all records at its start, and does not so soon again. */
  let other: PeriodicTask
  let ids: string[] = []
  beforeAll(async () => {
    deps = await openTestDeps(kind, { env: cloudflareEnv() })
  })
  beforeEach(async () => {
    for (const table of [hostedRecord, hostedZone, flattening]) await deps.store.db.delete(table)
    api = await openCloudflareApi()
    cloudflare = cloudflarePublisher({ ...cloudflareZone, baseUrl: api.baseUrl, zoneId: cloudflareZone.id, zone })
    await settleZone(deps)
    ids = []
    for (let n = 0; n < 4; n++) ids.push(await aFlattening(deps.store))
    await decide('first')
    other = periodicPublishing(deps, cloudflare, 0)
    await other.run(deps.now(), signal)
  })
  afterEach(() => api.close())
  afterAll(() => deps.close())

  const decide = (version: string) => decideRecords(deps.store, ids, version, deps.now())
  /** A process publishes until its publisher says that it is dead: it does nothing from then on. */
  const runUntilDeath = async (publish: (die: () => Promise<never>) => ZonePublisher['publish']) => {
    const death = Promise.withResolvers<void>()
    const die = () => {
      death.resolve()
      return never
    }
    const dying = periodicPublishing(deps, { ...cloudflare, publish: publish(die) }, 0)
    const ended = dying.run(deps.now(), signal)
    expect(await Promise.race([death.promise.then(() => 'dead'), ended.then(() => 'idle')])).toBe('dead')
  }
  /** When the lease of the dead process is over, the other one brings the provider what it lacks. */
  const agreesLater = async () => {
    expect(missingAt(api)).toEqual([])
    deps.clock.pass(minuteMs)
    await other.run(deps.now(), signal)
    const { wanted, left } = await recordsIn(deps.store.db)
    expect(recordsAt(api)).toEqual(wanted)
    expect(left).toBe(0)
  }

  it.each([
    ['before its first batch', 0, 'before'],
    ['between a batch and its mark', 1, 'after'],
    ['before its second batch', 1, 'before the next'],
  ] as const)(
    '%s leaves it to another one to bring provider and database into agreement',
    async (_, published, moment) => {
      await decide('second')
      let batches = 0
      await runUntilDeath(die => async (changes, end) => {
        if (moment === 'before' || (moment === 'before the next' && batches === 1)) await die()
        await cloudflare.publish(changes, end)
        batches++
        if (moment === 'after') await die()
      })
      expect(batches).toBe(published)
      expect(Object.keys(recordsAt(api)).some(name => name.startsWith('second'))).toBe(published > 0)
      await agreesLater()
      expect(recordsAt(api)[`n3.${zone}`]).toBe(`v=spf1 include:second1.n3.${zone} -all`)
    },
  )

  it('in the middle of a batch, at each of its changes, does so too', async () => {
    for (let at = 1; at <= 4; at++) {
      await decide(`round${at}x`)
      let seen = 0
      await runUntilDeath(die => async (changes, end) => {
        api.before = line => {
          if (line.startsWith('GET') || ++seen < at) return undefined
          void die()
          return 'hang'
        }
        await cloudflare.publish(changes, end).catch(() => never)
      })
      api.before = undefined
      expect(seen).toBe(at)
      await agreesLater()
    }
  })

  it('while it removes records leaves none that includes a missing one', async () => {
    await decide('second')
    await deps.store.transaction(tx => removeHostedRecords(tx, ids[0] ?? '', deps.now()))
    await deps.store.transaction(tx => removeOldParts(tx, new Date(deps.now().getTime() + 3 * dayMs)))
    await runUntilDeath(die => async (changes, end) => {
      await cloudflare.publish(changes, end)
      await die()
    })
    await agreesLater()
    const names = Object.keys(recordsAt(api))
    expect(names.filter(name => name.endsWith(`n0.${zone}`) || name.startsWith('first'))).toEqual([])
  })

  it('in the transaction that decides leaves nothing of it', async () => {
    const before = await recordsIn(deps.store.db)
    const dying = deps.store.transaction(async tx => {
      const records = [{ name: `n0.${zone}`, value: 'undecided' }]
      await setHostedRecords(tx, { flatteningId: ids[0] ?? '', records, ttl: 300, now: deps.now() })
      throw new Error('it dies')
    })
    await expect(dying).rejects.toThrow('it dies')
    expect(await recordsIn(deps.store.db)).toEqual(before)
    await decide('second')
    await agreesLater()
  })
})

import { pino } from 'pino'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { cloudflarePublisher } from '../adapters/zone/cloudflare.ts'
import { textOfContent } from '../adapters/zone/txt-record.ts'
import { hostedZone } from '../db/schema/index.ts'
import type { ZonePublisher } from '../ports.ts'
import { type CloudflareApi, cloudflareZone, openCloudflareApi } from '../testing/cloudflare.ts'
import { openTestDeps, type TestDeps } from '../testing/deps.ts'
import { aFlattening, cloudflareEnv } from '../testing/hosted-zone.ts'
import { onTheStore } from '../testing/store.ts'
import { takeLease, unpublished } from './published.ts'
import { periodicPublishing } from './publishing.ts'
import { changesAfter, removeHostedRecords, setHostedRecords, zoneRow } from './records.ts'
import { settleZone } from './zone.ts'

const minuteMs = 60_000
const signal = new AbortController().signal
const zone = cloudflareZone.name
const error = (status: number, code: number, headers?: Record<string, string>) => ({
  status,
  ...(headers && { headers }),
  body: JSON.stringify({ success: false, errors: [{ code, message: 'refused by the test' }] }),
})

onTheStore('publishing at a provider', kind => {
  let api: CloudflareApi
  let deps: TestDeps
  let log: { level: number; msg: string; name?: string; names?: string[] }[] = []
  let publisher: ZonePublisher
  beforeEach(async () => {
    api = await openCloudflareApi()
    publisher = cloudflarePublisher({ ...cloudflareZone, baseUrl: api.baseUrl, zoneId: cloudflareZone.id, zone })
    log = []
    deps = await openTestDeps(kind, {
      env: cloudflareEnv(),
      log: pino({ level: 'info' }, { write: (line: string) => void log.push(JSON.parse(line)) }),
    })
    await settleZone(deps)
  })
  afterEach(async () => {
    await deps.close()
    await api.close()
  })

  const aProcess = (at: ZonePublisher = publisher) => {
    const task = periodicPublishing(deps, at, 0)
    return () => task.run(deps.now(), signal)
  }
  const set = (id: string, ...records: (readonly [label: string, value: string])[]) =>
    deps.store.transaction(tx =>
      setHostedRecords(tx, {
        flatteningId: id,
        records: records.map(([label, value]) => ({ name: `${label}.${zone}`, value })),
        ttl: 300,
        now: deps.now(),
      }),
    )
  /** What the provider has, without the record that proves the delegation. */
  const there = () =>
    Object.fromEntries(
      api.records
        .filter(({ name }) => !name.startsWith('_'))
        .map(({ name, content }) => [name.replace(`.${zone}`, ''), textOfContent(content)]),
    )
  const ours = async () => {
    const rows = await changesAfter(deps.store.db, 0, 1_000)
    const hosted = rows.filter(({ name, value }) => value !== null && !name.startsWith('_'))
    return Object.fromEntries(hosted.map(({ name, value }) => [name.replace(`.${zone}`, ''), value]))
  }
  const pending = async () =>
    (await unpublished(deps.store.db, [], 100)).map(({ name }) => name.replace(`.${zone}`, ''))
  /** Someone else changes a record there and deletes another one. */
  const spoil = () => {
    api.records = api.records.filter(({ name }) => !name.startsWith('p1'))
    for (const record of api.records) if (record.name.startsWith('a.')) record.content = '"older"'
  }
  const changes = () => api.requests.filter(line => !line.startsWith('GET')).length

  it('brings it what changed, parts before the record that includes them, and asks for nothing more', async () => {
    const publish = aProcess()
    const [one, two] = [await aFlattening(deps.store), await aFlattening(deps.store)]
    await set(one, ['a', 'v=spf1 include:p1'], ['p1', 'v=spf1 include:p2'], ['p2', 'v=spf1 -all'])
    await set(two, ['b', 'v=spf1 ip4:192.0.2.1'])
    await publish()
    expect(api.records.map(({ name }) => name.replace(`.${zone}`, ''))).toEqual(['_waxseal-zone', 'p2', 'p1', 'a', 'b'])
    expect(there()).toEqual(await ours())
    await set(one, ['a', 'v=spf1 ip4:192.0.2.9'])
    await deps.store.transaction(tx => removeHostedRecords(tx, two, deps.now()))
    await publish()
    expect(there()).toEqual({ a: 'v=spf1 ip4:192.0.2.9', p1: 'v=spf1 include:p2', p2: 'v=spf1 -all' })
    const asked = api.requests.length
    await publish()
    expect(api.requests).toHaveLength(asked)
    expect(await pending()).toEqual([])
    expect(log).toEqual([])
  })

  it('waits after a failure that may end, as long as it is asked to, and loses nothing', async () => {
    const publish = aProcess()
    await publish()
    const id = await aFlattening(deps.store)
    api.before = () => error(429, 0, { 'retry-after': '30' })
    await set(id, ['a', 'one'])
    await publish()
    const asked = api.requests.length
    deps.clock.pass(29_000)
    await publish()
    expect(api.requests).toHaveLength(asked)
    api.before = () => error(503, 0)
    deps.clock.pass(2_000)
    await publish()
    expect(api.requests.length).toBeGreaterThan(asked)
    api.before = undefined
    deps.clock.pass(minuteMs)
    await publish()
    expect(there()).toEqual({ a: 'one' })
    expect(log.map(({ msg }) => msg)).toEqual([
      'hosted records could not be published and are published later',
      'hosted records are published again',
    ])
  })

  it('leaves a record that it refuses for five minutes, with what includes it, and publishes all others', async () => {
    const publish = aProcess()
    await publish()
    const [one, two] = [await aFlattening(deps.store), await aFlattening(deps.store)]
    api.before = line => (line.includes('p1') ? error(400, 81_054) : undefined)
    await set(one, ['a', 'v=spf1 include:p1'], ['p1', 'v=spf1 -all'])
    await set(two, ['b', 'two'])
    await publish()
    expect(there()).toEqual({ b: 'two' })
    expect(await pending()).toEqual(['p1', 'a'])
    expect(log).toMatchObject([{ msg: 'the provider refuses a hosted record', name: `p1.${zone}` }])
    api.before = undefined
    deps.clock.pass(4 * minuteMs)
    await publish()
    expect(there()).toEqual({ b: 'two' })
    deps.clock.pass(minuteMs)
    await publish()
    expect(there()).toEqual(await ours())
  })

  it('asks again in five minutes when everything is refused, as with a wrong token', async () => {
    const publish = aProcess()
    const ids = await Promise.all(Array.from({ length: 10 }, () => aFlattening(deps.store)))
    for (const [n, id] of ids.entries()) await set(id, [`n${n}`, 'x'])
    api.before = () => error(403, 10_000)
    await publish()
    const asked = api.requests.length
    expect(asked).toBeLessThan(10)
    deps.clock.pass(4 * minuteMs)
    await publish()
    expect(api.requests).toHaveLength(asked)
    api.before = undefined
    deps.clock.pass(minuteMs)
    await publish()
    deps.clock.pass(minuteMs)
    await publish()
    expect(there()).toEqual(await ours())
  })

  it('compares all records at its start and once an hour, and corrects what differs', async () => {
    const publish = aProcess()
    const id = await aFlattening(deps.store)
    await set(id, ['a', 'one'], ['p1', 'two'], ['p2', 'three'])
    await publish()
    spoil()
    deps.clock.pass(59 * minuteMs)
    await publish()
    expect(there()).toEqual({ a: 'older', p2: 'three' })
    deps.clock.pass(minuteMs)
    await publish()
    expect(there()).toEqual(await ours())
    expect(log[0]).toMatchObject({ msg: 'records at the provider differ from ours: they are published again' })
    expect(log.flatMap(({ names = [] }) => names)).toEqual([`a.${zone}`, `p1.${zone}`])
    spoil()
    deps.clock.pass(1)
    await aProcess()()
    expect(there()).toEqual(await ours())
  })

  it('is compared once by several processes that start together', async () => {
    const processes = [aProcess(), aProcess(), aProcess()]
    await set(await aFlattening(deps.store), ['a', 'one'])
    for (const publish of processes) await publish()
    const asked = api.requests.length
    for (const publish of processes) await publish()
    expect(api.requests).toHaveLength(asked)
    expect(changes()).toBe(2)
  })

  it('is the work of one process at a time, and of another one when that is gone', async () => {
    await set(await aFlattening(deps.store), ['a', 'one'])
    const gone = await takeLease(deps)
    expect(gone).not.toBeNull()
    const publish = aProcess()
    await publish()
    expect(api.requests).toEqual([])
    deps.clock.pass(21_000)
    await publish()
    expect(there()).toEqual({ a: 'one' })
    expect(await gone?.renew()).toBe(false)
    expect((await zoneRow(deps.store.db))?.publishingUntil).toBeNull()
  })

  it('ends with the newest values when a process that slept writes an older one after another took over', async () => {
    const id = await aFlattening(deps.store)
    await set(id, ['a', 'older'])
    const other = aProcess()
    const sleeping: ZonePublisher = {
      ...publisher,
      async publish(changes, end) {
        // It sleeps here: the other process takes over and publishes what changed meanwhile.
        deps.clock.pass(21_000)
        await set(id, ['a', 'newer'])
        await other()
        expect(there()).toEqual({ a: 'newer' })
        await publisher.publish(changes, end)
      },
    }
    await aProcess(sleeping)()
    expect(there()).toEqual({ a: 'older' })
    expect(await pending()).toContain('a')
    await other()
    expect(there()).toEqual({ a: 'newer' })
  })

  it('marks no change that came while the one before was published', async () => {
    const id = await aFlattening(deps.store)
    await set(id, ['a', 'one'])
    let isFirst = true
    const slow: ZonePublisher = {
      ...publisher,
      async publish(changes, end) {
        await publisher.publish(changes, end)
        if (isFirst) await set(id, ['a', 'two'])
        isFirst = false
      },
    }
    await aProcess(slow)()
    expect(there()).toEqual({ a: 'two' })
  })

  it('does nothing for a zone that is not the configured one', async () => {
    await set(await aFlattening(deps.store), ['a', 'one'])
    await deps.store.db.update(hostedZone).set({ name: 'other.example' })
    await aProcess()()
    expect(api.requests).toEqual([])
  })
})

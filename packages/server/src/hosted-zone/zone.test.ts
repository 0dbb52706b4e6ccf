import { randomUUID } from 'node:crypto'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { flattening, hostedRecord, hostedZone } from '../db/schema/index.ts'
import { readEnv } from '../env.ts'
import { openTestDeps, type TestDeps } from '../testing/deps.ts'
import { aFlattening } from '../testing/hosted-zone.ts'
import { onTheStore } from '../testing/store.ts'
import {
  changesAfter,
  forgetRemoved,
  recordsNamed,
  removeHostedRecords,
  removeOldParts,
  setHostedRecords,
  zoneRow,
} from './records.ts'
import { settleZone } from './zone.ts'

const zoneEnv = (name: string) => readEnv({ HOSTED_ZONE: name, NAMESERVER_HOSTS: 'ns.example.net' })
const day = 24 * 3_600_000

onTheStore('the hosted zone', kind => {
  let deps: TestDeps
  beforeEach(async () => {
    deps = await openTestDeps(kind, { connections: 5, env: zoneEnv('waxseal.email') })
    await settleZone(deps)
  })
  afterEach(() => deps.close())

  const withEnv = (env: TestDeps['env'], log = deps.log) => ({ ...deps, env, log })
  const set = async (id: string, ...records: (readonly [string, string])[]) =>
    deps.store.transaction(tx =>
      setHostedRecords(tx, {
        flatteningId: id,
        records: records.map(([name, value]) => ({ name, value })),
        ttl: 300,
        now: deps.now(),
      }),
    )
  const rows = async () => (await changesAfter(deps.store.db, 0, 100)).map(({ name, value }) => [name, value])

  it('is made once, by whichever process comes first', async () => {
    const before = await zoneRow(deps.store.db)
    await Promise.all([settleZone(deps), settleZone(deps)])
    expect(await zoneRow(deps.store.db)).toEqual(before)
    expect(await rows()).toEqual([['_waxseal-zone.waxseal.email', before?.nonce]])
  })

  it('gets another name while nothing is hosted, with another value that proves its delegation', async () => {
    const before = await zoneRow(deps.store.db)
    await settleZone(withEnv(zoneEnv('spf.example.org')))
    const after = await zoneRow(deps.store.db)
    expect(after).toMatchObject({ name: 'spf.example.org', provedAt: null })
    expect(after?.nonce).not.toBe(before?.nonce)
    expect(after?.change).toBeGreaterThan(before?.change ?? 0)
    expect(await rows()).toEqual([['_waxseal-zone.spf.example.org', after?.nonce]])
  })

  it('is to be proved again, and published as a whole, once another publisher is set', async () => {
    const id = await aFlattening(deps.store)
    await set(id, ['a.waxseal.email', 'v=spf1 -all'])
    await deps.store.db.update(hostedZone).set({ provedAt: deps.now() })
    await deps.store.db.update(hostedRecord).set({ publishedChange: hostedRecord.change })
    const before = await zoneRow(deps.store.db)
    await settleZone(deps)
    expect(await zoneRow(deps.store.db)).toEqual(before)
    const other = {
      ZONE_PUBLISHER: 'cloudflare',
      CLOUDFLARE_ZONE_ID: 'a'.repeat(32),
      CLOUDFLARE_API_TOKEN: 't'.repeat(40),
    }
    await settleZone(withEnv(readEnv({ HOSTED_ZONE: 'waxseal.email', ...other })))
    const after = await zoneRow(deps.store.db)
    expect(after).toMatchObject({ publisher: `cloudflare ${'a'.repeat(32)}`, provedAt: null })
    expect(after?.nonce).not.toBe(before?.nonce)
    expect(await rows()).toEqual([
      ['a.waxseal.email', 'v=spf1 -all'],
      ['_waxseal-zone.waxseal.email', after?.nonce],
    ])
    const published = await changesAfter(deps.store.db, 0, 100)
    expect(published.map(({ publishedChange }) => publishedChange)).toEqual([null, null])
  })

  it('keeps its name while records are hosted below it', async () => {
    const id = await aFlattening(deps.store)
    await set(id, ['a.waxseal.email', 'v=spf1 -all'])
    await expect(settleZone(withEnv(zoneEnv('spf.example.org')))).rejects.toThrow(
      'HOSTED_ZONE: is spf.example.org, but 1 records are hosted below waxseal.email → set HOSTED_ZONE=waxseal.email, or delete the hosted SPF records first',
    )
    expect((await zoneRow(deps.store.db))?.name).toBe('waxseal.email')
    await deps.store.transaction(tx => removeHostedRecords(tx, id, deps.now()))
    await settleZone(withEnv(zoneEnv('spf.example.org')))
    expect((await zoneRow(deps.store.db))?.name).toBe('spf.example.org')
  })

  it('is missed in the log when records are hosted and HOSTED_ZONE is not set', async () => {
    const lines: string[] = []
    const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) })
    await settleZone(withEnv(readEnv({}), log))
    expect(lines).toEqual([])
    await set(await aFlattening(deps.store), ['a.waxseal.email', 'v=spf1 -all'])
    await settleZone(withEnv(readEnv({}), log))
    expect(lines.map(line => JSON.parse(line) as unknown)).toMatchObject([
      { hosted: 1, msg: expect.stringContaining('HOSTED_ZONE is not set') },
    ])
  })

  it('numbers the parts of a record before the record, and takes the record away before its parts', async () => {
    const id = await aFlattening(deps.store)
    await set(id, ['a.waxseal.email', 'one'], ['p1.a.waxseal.email', 'two'], ['p2.a.waxseal.email', 'three'])
    expect((await rows()).slice(1).map(([name]) => name)).toEqual([
      'p2.a.waxseal.email',
      'p1.a.waxseal.email',
      'a.waxseal.email',
    ])
    await deps.store.transaction(tx => removeHostedRecords(tx, id, deps.now()))
    const removed = (await rows()).slice(1)
    expect(removed[0]).toEqual(['a.waxseal.email', null])
    expect(removed.map(([, value]) => value)).toEqual([null, null, null])
  })

  it('removes an old part after two days, unless a record includes it again', async () => {
    const id = await aFlattening(deps.store)
    await set(id, ['a.waxseal.email', 'one'], ['p1.a.waxseal.email', 'x'], ['p2.a.waxseal.email', 'y'])
    await set(id, ['a.waxseal.email', 'two'])
    deps.clock.pass(day)
    await set(id, ['a.waxseal.email', 'three'], ['p2.a.waxseal.email', 'y'])
    const removeNow = () => deps.store.transaction(tx => removeOldParts(tx, deps.now()))
    expect(await removeNow()).toBe(0)
    deps.clock.pass(day)
    expect(await removeNow()).toBe(1)
    const parts = await recordsNamed(deps.store.db, ['p1.a.waxseal.email', 'p2.a.waxseal.email'])
    expect(Object.fromEntries(parts.map(({ name, value }) => [name, value]))).toEqual({
      'p1.a.waxseal.email': null,
      'p2.a.waxseal.email': 'y',
    })
  })

  it('forgets removed names, but none that a provider may still have', async () => {
    const id = await aFlattening(deps.store)
    await set(id, ['a.waxseal.email', 'one'])
    await deps.store.transaction(tx => removeHostedRecords(tx, id, deps.now()))
    const later = new Date(deps.now().getTime() + 1)
    await forgetRemoved(deps.store.db, later, { published: true })
    expect(await rows()).toHaveLength(2)
    await forgetRemoved(deps.store.db, deps.now(), { published: false })
    expect(await rows()).toHaveLength(2)
    await forgetRemoved(deps.store.db, later, { published: false })
    expect(await rows()).toHaveLength(1)
  })

  it('hosts nothing before it exists', async () => {
    const empty = await openTestDeps(kind)
    expect(await empty.store.transaction(tx => removeOldParts(tx, empty.now()))).toBe(0)
    expect(await empty.store.db.select().from(flattening)).toEqual([])
    const change = {
      flatteningId: randomUUID(),
      records: [{ name: 'a.waxseal.email', value: 'x' }],
      ttl: 300,
      now: empty.now(),
    }
    await expect(empty.store.transaction(tx => setHostedRecords(tx, change))).rejects.toThrow(
      'the hosted zone has no row',
    )
    await empty.close()
  })
})

import { createServer } from 'node:net'
import { eq } from 'drizzle-orm'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { hostedRecord, hostedZone } from '../db/schema/index.ts'
import { readEnv } from '../env.ts'
import { askTxt, untilTxt } from '../testing/ask-txt.ts'
import { openTestDeps, type TestDeps } from '../testing/deps.ts'
import { aFlattening, nameserverEnv } from '../testing/hosted-zone.ts'
import { onTheStore, theStore } from '../testing/store.ts'
import { type RunningNameserver, startNameserver } from './name-server.ts'
import { removeHostedRecords, setHostedRecords, zoneRow } from './records.ts'
import { type NameserverThread, startThread } from './thread.ts'
import { settleZone } from './zone.ts'

onTheStore('our name server', kind => {
  let deps: TestDeps
  let log: { msg: string; err?: { message: string } }[] = []
  let threads: NameserverThread[] = []
  const running: RunningNameserver[] = []
  beforeEach(async () => {
    log = []
    threads = []
    deps = await openTestDeps(kind, {
      env: nameserverEnv(0),
      log: pino({ level: 'warn' }, { write: (line: string) => void log.push(JSON.parse(line)) }),
    })
    await settleZone(deps)
  })
  afterEach(async () => {
    for (const each of running.splice(0)) await each.stop()
    await deps.close()
  })

  const start = async () => {
    const server = await startNameserver(deps, (...args) => {
      const thread = startThread(...args)
      threads.push(thread)
      return thread
    })
    if (server === null) throw new Error('no name server')
    running.push(server)
    return server
  }
  const set = (id: string, value: string, name = 'a.waxseal.email') =>
    deps.store.transaction(tx =>
      setHostedRecords(tx, { flatteningId: id, records: [{ name, value }], ttl: 300, now: deps.now() }),
    )

  it('answers with the records of the database, and shows a change within a second', async () => {
    const id = await aFlattening(deps.store)
    await set(id, 'v=spf1 ip4:192.0.2.1 -all')
    const servers = [await start(), await start()]
    const nonce = (await zoneRow(deps.store.db))?.nonce ?? ''
    for (const { port } of servers) {
      expect(await askTxt(port, '_waxseal-zone.waxseal.email')).toBe(nonce)
      expect(await askTxt(port, 'a.waxseal.email')).toBe('v=spf1 ip4:192.0.2.1 -all')
    }
    await set(id, 'v=spf1 ip4:192.0.2.2 -all')
    const times = servers.map(({ port }) => untilTxt(port, 'a.waxseal.email', 'v=spf1 ip4:192.0.2.2 -all'))
    for (const ms of await Promise.all(times)) expect(ms).toBeLessThan(1_500)
    await deps.store.transaction(tx => removeHostedRecords(tx, id, deps.now()))
    for (const { port } of servers) await untilTxt(port, 'a.waxseal.email', 'NXDOMAIN')
    expect(log).toEqual([])
  })

  it('has all records when its start is over, also those of many pages', async () => {
    const id = await aFlattening(deps.store)
    const rows = Array.from({ length: 2_500 }, (_, n) => ({
      name: `n${n}.waxseal.email`,
      flatteningId: id,
      value: `v=spf1 ip4:192.0.2.${n % 256} -all`,
      ttl: 300,
      change: n + 2,
      changedAt: deps.now(),
    }))
    for (let at = 0; at < rows.length; at += 500)
      await deps.store.db.insert(hostedRecord).values(rows.slice(at, at + 500))
    await deps.store.db.update(hostedZone).set({ change: rows.length + 1 })
    const { port } = await start()
    expect(
      await Promise.all(['n0', 'n1000', 'n2499', 'n2500'].map(label => askTxt(port, `${label}.waxseal.email`))),
    ).toEqual(['v=spf1 ip4:192.0.2.0 -all', 'v=spf1 ip4:192.0.2.232 -all', 'v=spf1 ip4:192.0.2.195 -all', 'NXDOMAIN'])
  })

  it('answers again, with all records, after its thread has ended', async () => {
    const id = await aFlattening(deps.store)
    await set(id, 'one')
    const server = await start()
    await threads[0]?.close()
    await set(id, 'two')
    await expect.poll(() => threads.length, { timeout: 15_000 }).toBe(2)
    await expect.poll(() => askTxt(server.port, 'a.waxseal.email').catch(String), { timeout: 15_000 }).toBe('two')
    expect(log.map(({ msg }) => msg)).toEqual(['the name server is started again'])
  })

  it('leaves out a record that no zone takes, says so, and goes on with the others', async () => {
    const wrong = { value: 'x', ttl: 300, changedAt: deps.now() }
    await deps.store.db.insert(hostedRecord).values({ name: 'a.elsewhere.example', change: 2, ...wrong })
    await deps.store.db.update(hostedZone).set({ change: 2 })
    const id = await aFlattening(deps.store)
    await set(id, 'one')
    const { port } = await start()
    expect(await askTxt(port, 'a.waxseal.email')).toBe('one')
    await deps.store.db.update(hostedRecord).set({ change: 4 }).where(eq(hostedRecord.name, 'a.elsewhere.example'))
    await deps.store.db.update(hostedZone).set({ change: 4 })
    await set(id, 'two')
    await untilTxt(port, 'a.waxseal.email', 'two')
    const line = { name: 'a.elsewhere.example', msg: 'a hosted record cannot be published' }
    expect(log).toMatchObject([line, line])
  })

  it('follows a database that was restored from a backup', async () => {
    const id = await aFlattening(deps.store)
    await set(id, 'one')
    await set(id, 'two')
    const { port } = await start()
    await deps.store.db
      .update(hostedRecord)
      .set({ value: 'one', change: 2 })
      .where(eq(hostedRecord.name, 'a.waxseal.email'))
    await deps.store.db.update(hostedZone).set({ change: 2 })
    await untilTxt(port, 'a.waxseal.email', 'one')
  })

  it('reads everything after a day without the database, which may have forgotten removed names', async () => {
    const id = await aFlattening(deps.store)
    await set(id, 'one')
    await set(await aFlattening(deps.store), 'stays', 'b.waxseal.email')
    const { port } = await start()
    await deps.store.db.delete(hostedRecord).where(eq(hostedRecord.flatteningId, id))
    deps.clock.pass(25 * 3_600_000)
    await untilTxt(port, 'a.waxseal.email', 'NXDOMAIN')
    expect(await askTxt(port, 'b.waxseal.email')).toBe('stays')
  })

  it('keeps its zone when the database has another one, and says so once', async () => {
    const id = await aFlattening(deps.store)
    await set(id, 'one')
    const { port } = await start()
    await deps.store.db.update(hostedZone).set({ name: 'other.example' })
    await expect.poll(() => log.length, { timeout: 10_000 }).toBe(1)
    expect(log[0]?.err?.message).toBe('the database has the hosted zone other.example, not waxseal.email')
    expect(await askTxt(port, 'a.waxseal.email')).toBe('one')
    await deps.store.db.update(hostedZone).set({ name: 'waxseal.email' })
    await set(id, 'two')
    await untilTxt(port, 'a.waxseal.email', 'two')
    expect(log).toHaveLength(1)
  })
})

describe('the start of our name server', () => {
  it('is refused in a line for the operator when its port is taken', async () => {
    const other = createServer()
    const port = await new Promise<number>(resolve =>
      other.listen(0, '127.0.0.1', () => {
        const address = other.address()
        resolve(typeof address === 'object' && address ? address.port : 0)
      }),
    )
    const deps = await openTestDeps(theStore(), { env: nameserverEnv(port) })
    await settleZone(deps)
    await expect(startNameserver(deps)).rejects.toThrow(
      `NAMESERVER_PORT: ${port} is in use → stop the program that uses it, or set another port`,
    )
    await deps.close()
    other.close()
  })

  it('does nothing without a zone, and when a provider answers for it', async () => {
    const deps = await openTestDeps(theStore())
    expect(await startNameserver(deps)).toBeNull()
    const cloudflare = { ZONE_PUBLISHER: 'cloudflare', CLOUDFLARE_ZONE_ID: 'abc', CLOUDFLARE_API_TOKEN: 'abc' }
    expect(await startNameserver({ ...deps, env: readEnv({ HOSTED_ZONE: 'waxseal.email', ...cloudflare }) })).toBeNull()
    await deps.close()
  })
})

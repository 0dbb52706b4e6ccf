import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { openPostgres } from '../db/postgres.ts'
import type { Store } from '../db/store.ts'
import { setHostedRecords } from '../hosted-zone/records.ts'
import { askTxt, untilTxt } from './ask-txt.ts'
import { aFlattening } from './hosted-zone.ts'
import { type StoreChild, startChild } from './kill.ts'
import { freePort, type PostgresServer, startPostgresServer } from './postgres-server.ts'
import { silent } from './silent.ts'

const isReady = async (child: StoreChild) => (await child.said(line => line === 'ready')) ?? child.lastWords()

describe.skipIf(inject('postgres') === '')('two processes with the role nameserver', () => {
  let postgres: PostgresServer
  let store: Store
  let id = ''
  const servers: { child: StoreChild; port: number }[] = []
  const name = 'a.waxseal.email'

  const start = (port: number) => startChild('role-child.ts', 'nameserver', postgres.url, '1', String(port))
  const set = (value: string) =>
    store.transaction(tx =>
      setHostedRecords(tx, { flatteningId: id, records: [{ name, value }], ttl: 300, now: new Date() }),
    )
  const answers = () => Promise.all(servers.map(({ port }) => askTxt(port, name).catch(String)))

  beforeAll(async () => {
    postgres = await startPostgresServer()
    store = await openPostgres(postgres.url, silent, { max: 3 })
    // Both make the zone at once.
    for (const port of [await freePort(), await freePort()]) servers.push({ child: start(port), port })
    for (const { child } of servers) expect(await isReady(child)).toBe('ready')
    id = await aFlattening(store)
  }, 120_000)
  afterAll(async () => {
    await Promise.all(servers.map(({ child }) => child.kill()))
    await store.close()
    await postgres.stop()
  }, 60_000)

  it('both show a change within a second', async () => {
    await set('one')
    const times = await Promise.all(servers.map(({ port }) => untilTxt(port, name, 'one')))
    for (const ms of times) expect(ms).toBeLessThan(1_500)
  })

  it('go on without each other', async () => {
    const [first] = servers
    if (first === undefined) throw new Error('no server')
    await first.child.kill()
    await set('two')
    await untilTxt(servers[1]?.port ?? 0, name, 'two')
    first.child = start(first.port)
    expect(await isReady(first.child)).toBe('ready')
    expect(await answers()).toEqual(['two', 'two'])
  }, 60_000)

  it('answer while the database is down, and follow it again when it is back', async () => {
    await postgres.halt()
    await expect(set('unheard')).rejects.toThrow()
    for (let n = 0; n < 20; n++) expect(await answers()).toEqual(['two', 'two'])
    await postgres.resume()
    await expect.poll(() => set('three').then(() => 'set', String), { timeout: 30_000 }).toBe('set')
    for (const { port } of servers) await untilTxt(port, name, 'three', 30_000)
  }, 120_000)

  it('end when they are asked to', async () => {
    for (const { child } of servers) child.process.kill('SIGTERM')
    const ends = servers.map(
      async ({ child }) => (await child.said(line => /^(?:not )?stopped/.test(line))) ?? child.lastWords(),
    )
    expect(await Promise.all(ends)).toEqual(['stopped', 'stopped'])
    expect((await answers()).every(answer => answer.includes('Error'))).toBe(true)
  }, 60_000)
})

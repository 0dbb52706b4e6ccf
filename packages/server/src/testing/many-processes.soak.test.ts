import { setTimeout as wait } from 'node:timers/promises'
import type { WorldZone } from '@waxseal/core/fixtures'
import { type NameServer, startNameServer } from '@waxseal/scanner/testing-internet'
import { and, eq, gte, isNull, like, lt, or, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { openPostgres } from '../db/postgres.ts'
import { dnsChange, domain, scan, scanRun, watch } from '../db/schema/index.ts'
import type { Store } from '../db/store.ts'
import { insertDomains } from '../features/domains/store.ts'
import { setTier } from '../features/workspaces/store.ts'
import { anOwner } from './factories.ts'
import { signUpOverHttp } from './http-user.ts'
import { type StoreChild, startChild } from './kill.ts'
import { freePort, type PostgresServer, startPostgresServer } from './postgres-server.ts'
import { silent } from './silent.ts'

const count = 40
const names = Array.from({ length: count }, (_, n) => `d${n}.example`)

/** The name servers of every zone. */
const nameHost: WorldZone = {
  name: 'namehost.example',
  records: { 'ns1.namehost.example': { A: ['203.0.114.2'] }, 'ns2.namehost.example': { A: ['203.0.115.3'] } },
}

/** The zones of all domains; those that `changed` says have another DMARC record. */
const zones = (changed: (n: number) => boolean): WorldZone[] => [
  nameHost,
  ...names.map(
    (name, n): WorldZone => ({
      name,
      records: {
        [name]: { MX: [[10, `mx.${name}`]], TXT: ['v=spf1 mx -all'], A: [`20.0.0.${n + 1}`] },
        [`mx.${name}`]: { A: [`20.0.1.${n + 1}`] },
        [`_dmarc.${name}`]: { TXT: [changed(n) ? 'v=DMARC1; p=none' : 'v=DMARC1; p=reject'] },
      },
    }),
  ),
]

/** Looks again and again until `done` answers yes, also while the database is down. */
const until = async (done: () => Promise<boolean>, withinMs: number) => {
  const end = Date.now() + withinMs
  while (!(await done().catch(() => false))) {
    if (Date.now() > end) throw new Error('it did not come to that in time')
    await wait(200)
  }
}
const uncheckedSince = (at: Date) => or(isNull(watch.checkedAt), lt(watch.checkedAt, at))

describe.skipIf(inject('postgres') === '')('two web and three worker processes', () => {
  let postgres: PostgresServer
  let dns: NameServer
  let store: Store
  const workers: StoreChild[] = []
  const webs: { child: StoreChild; url: string }[] = []

  beforeAll(async () => {
    postgres = await startPostgresServer()
    dns = await startNameServer(zones(() => false))
    store = await openPostgres(postgres.url, silent, { max: 3 })
    const owner = await anOwner(store, { tier: 'business' })
    const createdAt = new Date()
    const rows = names.map(name => ({ workspaceId: owner.workspace.id, name, createdAt }))
    await store.transaction(tx => insertDomains(tx, rows))
    for (let n = 0; n < 3; n++) workers.push(startChild('role-child.ts', 'worker', postgres.url, String(dns.port)))
    for (let n = 0; n < 2; n++) {
      const port = await freePort()
      const child = startChild('role-child.ts', 'web', postgres.url, String(dns.port), String(port))
      webs.push({ child, url: `http://127.0.0.1:${port}` })
    }
    const all = [...workers, ...webs.map(({ child }) => child)]
    expect(await Promise.all(all.map(child => child.said(line => line === 'ready')))).toEqual(all.map(() => 'ready'))
  }, 180_000)
  afterAll(async () => {
    await Promise.all([...workers, ...webs.map(({ child }) => child)].map(child => child.kill()))
    await store.close()
    await dns.close()
    await postgres.stop()
  }, 60_000)

  const allCheckedSince = (at: Date) => async () =>
    (await store.db.select({ id: watch.domainId }).from(watch).where(uncheckedSince(at)).limit(1)).length === 0
  /** Makes checks due that were not made since: also those of a process that is gone, as when their leases end. */
  const makeDue = (at: Date) => store.db.update(watch).set({ nextCheckAt: at }).where(uncheckedSince(at))
  const changesFound = async () => (await store.db.select().from(dnsChange)).map(row => row.changeType)
  /** Adds domains one after another, each by one request, until `end`. */
  const writeFrom = async (url: string, writer: number) => {
    const email = `writer-${writer}@example.org`
    const call = await signUpOverHttp(url, email)
    expect((await call('GET', '/auth/me')).status).toBe(200)
    await setTier(store.db, email, 'business')
    const [acknowledged, refused] = [[] as string[], new Set<number>()]
    const over = new AbortController()
    const writing = (async () => {
      for (let n = 0; !over.signal.aborted; n++) {
        const name = `written-${writer}-${n}.example`
        const { status } = await call('POST', '/domains', { domain_name: name })
        if (status < 300) acknowledged.push(name)
        else refused.add(status)
        await wait(150)
      }
    })()
    const end = async () => {
      over.abort()
      await writing
      return acknowledged
    }
    return { acknowledged, refused, end }
  }
  const readiness = () => Promise.all(webs.map(async ({ url }) => (await fetch(`${url}/readyz`)).status))

  it('check every domain', async () => {
    await until(allCheckedSince(new Date(0)), 60_000)
    expect(await changesFound()).toEqual([])
    expect(await readiness()).toEqual([200, 200])
  }, 90_000)

  it('find each change once and finish each scan once, also when one of them is killed meanwhile', async () => {
    dns.serve(zones(n => n < 10))
    const at = new Date()
    await store.db
      .update(domain)
      .set({ scanSchedule: 'daily', nextScanAt: at })
      .where(sql`${domain.name} in ('d0.example', 'd1.example', 'd2.example', 'd3.example')`)
    await makeDue(at)
    await until(async () => (await store.db.select().from(watch).where(gte(watch.checkedAt, at))).length > 3, 30_000)
    await workers.pop()?.kill()
    await wait(2_000)
    await makeDue(at)
    await until(allCheckedSince(at), 60_000)
    expect(await changesFound()).toEqual(Array.from({ length: 10 }, () => 'dmarc_modified'))
    const runsDone = async () => (await store.db.select().from(scanRun).where(eq(scanRun.state, 'done'))).length
    await until(async () => (await runsDone()) === 4, 120_000)
    expect(await store.db.select({ id: scan.id }).from(scan)).toHaveLength(4)
    const stillDue = await store.db.select().from(domain).where(lt(domain.nextScanAt, new Date()))
    expect(stillDue).toEqual([])
  }, 240_000)

  it('go on by themselves after the database was gone, and nothing that it had is lost', async () => {
    dns.serve(zones(n => n < 20))
    const writers = await Promise.all(webs.map(({ url }, n) => writeFrom(url, n)))
    const at = new Date()
    await makeDue(at)
    await until(async () => (await changesFound()).length > 10, 30_000)
    const stored = await changesFound()
    await postgres.halt()
    await until(async () => (await readiness()).every(status => status === 503), 20_000)
    await until(async () => writers.every(({ refused }) => refused.has(503)), 20_000)
    await postgres.resume()
    await until(async () => (await readiness()).every(status => status === 200), 30_000)
    const before = writers.map(({ acknowledged }) => acknowledged.length)
    await until(async () => writers.every(({ acknowledged }, n) => acknowledged.length > (before[n] ?? 0)), 30_000)
    const acknowledged = (await Promise.all(writers.map(({ end }) => end()))).flat()
    const kept = new Set((await store.db.select().from(domain)).map(({ name }) => name))
    expect(acknowledged.filter(name => !kept.has(name))).toEqual([])
    expect(writers.flatMap(({ refused }) => [...refused]).filter(status => status !== 503)).toEqual([])
    expect((await changesFound()).length).toBeGreaterThanOrEqual(stored.length)
    // No name server answers for the domains of the writers.
    await store.db.delete(domain).where(like(domain.name, 'written-%'))
    await wait(3_000)
    await makeDue(at)
    await until(allCheckedSince(at), 60_000)
    expect((await changesFound()).length).toBe(20)

    const [row] = await store.db.select().from(domain).where(eq(domain.name, 'd9.example'))
    await store.db.update(domain).set({ scanSchedule: 'daily', nextScanAt: at }).where(eq(domain.name, 'd9.example'))
    const ofDomain = and(eq(scanRun.domainId, row?.id ?? ''), eq(scanRun.state, 'done'))
    await until(async () => (await store.db.select().from(scanRun).where(ofDomain)).length === 1, 90_000)
  }, 240_000)

  it('put their work down and end when they are told to', async () => {
    const all = [...workers, ...webs.map(({ child }) => child)]
    for (const child of all) child.process.kill('SIGTERM')
    const ends = all.map(async child => (await child.said(line => /^(?:not )?stopped/.test(line))) ?? child.lastWords())
    expect(await Promise.all(ends)).toEqual(all.map(() => 'stopped'))
  }, 60_000)
})

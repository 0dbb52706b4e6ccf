import { rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { WorldZone } from '@waxseal/core/fixtures'
import { testAuthority } from '@waxseal/scanner/testing-https'
import { type NameServer, startNameServer } from '@waxseal/scanner/testing-internet'
import { eq, gt, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { openPostgres } from '../db/postgres.ts'
import { alertChannel, dnsChange, outbox, watch } from '../db/schema/index.ts'
import type { Store } from '../db/store.ts'
import { setTier } from '../features/workspaces/store.ts'
import { signUpOverHttp } from './http-user.ts'
import { type StoreChild, startChild } from './kill.ts'
import { freePort, type PostgresServer, startPostgresServer } from './postgres-server.ts'
import { silent } from './silent.ts'

const perRound = 5
const names = Array.from({ length: 2 * perRound }, (_, n) => `d${n}.example`)
const receiver = 'hooks.receiver.example'

/** What the receiver of alerts got, and answered with 200. */
interface Arrival {
  delivery: string
  domains: string[]
}

const zones = (changed: (n: number) => boolean): WorldZone[] => [
  {
    name: 'namehost.example',
    records: { 'ns1.namehost.example': { A: ['203.0.114.2'] }, 'ns2.namehost.example': { A: ['203.0.115.3'] } },
  },
  { name: 'receiver.example', records: { [receiver]: { A: ['20.9.9.9'] } } },
  ...names.map(
    (name, n): WorldZone => ({
      name,
      records: {
        [name]: { MX: [[10, `mx.${name}`]], TXT: ['v=spf1 mx -all'] },
        [`mx.${name}`]: { A: [`20.0.1.${n + 1}`] },
        [`_dmarc.${name}`]: { TXT: [changed(n) ? 'v=DMARC1; p=none' : 'v=DMARC1; p=reject'] },
      },
    }),
  ),
]

/** Looks again and again until `done` answers yes. */
async function until(done: () => Promise<boolean>, withinMs: number): Promise<void> {
  const end = Date.now() + withinMs
  while (!(await done())) {
    if (Date.now() > end) throw new Error('it did not come to that in time')
    await wait(100)
  }
}

describe.skipIf(inject('postgres') === '')('alerts of worker processes that are killed', () => {
  let postgres: PostgresServer
  let dns: NameServer
  let store: Store
  let https: Server
  let url: string
  const authority = testAuthority()
  const authorityFile = join(tmpdir(), `waxseal-authority-${process.pid}.pem`)
  const children: StoreChild[] = []
  const arrivals: Arrival[] = []
  /** Called at once when the receiver answers. */
  let answered: (() => void) | null = null

  const startRole = async (role: 'web' | 'worker', port: number) => {
    const { port: httpsPort } = https.address() as { port: number }
    const place = [postgres.url, String(dns.port), String(port), String(httpsPort), authorityFile]
    const child = startChild('role-child.ts', role, ...place)
    children.push(child)
    expect(await child.said(line => line === 'ready')).toBe('ready')
    return child
  }

  beforeAll(async () => {
    postgres = await startPostgresServer()
    store = await openPostgres(postgres.url, silent, { max: 3 })
    dns = await startNameServer(zones(() => false))
    writeFileSync(authorityFile, authority.ca)
    https = createServer(authority.issue([receiver]), (request, response) => {
      let body = ''
      request.on('data', chunk => (body += String(chunk)))
      request.on('end', () => {
        const { alerts } = JSON.parse(body) as { alerts: { domain_name: string }[] }
        const domains = alerts.map(alert => alert.domain_name)
        arrivals.push({ delivery: String(request.headers['waxseal-delivery']), domains })
        response.end('ok')
        answered?.()
      })
    })
    await new Promise<void>(resolve => https.listen(0, '127.0.0.1', resolve))
    const port = await freePort()
    url = `http://localhost:${port}`
    await startRole('web', port)
  }, 180_000)
  afterAll(async () => {
    await Promise.all(children.map(child => child.kill()))
    https.close()
    https.closeAllConnections()
    rmSync(authorityFile, { force: true })
    await store.close()
    await dns.close()
    await postgres.stop()
  }, 60_000)

  /** Signs up and returns how to call the API; each call must succeed. */
  const signUp = async (email: string) => {
    const call = await signUpOverHttp(url, email)
    return async (method: string, path: string, input?: object): Promise<unknown> => {
      const reply = await call(method, path, input)
      expect([path, reply.status < 300]).toEqual([path, true])
      return reply.json()
    }
  }
  /** As when the last message was long ago: the next alert goes at once, and does not wait for a digest. */
  const beQuiet = () => store.db.update(alertChannel).set({ lastMessageAt: new Date(0) })
  const makeDue = () => store.db.update(watch).set({ nextCheckAt: new Date() })
  const changesFound = async () => (await store.db.select().from(dnsChange)).length
  const unsent = async () => {
    const rows = await store.db.select().from(outbox).where(eq(outbox.kind, 'webhook'))
    return rows.filter(({ state }) => state !== 'sent').map(({ id }) => id)
  }

  it('arrive at least once under one id, and twice only when the kill fell between answer and commit', async () => {
    const call = await signUp('ada@example.org')
    await call('GET', '/auth/me')
    await setTier(store.db, 'ada@example.org', 'business')
    await call('POST', '/domains/bulk', { names: names.join('\n') })
    await call('PUT', '/alerts/settings', { generic_webhook: `https://${receiver}/alerts`, email_alerts: false })

    let workers = await Promise.all([startRole('worker', 1), startRole('worker', 1)])
    await until(async () => (await store.db.select().from(watch)).every(row => row.checkedAt !== null), 60_000)

    // Deliveries that were answered, and not written down as sent, when the workers were killed.
    const windows = new Set<string>()
    for (const round of [1, 2]) {
      dns.serve(zones(n => n < round * perRound))
      const killed = new Promise<void>(resolve => {
        answered = () => {
          answered = null
          void Promise.all(workers.map(worker => worker.kill())).then(() => resolve())
        }
      })
      await beQuiet()
      await makeDue()
      await killed
      const open = new Set(await unsent())
      for (const { delivery } of arrivals) if (open.has(delivery)) windows.add(delivery)
      // As when the killed processes are missed: their jobs and their claims end.
      await store.db.execute(
        sql`update jobs.job set heartbeat_on = heartbeat_on - interval '1 minute' where state = 'active'`,
      )
      const past = new Date(Date.now() - 1_000)
      await store.db.update(outbox).set({ nextTryAt: past, claimedUntil: null }).where(eq(outbox.state, 'waiting'))
      await makeDue()
      workers = await Promise.all([startRole('worker', 1), startRole('worker', 1)])
      await until(async () => (await changesFound()) === round * perRound, 60_000)
      await until(async () => {
        await beQuiet()
        await store.db.update(alertChannel).set({ dueAt: past }).where(gt(alertChannel.dueAt, past))
        return (await unsent()).length === 0 && told().size === round * perRound
      }, 150_000)
    }

    expect([...told().keys()].toSorted()).toEqual(names.toSorted())
    for (const [, ids] of told()) expect(ids.size).toBe(1)
    const times = Map.groupBy(arrivals, ({ delivery }) => delivery)
    const twice = [...times].filter(([, each]) => each.length > 1).map(([id]) => id)
    expect(windows.size).toBeGreaterThan(0)
    expect(twice.toSorted()).toEqual([...windows].toSorted())
  }, 400_000)

  /** The deliveries that told of each domain. */
  function told(): Map<string, Set<string>> {
    const ids = new Map<string, Set<string>>()
    for (const { delivery, domains } of arrivals) {
      for (const domain of domains) ids.set(domain, (ids.get(domain) ?? new Set()).add(delivery))
    }
    return ids
  }
})

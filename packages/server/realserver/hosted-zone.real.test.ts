import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { textOf } from '@waxseal/core/dns'
import { openDns } from '@waxseal/scanner'
import { type Lab, startLab } from '@waxseal/scanner/realserver/lab'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { powerDnsPublisher } from '../src/adapters/zone/powerdns.ts'
import { openPostgres } from '../src/db/postgres.ts'
import type { Store } from '../src/db/store.ts'
import { type Env, readEnv } from '../src/env.ts'
import { checkDelegation, zoneStateOf } from '../src/hosted-zone/delegation.ts'
import { periodicPublishing } from '../src/hosted-zone/publishing.ts'
import { removeHostedRecords, setHostedRecords, zoneRow } from '../src/hosted-zone/records.ts'
import { settleZone } from '../src/hosted-zone/zone.ts'
import { aFlattening } from '../src/testing/hosted-zone.ts'
import { type PostgresServer, startPostgresServer } from '../src/testing/postgres-server.ts'
import { silent } from '../src/testing/silent.ts'
import { startPowerDns } from './powerdns.ts'

const host = { name: 'ns1.waxseal-servers.net', address: '205.251.196.53' }
const secret = 'a secret of the tests, long enough for it'
const launcher = join(import.meta.dirname, '..', '..', '..', 'bin', 'waxseal')
const now = () => new Date()

let postgres: PostgresServer
let store: Store
beforeAll(async () => {
  postgres = await startPostgresServer()
  store = await openPostgres(postgres.url, silent, { max: 3 })
})
afterAll(async () => {
  await store.close()
  await postgres.stop()
})

const set = (flatteningId: string, zone: string, values: readonly string[]) =>
  store.transaction(tx =>
    setHostedRecords(tx, {
      flatteningId,
      records: values.map((value, at) => ({ name: at === 0 ? `kite.${zone}` : `p${at}.kite.${zone}`, value })),
      ttl: 60,
      now: now(),
    }),
  )

describe('a process with the role nameserver, to which the zone is delegated', () => {
  const zone = 'waxseal.email'
  const settings = {
    ROLE: 'nameserver',
    AUTH_SECRET: secret,
    ENCRYPTION_KEY: secret,
    HOSTED_ZONE: zone,
    NAMESERVER_HOSTS: host.name,
    NAMESERVER_ADDRESS: host.address,
    NAMESERVER_PORT: '53',
  }
  const folder = mkdtempSync(join(tmpdir(), 'waxseal-nameserver-'))
  let lab: Lab
  let dns: ReturnType<typeof openDns>
  let env: Env
  let server: ChildProcess
  let log = ''
  beforeAll(async () => {
    lab = await startLab([{ name: zone, nameservers: [host.name] }], {
      elsewhere: new Map([[host.name, host.address]]),
    })
    dns = openDns({ servers: [lab.resolver], direct: true })
    env = readEnv({ ...settings, DATABASE_URL: postgres.url })
    server = spawn(launcher, ['serve'], {
      env: { ...process.env, ...settings, DATABASE_URL: postgres.url, DATA_DIR: folder },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    for (const stream of [server.stdout, server.stderr]) stream?.on('data', chunk => (log += String(chunk)))
    await vi.waitFor(() => expect(log).toContain('Waxseal nameserver is running'), { timeout: 60_000 })
  })
  afterAll(async () => {
    server.kill('SIGTERM')
    if (server.exitCode === null) await once(server, 'exit')
    await dns.close()
    await lab.stop()
    rmSync(folder, { recursive: true, force: true })
  })
  const texts = async (name: string) => {
    const answer = await dns.session().resolver.query(name, 'TXT')
    return answer.kind === 'records' ? answer.records.map(textOf) : answer.kind
  }

  const afresh = async (name: string) => {
    await lab.forget()
    return texts(name)
  }

  it('is found by a look-up through Unbound, which proves the delegation', async () => {
    const deps = { env, store, now, lookups: (signal: AbortSignal) => dns.warm(signal) }
    expect((await zoneStateOf(deps)).state).toBe('unproved')
    await checkDelegation(deps, AbortSignal.timeout(10_000))
    expect(await zoneStateOf(deps)).toMatchObject({ state: 'proved', problem: null })
  })

  it('answers Unbound with a hosted record of several parts soon after it is decided, and with its removal', async () => {
    const id = await aFlattening(store)
    const values = [`v=spf1 ip4:192.0.2.0/24 include:p1.kite.${zone} -all`, 'v=spf1 ip6:2001:db8::/32 -all']
    await set(id, zone, values)
    // Unbound remembers for five minutes that a name did not exist.
    await expect.poll(() => afresh(`kite.${zone}`), { timeout: 5_000 }).toEqual([values[0]])
    expect(await texts(`p1.kite.${zone}`)).toEqual([values[1]])
    await store.transaction(tx => removeHostedRecords(tx, id, now()))
    await expect.poll(() => afresh(`kite.${zone}`), { timeout: 5_000 }).toBe('no-such-name')
  })
})

describe('PowerDNS as the publisher of the hosted zone', () => {
  const zone = 'waxseal.test'
  const apiKey = 'a-key-that-no-message-holds'

  it('gets the decided records, and again those that someone else changed there', async () => {
    const powerdns = await startPowerDns('127.0.0.8', apiKey)
    try {
      const settings = { ZONE_PUBLISHER: 'powerdns', POWERDNS_URL: powerdns.url, POWERDNS_API_KEY: apiKey }
      const env = readEnv({ HOSTED_ZONE: zone, ...settings })
      // Nothing is hosted below the zone of the tests above, so this one may take its place.
      await settleZone({ env, store, now, log: silent })
      const publisher = powerDnsPublisher({ url: powerdns.url, apiKey, zone })
      const publish = () =>
        periodicPublishing({ env, store, now, log: silent }, publisher, 0).run(now(), AbortSignal.timeout(60_000))
      const id = await aFlattening(store)
      await set(id, zone, [`v=spf1 include:p1.kite.${zone} -all`, 'v=spf1 ip4:192.0.2.0/24 -all'])
      await publish()
      const names = [`_waxseal-zone.${zone}`, `kite.${zone}`, `p1.kite.${zone}`]
      const wanted = new Map([
        [`_waxseal-zone.${zone}`, (await zoneRow(store.db))?.nonce],
        [`kite.${zone}`, `v=spf1 include:p1.kite.${zone} -all`],
        [`p1.kite.${zone}`, 'v=spf1 ip4:192.0.2.0/24 -all'],
      ])
      expect(await publisher.published(names)).toEqual(wanted)
      await publisher.publish([
        { name: `kite.${zone}`, value: 'v=spf1 +all', ttl: 60 },
        { name: `p1.kite.${zone}`, value: null, ttl: 60 },
      ])
      await publish()
      expect(await publisher.published(names)).toEqual(wanted)
      await store.transaction(tx => removeHostedRecords(tx, id, now()))
      await publish()
      expect([...(await publisher.published(names)).keys()]).toEqual([`_waxseal-zone.${zone}`])
    } finally {
      await powerdns.stop()
    }
  })
})

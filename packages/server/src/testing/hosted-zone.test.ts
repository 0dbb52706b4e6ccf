import { rm } from 'node:fs/promises'
import { textOf } from '@waxseal/core/dns'
import { type NameServer, startNameServer } from '@waxseal/scanner/testing-internet'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readEnv } from '../env.ts'
import { zoneStateOf } from '../hosted-zone/delegation.ts'
import { setHostedRecords } from '../hosted-zone/records.ts'
import { type Running, start } from '../main.ts'
import { untilTxt } from './ask-txt.ts'
import { aDataFolder } from './data-folder.ts'
import { aFlattening } from './hosted-zone.ts'
import { freePort } from './postgres-server.ts'
import { silent } from './silent.ts'

describe('one process with everything, to whose name server the zone is delegated', () => {
  let folder = ''
  let dns: NameServer
  let running: Running
  beforeAll(async () => {
    folder = await aDataFolder('hosted-zone')
    dns = await startNameServer([])
    const port = await freePort()
    dns.delegate('waxseal.email', port)
    const env = readEnv({
      PORT: String(await freePort()),
      DATA_DIR: folder,
      DNS_SERVERS: `127.0.0.1:${dns.port}`,
      DNS_DIRECT: 'on',
      RELAY_TEST: 'off',
      THREAT_SOURCES: 'none',
      HOSTED_ZONE: 'waxseal.email',
      NAMESERVER_HOSTS: 'ns1.waxseal.email=203.0.114.53',
      NAMESERVER_ADDRESS: '127.0.0.1',
      NAMESERVER_PORT: String(port),
    })
    running = await start(env, silent, {
      dial: () => ({ address: '127.0.0.1', port: dns.port }),
      disk: { fsync: () => {} },
    })
    expect(running.nameserverPort).toBe(port)
  }, 60_000)
  afterAll(async () => {
    await running.stop()
    await dns.close()
    await rm(folder, { recursive: true, force: true })
  }, 60_000)

  it('has proved the delegation by itself soon after its start', async () => {
    await expect.poll(() => zoneStateOf(running.deps).then(({ state }) => state), { timeout: 20_000 }).toBe('proved')
  })

  it('hosts a record that the zone’s own server answers, as a look-up of the world finds it', async () => {
    const { store, lookups, now } = running.deps
    const flatteningId = await aFlattening(store)
    const records = [{ name: 'kite.waxseal.email', value: 'v=spf1 ip4:192.0.2.0/24 ~all' }]
    await store.transaction(tx => setHostedRecords(tx, { flatteningId, records, ttl: 300, now: now() }))
    await untilTxt(running.nameserverPort ?? 0, 'kite.waxseal.email', 'v=spf1 ip4:192.0.2.0/24 ~all')
    const { servers } = await lookups(AbortSignal.timeout(5_000)).each('kite.waxseal.email', 'TXT')
    expect(servers.map(({ host, answer }) => [host, answer.kind === 'records' && answer.records.map(textOf)])).toEqual([
      ['ns1.waxseal.email', ['v=spf1 ip4:192.0.2.0/24 ~all']],
    ])
  })

  it('answers no more when it has stopped', async () => {
    await running.stop()
    await expect(untilTxt(running.nameserverPort ?? 0, 'kite.waxseal.email', '', 1)).rejects.toThrow()
  })
})

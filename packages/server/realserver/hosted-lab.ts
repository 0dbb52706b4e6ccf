import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { textOf } from '@waxseal/core/dns'
import { createDnsClient } from '@waxseal/scanner/dns'
import { type Lab, type LabZone, startLab } from '@waxseal/scanner/realserver/lab'
import { type Evaluators, openEvaluators } from '@waxseal/scanner/realserver/peers/agreement'
import { expect, vi } from 'vitest'
import { readEnv } from '../src/env.ts'
import { flatten } from '../src/features/flattening/flatten.ts'
import { listConfigurations } from '../src/features/flattening/list.ts'
import { checkDueConfigurations } from '../src/features/flattening/upkeep.ts'
import { checkDelegation } from '../src/hosted-zone/delegation.ts'
import { start } from '../src/main.ts'
import { aDomain, anOwner } from '../src/testing/factories.ts'
import { silent } from '../src/testing/silent.ts'

const host = { name: 'ns1.waxseal-servers.net', address: '205.251.196.53' }
const hostedZone = 'waxseal.email'
const domain = 'kite.example'

type Running = Awaited<ReturnType<typeof start>>
type Item = Awaited<ReturnType<typeof listConfigurations>>['configurations'][number]

/** The product with one hosted record of `kite.example`, its zone, the zones of its upstreams, and a clock of the test. */
export interface HostedLab {
  lab: Lab
  deps: Running['deps']
  owner: Awaited<ReturnType<typeof anOwner>>
  domainId: string
  id: string
  /** The independent evaluators of SPF, which ask the resolver of the lab. */
  evaluators: Evaluators
  now(): Date
  item(): Promise<Item>
  /** Waits until our name server answers with the newest record, through the resolver: it takes a second at most. */
  isServed(): Promise<void>
  /** Moves the clock, and waits for the check that is due then. Resolvers have empty caches. */
  checkAfter(ms: number): Promise<void>
  stop(): Promise<void>
}

/** Starts the lab, hosts the record, and lets the domain publish what it was given. */
export async function startHostedLab(record: string, zones: readonly LabZone[], port: string): Promise<HostedLab> {
  const data = mkdtempSync(join(tmpdir(), 'waxseal-hosted-lab-'))
  const lab = await startLab(
    [...zones, { name: domain, records: '@ 300 TXT "v=spf1 -all"' }, { name: hostedZone, nameservers: [host.name] }],
    { elsewhere: new Map([[host.name, host.address]]) },
  )
  let now = new Date('2026-11-25T09:00:00Z')
  const env = readEnv({
    PORT: port,
    DATA_DIR: data,
    DNS_SERVERS: lab.resolver,
    DNS_DIRECT: 'on',
    RELAY_TEST: 'off',
    HOSTED_ZONE: hostedZone,
    NAMESERVER_HOSTS: host.name,
    NAMESERVER_ADDRESS: host.address,
    NAMESERVER_PORT: '53',
    LOG_LEVEL: 'silent',
  })
  const running = await start(env, silent, { now: () => now, disk: { fsync: () => {} } })
  const { deps } = running
  const signal = new AbortController().signal
  const client = createDnsClient({ servers: [lab.resolver] })
  const evaluators = openEvaluators('127.0.0.1')
  const owner = await anOwner(deps.store, { tier: 'pro' })
  const { id: domainId } = await aDomain(deps.store, owner, { name: domain })
  const request = { original_domain: domain, original_spf_record: record }
  const { id, hosted_name: name } = await flatten(deps, owner, request, signal)
  const item = async () => {
    const [found] = (await listConfigurations(deps, owner)).configurations
    if (found === undefined) throw new Error('the hosted record is gone')
    return found
  }
  const state = async () => {
    const { last_checked_at: at, problem } = await item()
    return { at, problem }
  }
  const isServed = () =>
    vi.waitFor(
      async () => {
        await lab.forget()
        const answer = await client.query(name, 'TXT')
        const texts = answer.kind === 'records' ? answer.records.map(textOf) : []
        expect(texts).toEqual([(await item()).flattened_spf_record])
      },
      { timeout: 5_000, interval: 100 },
    )
  await lab.publish(domain, `@ 300 TXT "${(await item()).new_spf_record}"`)
  await isServed()
  await checkDelegation(deps, signal)
  return {
    lab,
    deps,
    owner,
    domainId,
    id,
    evaluators,
    now: () => now,
    item,
    isServed,
    async checkAfter(ms) {
      await lab.forget()
      const before = await state()
      now = new Date(now.getTime() + ms)
      await checkDueConfigurations(deps)
      // A worker of the server may have started the check before. One that failed has a new problem.
      await vi.waitFor(async () => expect(await state()).not.toEqual(before), { timeout: 20_000 })
    },
    async stop() {
      client.close()
      await evaluators.close()
      await running.stop()
      await lab.stop()
      rmSync(data, { recursive: true, force: true })
    },
  }
}

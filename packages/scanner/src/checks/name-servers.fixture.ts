/** A zone with two name servers below a registry, and an asker of servers that say what a test wants. */
import { type Answer, type RecordType, type ResourceRecord, unasked, type Zone } from '@waxseal/core/dns'
import type { Referral, ServerAsker, ServerSaid } from '../dns/index.ts'

export const ns = ['ns1.host.test', 'ns2.host.test']
export const world: Zone = {
  test: { NS: ['a.registry.test'] },
  'a.registry.test': { A: ['8.8.0.1'] },
  'example.test': { NS: ns, A: ['8.8.9.9'], TXT: ['v=spf1 -all'] },
  'ns1.host.test': { A: ['8.8.1.1'], AAAA: ['2600::1'] },
  'ns2.host.test': { A: ['8.8.2.2'] },
}

const soa = {
  type: 'SOA',
  ttl: 60,
  mname: 'ns1.host.test',
  rname: 'x.test',
  serial: 1,
  refresh: 1,
  retry: 1,
  expire: 1,
  minimum: 1,
} as const

type Failure = Extract<Answer, { kind: 'failed' }>['reason'] | 'resolver'

/** What each address says: the SOA record of the zone, a failure, or a referral. */
export type Servers = Readonly<Record<string, 'soa' | Failure | Referral | readonly ('soa' | Failure)[]>>

export function asker(says: Servers): ServerAsker & { asked: string[] } {
  const asked: string[] = []
  return {
    asked,
    allows: address => !address.startsWith('10.'),
    ask: async <T extends RecordType>(address: string, { name, type }: { name: string; type: T }) => {
      const before = asked.filter(each => each.endsWith(`@${address}`)).length
      asked.push(`${type} ${name} @${address}`)
      const all = says[address] ?? 'timeout'
      const said = Array.isArray(all) ? all[Math.min(before, all.length - 1)] : all
      const via = { ...unasked('timeout', 0).via, server: `${address}:53`, authoritative: true, rcode: 'NOERROR' }
      const failed = (reason: Exclude<Failure, 'resolver'>): Answer<T> => ({ kind: 'failed', reason, via })
      if (typeof said === 'object')
        return { answer: failed('lame'), referral: said, fromResolver: false } as ServerSaid<T>
      if (said === 'resolver') return { answer: failed('lame'), referral: null, fromResolver: true }
      if (said !== 'soa') return { answer: failed(said), referral: null, fromResolver: false }
      const records = (
        type === 'NS' ? [{ type: 'NS', name, ttl: 60, target: 'ns1.host.test' }] : [{ ...soa, name }]
      ) as ResourceRecord<T>[]
      return { answer: { kind: 'records', records, via }, referral: null, fromResolver: false }
    },
  }
}

export function referral(hosts: readonly string[], glue: Readonly<Record<string, string>> = {}): Referral {
  return {
    zone: 'example.test',
    nameServers: hosts.map(target => ({ type: 'NS', name: 'example.test', ttl: 60, target })),
    glue: Object.entries(glue).map(([name, address]) => ({ type: 'A', name, ttl: 60, address })),
  }
}

export const sound: Servers = { '8.8.0.1': referral(ns), '8.8.1.1': 'soa', '2600::1': 'soa', '8.8.2.2': 'soa' }

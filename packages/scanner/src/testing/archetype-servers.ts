import {
  type Answer,
  type RecordType,
  type Resolver,
  type ResourceRecord,
  unasked,
  type Zone,
  zoneResolver,
} from '@waxseal/core/dns'
import type { ServerAsker, ServerSaid } from '../dns/index.ts'

const registry = { host: 'a.registry.example', address: '203.0.115.1' }

/** The name servers of an archetype, of which the lame ones refuse, and the resolver that also knows its parent zone. */
export interface ArchetypeServers {
  resolver: Resolver
  servers: ServerAsker
}

/**
 * Serves an archetype's zone at two name servers in it, `ns1` and `ns2`.
 *
 * @param lame the hosts that refuse queries for the zone
 */
export function archetypeServers(domain: string, zone: Zone, lame: readonly string[]): ArchetypeServers {
  const parent = domain.slice(domain.indexOf('.') + 1)
  const hosts = [`ns1.${domain}`, `ns2.${domain}`]
  const resolver = zoneResolver({
    ...zone,
    [parent]: { NS: [registry.host] },
    [registry.host]: { A: [registry.address] },
  })
  const soa = {
    mname: hosts[0] ?? '.',
    rname: `hostmaster.${domain}`,
    serial: 1,
    refresh: 1,
    retry: 1,
    expire: 1,
    minimum: 1,
  }

  async function isLame(address: string): Promise<boolean> {
    for (const host of lame) {
      const answer = await resolver.query(host, 'A')
      if (answer.kind === 'records' && answer.records.some(record => record.address === address)) return true
    }
    return false
  }

  async function ask<T extends RecordType>(address: string, { name }: { name: string }): Promise<ServerSaid<T>> {
    const via = { ...unasked('lame', 0).via, server: `${address}:53`, authoritative: true, rcode: 'NOERROR' }
    const failed = (reason: 'lame' | 'refused'): Answer<T> => ({ kind: 'failed', reason, via })
    if (address === registry.address) {
      const nameServers = hosts.map(target => ({ type: 'NS' as const, name: domain, ttl: 172_800, target }))
      return { answer: failed('lame'), referral: { zone: domain, nameServers, glue: [] }, fromResolver: false }
    }
    if (await isLame(address)) return { answer: failed('refused'), referral: null, fromResolver: false }
    const records = [{ type: 'SOA', name, ttl: 900, ...soa }] as ResourceRecord[] as ResourceRecord<T>[]
    return { answer: { kind: 'records', records, via }, referral: null, fromResolver: false }
  }

  return { resolver, servers: { allows: () => true, ask } }
}

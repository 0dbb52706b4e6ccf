import {
  type Answer,
  type RecordType,
  type Resolver,
  type ResourceRecord,
  unasked,
  type Zone,
  zoneResolver,
} from '@waxseal/core/dns'
import type { ServersBeside } from '@waxseal/core/fixtures/archetypes'
import type { ServerAsker, ServerSaid } from '../dns/index.ts'

const registry = { host: 'a.registry.example', address: '203.0.115.1' }

/** The name servers of an archetype, and the resolver that also knows its parent zone. */
export interface ArchetypeServers {
  resolver: Resolver
  servers: ServerAsker
}

/**
 * Serves an archetype's zone at the name servers of its NS records, or `ns1` and `ns2` where it has none, and the
 * delegation at a registry.
 */
export function archetypeServers(
  domain: string,
  zone: Zone,
  { lame = [], silent = [], delegated }: ServersBeside,
): ArchetypeServers {
  const parent = domain.slice(domain.indexOf('.') + 1)
  const listed = zone[domain]?.NS ?? [`ns1.${domain}`, `ns2.${domain}`]
  const hosts = delegated ?? listed
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

  async function isAt(address: string, names: readonly string[]): Promise<boolean> {
    const answers = await Promise.all(names.map(host => resolver.query(host, 'A')))
    return answers.some(answer => answer.kind === 'records' && answer.records.some(each => each.address === address))
  }

  async function ask<T extends RecordType>(
    address: string,
    { name, type }: { name: string; type: T },
  ): Promise<ServerSaid<T>> {
    const via = { ...unasked('lame', 0).via, server: `${address}:53`, authoritative: true, rcode: 'NOERROR' }
    const failed = (reason: 'lame' | 'refused' | 'timeout'): Answer<T> => ({ kind: 'failed', reason, via })
    if (address === registry.address) {
      const nameServers = hosts.map(target => ({ type: 'NS' as const, name: domain, ttl: 172_800, target }))
      return { answer: failed('lame'), referral: { zone: domain, nameServers, glue: [] }, fromResolver: false }
    }
    if (await isAt(address, silent)) return { answer: failed('timeout'), referral: null, fromResolver: false }
    if (await isAt(address, lame)) return { answer: failed('refused'), referral: null, fromResolver: false }
    const all: ResourceRecord[] =
      type === 'NS'
        ? listed.map(target => ({ type: 'NS', name, ttl: 900, target }))
        : [{ type: 'SOA', name, ttl: 900, ...soa }]
    return {
      answer: { kind: 'records', records: all as ResourceRecord<T>[], via },
      referral: null,
      fromResolver: false,
    }
  }

  return { resolver, servers: { allows: () => true, ask } }
}

import {
  type Answer,
  labels,
  type RecordType,
  type Resolver,
  type ResourceRecord,
  type Signal,
  unasked,
} from '@waxseal/core/dns'
import type { Referral, ServerAsker } from './server-asker.ts'
import { addressesOf, findZoneCut } from './zone-servers.ts'

/** The number of the parent's servers that are asked, one after the other, until one refers us. */
const askedParents = 2

export interface DelegatedOptions {
  /** The zone, as A-labels. */
  zone: string
  /** Finds the parent zone and addresses. */
  resolver: Resolver
  /** Asks the parent's servers. */
  servers: ServerAsker
  /** Makes a resolver that asks the own servers of zones as this one finds them. */
  asking: (resolver: Resolver) => Resolver
  now: () => Date
}

/**
 * A resolver that asks the servers of a zone which its parent delegates it to now. A caching resolver may know the NS
 * records of before for their TTL, and the servers of before may still answer for the zone with what it was. Where the
 * parent's servers name none, every question fails.
 */
export function delegatedResolver({ zone, resolver, servers, asking, now }: DelegatedOptions): Resolver {
  let own: Promise<Resolver | null> | undefined
  const learn = async (signal?: Signal): Promise<Resolver | null> => {
    const told = await referralOf(zone, resolver, servers, signal)
    return told === null ? null : asking(withReferral(resolver, told))
  }
  return {
    async query<T extends RecordType>(name: string, type: T, signal?: Signal): Promise<Answer<T>> {
      own ??= learn(signal)
      const found = await own
      return found === null ? unasked('unreachable', now().getTime()) : found.query(name, type, signal)
    },
  }
}

interface Told {
  referral: Referral
  via: Answer['via']
}

/** The zone's servers as a server of the parent zone names them; null: none does. */
async function referralOf(
  zone: string,
  resolver: Resolver,
  servers: ServerAsker,
  signal?: Signal,
): Promise<Told | null> {
  const parent = await findZoneCut(labels(zone).slice(1).join('.'), resolver, signal)
  if (!parent.found) return null
  const hosts = parent.nameServers.toSorted().slice(0, askedParents)
  const found = await Promise.all([
    ...hosts.map(async host => addressesOf(await resolver.query(host, 'A', signal))),
    ...hosts.map(async host => addressesOf(await resolver.query(host, 'AAAA', signal))),
  ])
  // The IPv4 addresses of all first: a machine without IPv6 loses no time.
  const addresses = found.flatMap(each => each.slice(0, 1)).filter(each => servers.allows(each))
  for (const address of addresses.slice(0, askedParents)) {
    const { referral, answer } = await servers.ask(address, { name: zone, type: 'NS', zone: parent.zone })
    if (referral?.zone === zone) return { referral, via: answer.via }
    // A server of both zones answers for the lower one.
    if (answer.kind === 'records') return { referral: { zone, nameServers: answer.records, glue: [] }, via: answer.via }
  }
  return null
}

/** The resolver, but with the parent's words about the zone's servers. */
function withReferral(resolver: Resolver, { referral: { zone, nameServers, glue }, via }: Told): Resolver {
  return {
    async query<T extends RecordType>(name: string, type: T, signal?: Signal): Promise<Answer<T>> {
      const told =
        type === 'NS' && name === zone
          ? nameServers
          : glue.filter(record => record.name === name && record.type === type)
      if (told.length === 0) return resolver.query(name, type, signal)
      const ttl = Math.min(...told.map(record => record.ttl))
      const records: readonly ResourceRecord[] = told
      return { kind: 'records', records: records as readonly ResourceRecord<T>[], via: { ...via, cnames: [], ttl } }
    },
  }
}

import { Resolver as NodeResolver } from 'node:dns/promises'
import { type Answer, boundedResolver, type RecordType, type ResourceRecord, type Via } from '@waxseal/core/dns'
import type { OpenedDns } from '@waxseal/scanner'
import { sharedAccess } from '../packages/scanner/src/blacklist/index.ts'

/** The resolver port over Node's own resolver (c-ares) with its defaults, to run the same scan on it. */
export function nodeDns(server: string): OpenedDns {
  const resolver = new NodeResolver()
  resolver.setServers([server])
  const query = async <T extends RecordType>(name: string, type: T): Promise<Answer<T>> => {
    const via: Via = {
      server,
      authoritative: false,
      rcode: null,
      ede: [],
      authentic: 'no',
      cnames: [],
      ttl: 0,
      ms: 0,
      askedAt: Date.now(),
      cached: false,
    }
    try {
      const records = (await ask(resolver, name, type)) as ResourceRecord<T>[]
      return records.length === 0 ? { kind: 'no-data', via } : { kind: 'records', records, via }
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      if (code === 'ENODATA') return { kind: 'no-data', via }
      if (code === 'ENOTFOUND') return { kind: 'no-such-name', via }
      return { kind: 'failed', reason: code === 'ETIMEOUT' ? 'timeout' : 'servfail', via }
    }
  }
  const once = boundedResolver({ query }, Number.POSITIVE_INFINITY)
  const lists = sharedAccess((_, name) => once.query(name, 'A'), { rates: 'unlimited' })
  return {
    session: () => ({ resolver: once, confirming: once, authoritative: null, witnesses: [], blocklists: lists() }),
    stats: {
      questions: 0,
      packets: 0,
      resends: 0,
      tcp: 0,
      ignored: 0,
      postponed: 0,
      inFlight: 0,
      queued: 0,
      openSockets: 0,
    },
    close: async () => resolver.cancel(),
  }
}

async function ask(resolver: NodeResolver, name: string, type: RecordType): Promise<ResourceRecord[]> {
  const ttl = 0
  switch (type) {
    case 'A':
    case 'AAAA': {
      const addresses = await (type === 'A' ? resolver.resolve4(name) : resolver.resolve6(name))
      return addresses.map(address => ({ type, name, ttl, address }))
    }
    case 'MX':
      return (await resolver.resolveMx(name)).map(({ priority, exchange }) => {
        return { type, name, ttl, preference: priority, exchange }
      })
    case 'PTR':
      return (await resolver.resolvePtr(name)).map(target => ({ type, name, ttl, target }))
    case 'NS':
      return (await resolver.resolveNs(name)).map(target => ({ type, name, ttl, target }))
    case 'TXT':
      return (await resolver.resolveTxt(name)).map(strings => ({ type, name, ttl, strings }))
    default:
      // CAA, TLSA and keys: the company has none, and Node supports these queries only partly. An address query takes
      // their place, so that they take time all the same.
      await resolver.resolve4(name)
      return []
  }
}

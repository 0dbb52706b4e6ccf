import {
  type FilteringResolver,
  filteringResolvers,
  type ThreatList,
  type ThreatSource,
  threatLists,
} from '@waxseal/core/threat'
import type { BlocklistAccess } from '../blacklist/index.ts'
import { createDnsClient, politeness } from '../dns/index.ts'
import { filterSource } from './filter-source.ts'
import { listSource } from './list-source.ts'
import { type VirusTotalOptions, virusTotalClient } from './virustotal-client.ts'
import { virusTotalSource } from './virustotal-source.ts'

export interface OpenThreatOptions {
  /** Ids of the sources to ask (`threatSourceIds`). Throws a RangeError for an unknown one. */
  sources: readonly string[]
  /** The timeout of one query to a filtering resolver, in milliseconds. */
  timeoutMs?: number
  now?: () => Date
  /** The available filtering resolvers; by default those of the table. */
  resolvers?: readonly FilteringResolver[]
  /** VirusTotal with a key; null or absent: it is not asked. */
  virusTotal?: Omit<VirusTotalOptions, 'now'> | null
}

/** The configured threat sources: sockets and self-tests that scans share. */
export interface OpenedThreat {
  /**
   * The sources of one scan. They use the scan's access to blocklists, so one query serves both checks. A disabled list
   * is no source. VirusTotal is asked about domains in a scan, and also about addresses for a message: the quota of a key
   * would not suffice for all addresses of a scan.
   */
  session: (blocklists: BlocklistAccess, purpose?: 'scan' | 'message') => readonly ThreatSource[]
  close(): void
}

/** Filtering resolvers tolerate a few queries per second in the long run; scans send them in bursts. */
const rate = { burst: 100, perSecond: 10 } as const

/** Opens the given sources. Filtering resolvers are asked by address, never through the configured resolvers. */
export function openThreat(options: OpenThreatOptions): OpenedThreat {
  const {
    sources,
    timeoutMs = 3000,
    now = () => new Date(),
    resolvers = filteringResolvers,
    virusTotal = null,
  } = options
  const lists: readonly ThreatList[] = threatLists
  const unknown = sources.find(id => ![...resolvers, ...lists].some(row => row.id === id))
  if (unknown !== undefined) throw new RangeError(`not a threat intelligence source: ${unknown.slice(0, 80)}`)
  const client = createDnsClient({ servers: [], timeoutMs, now, politeness: politeness({ rate }) })
  const filters = resolvers.filter(({ id }) => sources.includes(id)).map(row => filterSource(row, { client, now }))
  const engines = virusTotal === null ? null : virusTotalClient({ ...virusTotal, now })
  return {
    session: (blocklists, purpose = 'scan') => [
      ...lists.flatMap(row => {
        const list = blocklists.lists.find(({ id }) => id === row.list)
        return list === undefined || !sources.includes(row.id) ? [] : [listSource(row, list, blocklists)]
      }),
      ...filters,
      ...(engines === null ? [] : [virusTotalSource(engines, purpose === 'scan' ? ['domain'] : ['domain', 'address'])]),
    ],
    close: () => client.close(),
  }
}

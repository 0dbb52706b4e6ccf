import { isPublicAddress } from '@waxseal/core/dns'
import { cachingResolver } from '../dns/caching-resolver.ts'
import { createDnsClient, type DnsClient } from '../dns/client.ts'
import { politeness } from '../dns/politeness.ts'
import { directLists } from './direct.ts'
import {
  type AccessOptions,
  type AskZone,
  type BlocklistAccess,
  type ListOptions,
  sharedAccess,
} from './shared-access.ts'

/** The configured blocklists: sockets, rates and self-test results, which scans share. */
export interface Blocklists {
  access(scan?: AccessOptions): BlocklistAccess
  close(): void
}

export interface BlocklistOptions extends ListOptions {
  /** `direct`: asks each list's own servers. Otherwise the resolvers to ask instead, as `address:port`. */
  through: 'direct' | readonly string[]
  /** With `direct`: the resolvers that find these servers. */
  resolvers: readonly string[]
  /** A client of `resolvers`, so that they bear one load. It is not closed here. By default a new one. */
  client?: Pick<DnsClient, 'within'>
  /** The timeout of one query; 3,000 ms by default. A silent list must not delay a whole scan. */
  timeoutMs?: number
  /** The servers that may be asked directly, by address; public ones by default. */
  allowAddress?: (address: string) => boolean
  port?: number
}

/**
 * Opens access to the blocklists.
 *
 * @throws TypeError for a server that is no address, an unknown list id, or a key for a list without keys
 */
export function openBlocklists(options: BlocklistOptions): Blocklists {
  const { through, resolvers, timeoutMs = 3000, allowAddress = isPublicAddress, port = 53 } = options
  const { now = () => new Date() } = options
  const isDirect = through === 'direct'
  const servers = isDirect ? resolvers : through
  const shared = servers.join() === resolvers.join() ? options.client : undefined
  const client = shared ? { ...shared.within(timeoutMs), close() {} } : createDnsClient({ servers, now, timeoutMs })
  const own = createDnsClient({ servers: [], politeness: politeness(), now, timeoutMs })
  const finder = cachingResolver(client, { now })
  const ask: AskZone = isDirect
    ? directLists({ client: own, finder, allow: allowAddress, port, now })
    : (_, name, signal) => client.query(name, 'A', signal)
  return {
    access: sharedAccess(ask, options),
    close() {
      client.close()
      own.close()
    },
  }
}

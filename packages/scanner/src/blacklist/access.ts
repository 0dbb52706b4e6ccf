import { isPublicAddress } from '@waxseal/core/dns'
import { cachingResolver } from '../dns/caching-resolver.ts'
import { createDnsClient } from '../dns/client.ts'
import { politeness } from '../dns/politeness.ts'
import { directLists } from './direct.ts'
import {
  type AccessOptions,
  type AskZone,
  type BlocklistAccess,
  type ListOptions,
  sharedAccess,
} from './shared-access.ts'

/** Blocklists as configured: sockets, rates and the outcome of self-tests, which many scans share. */
export interface Blocklists {
  access(scan?: AccessOptions): BlocklistAccess
  close(): void
}

export interface BlocklistOptions extends ListOptions {
  /** `direct`: at each list's own servers. Else the resolvers that are asked instead, as `address:port`. */
  through: 'direct' | readonly string[]
  /** With `direct`: the resolvers that tell where these servers are. */
  resolvers: readonly string[]
  /** How long one question may go unanswered: 3,000 ms when left out. A silent list must not keep a whole scan waiting. */
  timeoutMs?: number
  /** Which servers may be asked directly, by address; public ones only when left out. */
  allowAddress?: (address: string) => boolean
  port?: number
}

/**
 * Opens the way to the blocklists.
 *
 * @throws TypeError for a server that is no address, an id that is no list's, or a key no list takes
 */
export function openBlocklists(options: BlocklistOptions): Blocklists {
  const { through, resolvers, timeoutMs = 3000, allowAddress = isPublicAddress, port = 53 } = options
  const { now = () => new Date() } = options
  const isDirect = through === 'direct'
  const client = createDnsClient({ servers: isDirect ? resolvers : through, now, timeoutMs })
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

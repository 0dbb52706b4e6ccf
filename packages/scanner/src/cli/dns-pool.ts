import { parseServer } from '../dns/server-address.ts'
import { type OpenedDns, openDns } from '../scan-dns.ts'
import { CommandError } from './arguments.ts'
import type { DnsSettings } from './command.ts'

/** The maximum number of open settings between requests; more are closed when unused. */
const idleMax = 16

export interface DnsPool {
  /** Rejects with a `CommandError` with code `usage` for a resolver that is no address. */
  use: <T>(settings: DnsSettings, work: (dns: OpenedDns) => Promise<T>) => Promise<T>
  close: () => Promise<void>
}

/**
 * Requests with the same settings share sockets, never answers: each request has a session, and each session its own
 * answers.
 */
export function createDnsPool(): DnsPool {
  const opened = new Map<string, { dns: OpenedDns; users: number }>()

  const enter = ({ resolver, direct, dnsTimeoutMs }: DnsSettings) => {
    const servers = resolver?.split(',').map(readServer)
    const key = JSON.stringify([servers, direct, dnsTimeoutMs])
    const known = opened.get(key)
    if (known) return known
    const entry = {
      users: 0,
      dns: openDns({
        ...(servers === undefined ? {} : { servers }),
        // A given resolver is the only server asked, unless `--direct` says otherwise.
        direct: direct ?? servers === undefined,
        blocklists: { keepsTests: false },
        ...(dnsTimeoutMs === undefined ? {} : { timeoutMs: dnsTimeoutMs }),
      }),
    }
    opened.set(key, entry)
    return entry
  }

  const closeIdle = async () => {
    if (opened.size <= idleMax) return
    const idle = [...opened].filter(([, entry]) => entry.users === 0)
    for (const [key] of idle) opened.delete(key)
    await Promise.all(idle.map(([, entry]) => entry.dns.close()))
  }

  return {
    async use(settings, work) {
      const entry = enter(settings)
      entry.users++
      try {
        return await work(entry.dns)
      } finally {
        entry.users--
        await closeIdle()
      }
    },
    async close() {
      const all = [...opened.values()]
      opened.clear()
      await Promise.all(all.map(({ dns }) => dns.close()))
    },
  }
}

/**
 * `127.0.0.1:5300`, `[::1]:53`, `::1`, and `localhost` for 127.0.0.1. Any other name would need a DNS lookup itself.
 */
function readServer(text: string): string {
  const server = text.trim().replace(/^localhost(?=:|$)/i, '127.0.0.1')
  if (parseServer(server) === null)
    throw new CommandError('usage', `"${server.slice(0, 60)}" is not a resolver address. Use address:port`)
  return server
}

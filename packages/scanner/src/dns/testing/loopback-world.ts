import { afterEach } from 'vitest'
import { createDnsClient, type DnsClient, type DnsClientOptions } from '../client.ts'
import { type HeldClock, holdTheClock } from './held-clock.ts'
import { type Arrived, type LoopbackServer, loopbackServer } from './loopback-server.ts'

export interface LoopbackWorld {
  serverThat: (
    handle: (question: Arrived) => void,
    options?: { tcp?: boolean; address?: string; port?: number },
  ) => Promise<LoopbackServer>
  clientOf: (servers: (LoopbackServer | string)[], options?: Partial<DnsClientOptions>) => DnsClient
  /** Stopped until the test moves it. */
  clock: HeldClock
}

/** Servers and clients for the tests of one file, closed after each test, and a stopped clock. */
export function loopbackWorld(): LoopbackWorld {
  const open: (LoopbackServer | DnsClient)[] = []
  const clock = holdTheClock()

  afterEach(async () => {
    for (const each of open.splice(0).reverse()) await each.close()
  })

  return {
    async serverThat(handle, options) {
      const server = await loopbackServer(handle, options)
      open.push(server)
      return server
    },
    clientOf(servers, options = {}) {
      const names = servers.map(server => (typeof server === 'string' ? server : server.name))
      const client = createDnsClient({ servers: names, ...options })
      open.push(client)
      return client
    },
    clock,
  }
}

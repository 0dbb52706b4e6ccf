import { once } from 'node:events'
import type { RequestListener } from 'node:http'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { afterEach } from 'vitest'
import type { Issued } from './certificates.ts'

export interface HttpsWorld {
  /** A server on a free port of the loopback; it is closed after the test. Gives the port. */
  serverThat: (issued: Issued, handle: RequestListener) => Promise<number>
}

/** HTTPS servers of the tests of one file. */
export function httpsWorld(): HttpsWorld {
  const open: Server[] = []

  afterEach(async () => {
    for (const server of open.splice(0)) {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    }
  })

  return {
    async serverThat({ cert, key }, handle) {
      const server = createServer({ cert, key }, handle)
      // A client that refuses the certificate breaks off the handshake: that is what the tests are about.
      server.on('tlsClientError', () => {})
      server.listen(0, '127.0.0.1')
      await once(server, 'listening')
      open.push(server)
      return (server.address() as AddressInfo).port
    },
  }
}

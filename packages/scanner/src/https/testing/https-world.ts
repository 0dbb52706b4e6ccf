import { once } from 'node:events'
import type { RequestListener } from 'node:http'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { afterEach } from 'vitest'
import type { Issued } from './certificates.ts'

export interface HttpsWorld {
  /** Starts a server on a free port of the loopback and returns the port. The server is closed after the test. */
  serverThat: (issued: Issued, handle: RequestListener) => Promise<number>
}

/** HTTPS servers for the tests of one file. */
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
      // A client that rejects the certificate aborts the handshake, as the tests expect.
      server.on('tlsClientError', () => {})
      server.listen(0, '127.0.0.1')
      await once(server, 'listening')
      open.push(server)
      return (server.address() as AddressInfo).port
    },
  }
}

export interface CountingServer {
  port: number
  /** TCP connections so far, whatever came of them. */
  readonly connections: number
  close: () => Promise<void>
}

/** An HTTPS server on the loopback that answers 200 and counts its connections. */
export async function countingServer({ cert, key }: Issued): Promise<CountingServer> {
  let connections = 0
  const server = createServer({ cert, key }, (_, response) => void response.end('ok'))
  server.on('connection', () => connections++)
  server.on('tlsClientError', () => {})
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    get connections() {
      return connections
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

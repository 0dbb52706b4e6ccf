import type { IncomingMessage, ServerResponse } from 'node:http'
import type { BlockList, Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { includesAddress, networksOf } from '../metrics/guard.ts'
import { clientOf } from './client.ts'
import { onceAMinute } from './once-a-minute.ts'

/** What is known of a connection. */
interface Connection {
  socket: Socket
  /** When the request began that is not here yet, or may have begun: at the connection, or at the end of the reply before. */
  since: number
  /** The request on it; null: none has arrived. */
  request: IncomingMessage | null
  /** What had arrived when the last reply ended; null: a reply is under way, or none was asked for. */
  bytesAtReply: number | null
}

/** The words of `TRUST_PROXY` for kinds of networks, as Fastify reads them. */
const namedNetworks: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
}

/**
 * Lets one address have at most `max` requests that have not arrived as a whole. Of more, the oldest loses its connection:
 * it has had the most time. Requests that are being answered, such as streams, do not count. Through a trusted proxy come
 * the requests of many, so it has no such limit.
 */
export function boundIncompleteRequests(
  app: FastifyInstance,
  {
    trustProxy,
    log,
    max = 100,
    lookEveryMs = 1_000,
  }: { trustProxy: readonly string[]; log: Pick<Logger, 'warn'>; max?: number; lookEveryMs?: number },
): void {
  const trusted = networksOf(trustProxy.flatMap(text => namedNetworks[text] ?? [text]))
  const byClient = new Map<string, Map<Socket, Connection>>()
  const isNews = onceAMinute()

  const bound = (client: string, connections: ReadonlyMap<Socket, Connection>): void => {
    if (connections.size <= max) return
    const incomplete = [...connections.values()].filter(isIncomplete).sort((a, b) => a.since - b.since)
    const excess = incomplete.slice(0, Math.max(0, incomplete.length - max))
    if (excess.length === 0) return
    for (const { socket } of excess) socket.destroy()
    if (isNews(client)) log.warn({ client, max }, 'a client has too many requests that do not arrive')
  }

  app.server.on('connection', socket => {
    const client = clientToCount(socket, trusted)
    if (client === null) return
    const connections = byClient.get(client) ?? new Map<Socket, Connection>()
    byClient.set(client, connections)
    connections.set(socket, { socket, since: performance.now(), request: null, bytesAtReply: null })
    socket.once('close', () => {
      connections.delete(socket)
      if (connections.size === 0) byClient.delete(client)
    })
    bound(client, connections)
  })
  app.server.on('request', (request: IncomingMessage, reply: ServerResponse) => {
    const { socket } = request
    const connection = byClient.get(clientToCount(socket, trusted) ?? '')?.get(socket)
    if (connection === undefined) return
    Object.assign(connection, { request, bytesAtReply: null })
    reply.once('close', () => Object.assign(connection, { since: performance.now(), bytesAtReply: socket.bytesRead }))
    // The rest of a body that was refused before it was read.
    request.once('close', () => {
      if (connection.bytesAtReply !== null) connection.bytesAtReply = socket.bytesRead
    })
  })
  // The next request on a connection begins without an event of Node.
  const looking = setInterval(() => {
    for (const [client, connections] of byClient) bound(client, connections)
  }, lookEveryMs).unref()
  app.addHook('onClose', async () => clearInterval(looking))
}

/** Null: a trusted proxy, or no address, as of a connection that is gone already. */
function clientToCount({ remoteAddress }: Socket, trusted: BlockList): string | null {
  return remoteAddress === undefined || includesAddress(trusted, remoteAddress) ? null : clientOf(remoteAddress)
}

function isIncomplete({ socket, request, bytesAtReply }: Connection): boolean {
  if (request === null || !request.complete) return true
  return bytesAtReply !== null && socket.bytesRead > bytesAtReply
}

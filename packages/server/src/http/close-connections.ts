import { wording } from '@waxseal/contract'
import type { FastifyInstance } from 'fastify'
import { Refusal } from '../errors.ts'

/** What watches the server learns from these that it is stopping. */
const probes: ReadonlySet<string | undefined> = new Set(['/healthz', '/readyz', '/metrics'])

/**
 * Ends each connection with its last reply as soon as the server closes. Fastify ends only the connections that are idle
 * when it closes: a client that keeps the connection of a running request (RFC 9112 section 9.3) would hold the process
 * up for as long as it likes. A request that arrives meanwhile is refused with 503.
 */
export function closeConnectionsWhenStopping(app: FastifyInstance): void {
  let stopping = false
  app.addHook('preClose', async () => {
    stopping = true
  })
  // A request that comes on a connection which was busy when the server began to stop.
  app.addHook('onRequest', async request => {
    if (stopping && !probes.has(request.routeOptions.url)) throw new Refusal('unavailable', wording.unavailable)
  })
  app.addHook('onSend', async (_request, reply) => {
    if (stopping) reply.header('connection', 'close')
  })
  // A reply that had started before, such as a stream, has promised to keep the connection.
  app.addHook('onResponse', async request => {
    if (stopping) request.raw.socket.destroySoon()
  })
}

import type { FastifyInstance } from 'fastify'

/**
 * Ends each connection with its last reply as soon as the server closes. Fastify ends only the connections that are idle
 * when it closes: a client that keeps the connection of a running request (RFC 9112 section 9.3) would hold the process
 * up for as long as it likes.
 */
export function closeConnectionsWhenStopping(app: FastifyInstance): void {
  let stopping = false
  app.addHook('preClose', async () => {
    stopping = true
  })
  app.addHook('onSend', async (_request, reply) => {
    if (stopping) reply.header('connection', 'close')
  })
  // A reply that had started before, such as a stream, has promised to keep the connection.
  app.addHook('onResponse', async request => {
    if (stopping) request.raw.socket.destroySoon()
  })
}

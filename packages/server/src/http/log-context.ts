import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { clientOf } from './client.ts'

/** Every line that a request writes to the log has its `request_id` (set by `app.ts`) and its client's address. */
export function nameClients(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    addToLog(request, reply, { client: clientOf(request.ip) })
  })
}

/** Adds to all later lines of a request. */
export function addToLog(request: FastifyRequest, reply: FastifyReply, values: Record<string, string>): void {
  const log = request.log.child(values)
  request.log = log
  reply.log = log
}

import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import type { Deps } from '../deps.ts'
import { serveMetrics } from '../metrics/serve-metrics.ts'
import { health } from './health.ts'
import { nameClients } from './log-context.ts'

/** `METRICS_PORT`: metrics and health on a port of their own, also for a worker, which serves nothing else. */
export async function listenForMetrics(deps: Deps, port: number): Promise<FastifyInstance> {
  const log: FastifyBaseLogger = deps.log
  const app = fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request_id' }),
    bodyLimit: 1_024,
    requestTimeout: 10_000,
    forceCloseConnections: true,
  })
  app.setNotFoundHandler((_request, reply) => reply.code(404).send())
  nameClients(app)
  health(app, deps)
  serveMetrics(app, deps)
  await app.listen({ host: deps.env.host, port, listenTextResolver: address => `metrics at ${address}` })
  return app
}

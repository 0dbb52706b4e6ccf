import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { measureBacklog } from './backlog.ts'
import { metricsGuard } from './guard.ts'

/** `GET /metrics` in the text format of Prometheus, for those whom `METRICS_TOKEN` or `METRICS_ALLOWED` names. */
export function serveMetrics(
  app: FastifyInstance,
  deps: Pick<Deps, 'env' | 'metrics' | 'store' | 'now' | 'log'>,
): void {
  const { registry } = deps.metrics
  const guard = metricsGuard(deps.env.metrics)
  const readBacklog = measureBacklog(deps)
  app.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
    const verdict = guard(request.raw)
    if (verdict === 'unauthorized') return reply.code(401).header('www-authenticate', 'Bearer').send()
    if (verdict === 'hidden') return reply.code(404).send()
    await readBacklog()
    return reply
      .header('cache-control', 'no-store')
      .type(registry.contentType)
      .send(await registry.metrics())
  })
}

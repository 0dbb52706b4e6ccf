import type { FastifyInstance } from 'fastify'
import type { Registry } from 'prom-client'
import type { Deps } from '../deps.ts'
import { measureBacklog } from './backlog.ts'
import { gaugeIn } from './gauge-in.ts'
import { metricsGuard } from './guard.ts'
import { type PartStates, partNames } from './parts.ts'

/** `GET /metrics` in the text format of Prometheus, for those whom `METRICS_TOKEN` or `METRICS_ALLOWED` names. */
export function serveMetrics(
  app: FastifyInstance,
  deps: Pick<Deps, 'env' | 'metrics' | 'parts' | 'store' | 'now' | 'log'>,
): void {
  const { registry } = deps.metrics
  const guard = metricsGuard(deps.env.metrics)
  const readBacklog = measureBacklog(deps)
  app.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
    const verdict = guard(request.raw)
    if (verdict === 'unauthorized') return reply.code(401).header('www-authenticate', 'Bearer').send()
    if (verdict === 'hidden') return reply.code(404).send()
    const [parts] = await Promise.all([deps.parts.read(), readBacklog()])
    reportParts(registry, parts)
    return reply
      .header('cache-control', 'no-store')
      .type(registry.contentType)
      .send(await registry.metrics())
  })
}

/** What is unknown or not configured is absent. */
function reportParts(registry: Registry, parts: PartStates): void {
  const help =
    '1: this part works; 0: it fails. store, disk (of the database), worker, resolver (DNS), mail (SMTP) or clock.'
  const up = gaugeIn(registry, 'waxseal_part_up', help, ['part'])
  up.reset()
  for (const part of partNames) {
    const { state } = parts[part]
    if (state === 'ok' || state === 'failed') up.set({ part }, state === 'ok' ? 1 : 0)
  }
}

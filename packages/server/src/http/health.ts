import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { metricsGuard } from '../metrics/guard.ts'
import { type PartStates, partNames } from '../metrics/parts.ts'
import { onceAMinute } from './once-a-minute.ts'
import { retryAfterSeconds } from './refuse.ts'

/**
 * For monitoring. `/healthz`: the process answers. `/readyz`: it can serve, so its store works and has room; 503 otherwise, and as
 * soon as the process is stopping. To those who may read the metrics it also names each part with its state. The worker,
 * the resolver, the mail server and the clock never make it 503: pages and reports need none of them.
 */
export function health(app: FastifyInstance, deps: Pick<Deps, 'parts' | 'env' | 'now'>): void {
  const guard = metricsGuard(deps.env.metrics)
  // Anyone may ask, as often as they like.
  const isNews = onceAMinute(() => deps.now().getTime())
  let stopping = false
  app.addHook('preClose', async () => {
    stopping = true
  })
  const schema = { hide: true }
  app.get('/healthz', { schema }, async () => ({ status: 'ok' }))
  app.get('/readyz', { schema }, async (request, reply) => {
    const parts = guard(request.raw) === 'allowed' ? await deps.parts.read() : null
    const works =
      parts === null ? await deps.parts.isReady() : parts.store.state === 'ok' && parts.disk.state !== 'failed'
    const status = stopping ? 'stopping' : works ? 'ready' : 'not ready'
    if (status === 'not ready' && isNews(status))
      request.log.warn('not ready: the store does not answer, or its disk is full')
    if (status !== 'ready') reply.header('retry-after', retryAfterSeconds)
    return reply
      .code(status === 'ready' ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ status, ...(parts !== null && { parts: shown(parts) }) })
  })
}

/** Without the reasons, which may name servers: `waxseal status` shows them. */
function shown(parts: PartStates): Record<string, { state: string; at: string | null }> {
  return Object.fromEntries(
    partNames.map(name => [name, { state: parts[name].state, at: parts[name].at?.toISOString() ?? null }]),
  )
}

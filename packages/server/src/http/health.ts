import { sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'

/**
 * For monitoring. `/healthz`: the process answers. `/readyz`: it can serve, so the database answers and has its schema
 * (a process does not start without it) and the queue's; 503 otherwise, and as soon as the process is stopping.
 */
export function health(app: FastifyInstance, deps: Pick<Deps, 'store'>): void {
  let stopping = false
  app.addHook('preClose', async () => {
    stopping = true
  })
  const schema = { hide: true }
  app.get('/healthz', { schema }, async () => ({ status: 'ok' }))
  app.get('/readyz', { schema }, async (request, reply) => {
    const checks = {
      database: await passes(() => deps.store.ping()),
      queue: await passes(() => deps.store.db.execute(sql`select version from jobs.version`)),
      stopping,
    }
    const ready = checks.database && checks.queue && !stopping
    if (!ready) request.log.warn({ checks }, 'not ready')
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ready' : 'not ready', ...checks })
  })
}

async function passes(check: () => Promise<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<false>(resolve => {
    timer = setTimeout(resolve, 3_000, false)
  })
  try {
    return await Promise.race([check().then(() => true), late])
  } catch {
    return false
  } finally {
    clearTimeout(timer)
  }
}

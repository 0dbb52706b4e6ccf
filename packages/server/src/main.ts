import type { Logger } from 'pino'
import { buildApp } from './app.ts'
import { type Deps, openDeps, type Stage } from './deps.ts'
import type { Env } from './env.ts'
import { startWorkers } from './worker.ts'

/** A server that runs. */
export interface Running {
  deps: Deps
  /**
   * Stops in order: no new requests, open streams ended, jobs put down where they can be taken up again, the store
   * closed. Safe to call twice.
   */
  stop(): Promise<void>
}

/** How long clients may take to finish when the server stops, and how long its jobs. */
const drain = { requestsMs: 25_000, jobsMs: 20_000 }

/**
 * Starts what `ROLE` names: the HTTP side, the workers, or both.
 *
 * @param stage what stands in for the world outside; the real one when left out
 * @throws when the port or the store is taken
 */
export async function start(env: Env, log: Logger, stage: Stage = {}): Promise<Running> {
  const opened = await openDeps(env, log, stage)
  const { deps } = opened
  let app: Awaited<ReturnType<typeof buildApp>> | null = null
  let workers: Awaited<ReturnType<typeof startWorkers>> | null = null
  let stopping: Promise<void> | null = null

  const stop = async () => {
    if (app) {
      const { server } = app
      const impatient = setTimeout(() => server.closeAllConnections(), drain.requestsMs)
      await app.close().finally(() => clearTimeout(impatient))
    }
    await workers?.stop()
    await deps.queue.stop({ timeoutMs: drain.jobsMs })
    await opened.close()
  }
  try {
    if (env.role !== 'web') workers = await startWorkers(deps)
    if (env.role !== 'worker') {
      app = await buildApp(deps)
      await app.listen({ host: env.host, port: env.port, listenTextResolver: address => `listening at ${address}` })
    }
  } catch (error) {
    await stop()
    throw error
  }
  return { deps, stop: () => (stopping ??= stop()) }
}

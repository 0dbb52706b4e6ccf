import type { Logger } from 'pino'
import { buildApp } from './app.ts'
import { type Deps, type Overrides, openDeps } from './deps.ts'
import type { Env } from './env.ts'
import { type RunningNameserver, startNameserver } from './hosted-zone/name-server.ts'
import { settleZone } from './hosted-zone/zone.ts'
import { listenForMetrics } from './http/metrics-listener.ts'
import { startWorkers } from './worker.ts'

/** A running server. */
export interface Running {
  deps: Deps
  /** Where the name server answers, UDP and TCP; null: this process has none. */
  nameserverPort: number | null
  /**
   * Stops in order: refuses new requests, ends open streams, interrupts jobs at a point where they can resume, closes
   * the store. Safe to call twice.
   */
  stop(): Promise<void>
}

/** The time that clients and jobs have to finish when the server stops. */
const drain = { requestsMs: 25_000, jobsMs: 20_000 }

/**
 * Starts what `ROLE` names: the HTTP side, the workers, the name server of the hosted zone, or all of them.
 *
 * @param overrides replacements for the real network, clock and disk
 * @throws when the port or the store is taken
 */
export async function start(env: Env, log: Logger, overrides: Overrides = {}): Promise<Running> {
  const opened = await openDeps(env, log, overrides)
  const { deps } = opened
  let app: Awaited<ReturnType<typeof buildApp>> | null = null
  let metrics: Awaited<ReturnType<typeof listenForMetrics>> | null = null
  let nameserver: RunningNameserver | null = null
  let workers: Awaited<ReturnType<typeof startWorkers>> | null = null
  let stopping: Promise<void> | null = null

  const stop = async () => {
    if (app) {
      const { server } = app
      const impatient = setTimeout(() => server.closeAllConnections(), drain.requestsMs)
      await app.close().finally(() => clearTimeout(impatient))
    }
    await metrics?.close()
    await workers?.stop()
    await nameserver?.stop()
    await deps.queue.stop({ timeoutMs: drain.jobsMs })
    await opened.close()
  }
  try {
    await settleZone(deps)
    // Before the workers, which look up whether the zone leads here.
    if (env.role === 'all' || env.role === 'nameserver') nameserver = await startNameserver(deps)
    if (env.role === 'all' || env.role === 'worker') workers = await startWorkers(deps)
    if (env.role === 'all' || env.role === 'web') {
      app = await buildApp(deps)
      await app.listen({ host: env.host, port: env.port, listenTextResolver: address => `listening at ${address}` })
    }
    if (env.metrics.port !== null) metrics = await listenForMetrics(deps, env.metrics.port)
  } catch (error) {
    await stop()
    throw error
  }
  return { deps, nameserverPort: nameserver?.port ?? null, stop: () => (stopping ??= stop()) }
}

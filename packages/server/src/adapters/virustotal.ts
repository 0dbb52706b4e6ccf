import type { VirusTotalOptions } from '@waxseal/scanner'
import type { Logger } from 'pino'
import type { Store } from '../db/store.ts'
import type { Env } from '../env.ts'
import type { Metrics } from '../metrics/metrics.ts'
import { storedVirusTotalMemory } from './threat-memory.ts'

interface Deps {
  store: Pick<Store, 'db'>
  now: () => Date
  log: Pick<Logger, 'warn'>
  metrics: Pick<Metrics, 'virusTotalAsked'>
}

/** The maximum number of different problems that are remembered. */
const problemsMax = 20

/**
 * VirusTotal with the configured key, its shared memory and its metric. The log says each problem once, such as a
 * refused key, and again only after VirusTotal has answered in between. null: there is no key.
 */
export function virusTotalOf(
  settings: Env['virusTotal'],
  { store, now, log, metrics }: Deps,
): Pick<VirusTotalOptions, 'key' | 'memory' | 'onProblem' | 'onRequest'> | null {
  if (settings === null) return null
  const { key, ...quota } = settings
  const said = new Set<string>()
  return {
    key,
    memory: storedVirusTotalMemory(store, { now, ...quota }),
    onProblem(err) {
      if (said.has(err.message) || said.size >= problemsMax) return
      said.add(err.message)
      log.warn({ err }, 'VirusTotal cannot be used')
    },
    onRequest(outcome) {
      if (outcome === 'answered') said.clear()
      metrics.virusTotalAsked(outcome)
    },
  }
}

import { Counter, type Registry } from 'prom-client'

/**
 * What became of one question to VirusTotal. `cached`: a stored answer serves it. `quota`: the minute or the day of the
 * key is used up, or a pause runs. `paused`: VirusTotal answered with status 429. `refused`: it does not accept the
 * key. `failed`: any other failure.
 */
export const virusTotalOutcomes = ['answered', 'cached', 'quota', 'paused', 'refused', 'failed'] as const
export type VirusTotalOutcome = (typeof virusTotalOutcomes)[number]

export interface VirusTotalMetrics {
  virusTotalAsked(outcome: VirusTotalOutcome): void
}

export function virusTotalMetrics(registry: Registry): VirusTotalMetrics {
  const requests = new Counter({
    name: 'waxseal_virustotal_requests_total',
    help: 'Questions to VirusTotal by outcome. Only answered, paused, refused and failed are sent.',
    labelNames: ['outcome'],
    registers: [registry],
  })
  for (const outcome of virusTotalOutcomes) requests.inc({ outcome }, 0)
  return { virusTotalAsked: outcome => requests.inc({ outcome }) }
}

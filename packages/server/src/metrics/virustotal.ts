import type { VirusTotalRequest } from '@waxseal/scanner'
import { Counter, type Registry } from 'prom-client'

const outcomes: readonly VirusTotalRequest[] = ['answered', 'cached', 'quota', 'paused', 'refused', 'failed']

export interface VirusTotalMetrics {
  virusTotalAsked(outcome: VirusTotalRequest): void
}

export function virusTotalMetrics(registry: Registry): VirusTotalMetrics {
  const requests = new Counter({
    name: 'waxseal_virustotal_requests_total',
    help: 'Questions to VirusTotal by outcome. Those cached (a stored answer) or over the quota sent no request.',
    labelNames: ['outcome'],
    registers: [registry],
  })
  for (const outcome of outcomes) requests.inc({ outcome }, 0)
  return { virusTotalAsked: outcome => requests.inc({ outcome }) }
}

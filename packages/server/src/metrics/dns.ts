import type { Severity } from '@waxseal/core/watch'
import { Counter, type Registry } from 'prom-client'

export interface DnsMetrics {
  /** @param outcome the kind of the answer, or why there is none */
  dnsAnswered(outcome: string): void
  /** A check of a domain's watched records ended. `failed`: it found nothing out. */
  dnsCheckEnded(outcome: 'done' | 'failed'): void
  dnsChangeFound(severity: Severity): void
}

export function dnsMetrics(registry: Registry): DnsMetrics {
  const registers = [registry]
  const answers = new Counter({
    name: 'waxseal_dns_questions_total',
    help: 'DNS questions to the resolvers by outcome: records, no-data, no-such-name, or the reason of the failure.',
    labelNames: ['outcome'],
    registers,
  })
  const checks = new Counter({
    name: 'waxseal_dns_checks_total',
    help: 'Checks of the watched records of a domain by outcome.',
    labelNames: ['outcome'],
    registers,
  })
  for (const outcome of ['done', 'failed']) checks.inc({ outcome }, 0)
  const changes = new Counter({
    name: 'waxseal_dns_changes_total',
    help: 'DNS changes found, by severity.',
    labelNames: ['severity'],
    registers,
  })
  for (const severity of ['info', 'warning', 'critical']) changes.inc({ severity }, 0)
  return {
    dnsAnswered: outcome => answers.inc({ outcome }),
    dnsCheckEnded: outcome => checks.inc({ outcome }),
    dnsChangeFound: severity => changes.inc({ severity }),
  }
}

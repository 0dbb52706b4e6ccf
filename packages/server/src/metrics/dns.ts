import type { Severity } from '@waxseal/core/watch'
import { Counter, Gauge, type Registry } from 'prom-client'

export interface DnsMetrics {
  /**
   * @param outcome the kind of the answer, or why there is none
   * @param resolver the configured resolver that answered, as `address:port`; null when none did
   */
  dnsAnswered(outcome: string, resolver: string | null): void
  /** A check of a domain's watched records ended. `failed`: it found nothing out. */
  dnsCheckEnded(outcome: 'done' | 'failed'): void
  dnsChangeFound(severity: Severity): void
  /** A blocklist was tested, and works or not. */
  listTested(list: string, works: boolean): void
}

export function dnsMetrics(registry: Registry): DnsMetrics {
  const registers = [registry]
  const answers = new Counter({
    name: 'waxseal_dns_questions_total',
    help: 'DNS questions to the resolvers by outcome (records, no-data, no-such-name, or the reason of the failure) and resolver.',
    labelNames: ['outcome', 'resolver'],
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
  const lists = new Gauge({
    name: 'waxseal_blocklist_up',
    help: '1: this blocklist passed its last self-test in this process; 0: it did not. Workers test each hour.',
    labelNames: ['list'],
    registers,
  })
  return {
    dnsAnswered: (outcome, resolver) => answers.inc({ outcome, resolver: resolver ?? 'none' }),
    dnsCheckEnded: outcome => checks.inc({ outcome }),
    listTested: (list, works) => lists.set({ list }, works ? 1 : 0),
    dnsChangeFound: severity => changes.inc({ severity }),
  }
}

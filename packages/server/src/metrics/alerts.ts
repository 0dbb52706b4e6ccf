import { Counter, type Registry } from 'prom-client'

export interface AlertMetrics {
  alertRaised(type: string, state: 'raised' | 'resolved'): void
}

export function alertMetrics(registry: Registry): AlertMetrics {
  const raised = new Counter({
    name: 'waxseal_alerts_total',
    help: 'Alerts by type and state. An alert counts twice when its transaction is repeated.',
    labelNames: ['type', 'state'],
    registers: [registry],
  })
  return { alertRaised: (type, state) => raised.inc({ type, state }) }
}

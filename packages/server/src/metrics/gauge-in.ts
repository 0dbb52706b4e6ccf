import { Gauge, type Registry } from 'prom-client'

/** The gauge with this name: two applications of one process share it. */
export function gaugeIn(registry: Registry, name: string, help: string, labelNames: string[] = []): Gauge {
  const known = registry.getSingleMetric(name)
  return known instanceof Gauge ? known : new Gauge({ name, help, labelNames, registers: [registry] })
}

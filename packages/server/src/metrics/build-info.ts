import { Gauge, type Registry } from 'prom-client'
import type { Build } from '../build.ts'

/** Which program runs, as labels of a constant. */
export function describeBuild(registry: Registry, { version, commit, node, schema }: Build): void {
  new Gauge({
    name: 'waxseal_build_info',
    help: 'The running program. The value is always 1.',
    labelNames: ['version', 'commit', 'node', 'schema'],
    registers: [registry],
  }).set({ version, commit: commit ?? '', node, schema }, 1)
}

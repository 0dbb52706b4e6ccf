import { spawnSync } from 'node:child_process'

/**
 * Installs the Debian programs the tests use where that may be done (scripts/test-servers.sh says when) and tells which
 * are still missing; `bench` counts in what only the benchmarks use. `ok` is false when one is missing and `CI=true`
 * makes that a failure.
 */
export function missingPrograms(use: 'test' | 'bench' = 'test'): { missing: string[]; ok: boolean } {
  const { stdout, status } = spawnSync('scripts/test-servers.sh', [use], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const line = stdout.split('\n').find(text => text.startsWith('missing:'))
  return { missing: line === undefined ? [] : line.slice('missing:'.length).trim().split(/\s+/), ok: status === 0 }
}

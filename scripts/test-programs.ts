import { spawnSync } from 'node:child_process'

/**
 * Installs the Debian programs of the tests where possible (see scripts/test-servers.sh) and returns the missing ones.
 * `bench` includes programs that only the benchmarks use. `ok` is false when one is missing and `CI=true` makes that a
 * failure.
 */
export function missingPrograms(use: 'test' | 'bench' = 'test'): { missing: string[]; ok: boolean } {
  const { stdout, status } = spawnSync('scripts/test-servers.sh', [use], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const line = stdout.split('\n').find(text => text.startsWith('missing:'))
  return { missing: line === undefined ? [] : line.slice('missing:'.length).trim().split(/\s+/), ok: status === 0 }
}

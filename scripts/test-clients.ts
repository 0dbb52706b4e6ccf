import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const folder = 'api-client'

/**
 * Installs what generates clients of the API (`api-client`, with a lock file of its own, because it wants TypeScript 5) where
 * it is missing or out of date, from the npm registry alone. Without the registry the tests of clients are skipped; with
 * `CI=true` that is a failure.
 */
export function installClients(): { ok: boolean; note: string | null } {
  const present = installed()
  if (present) return { ok: true, note: null }
  const { status } = spawnSync('npm', ['ci', '--prefer-offline', '--ignore-scripts'], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  if (status === 0) return { ok: true, note: null }
  return { ok: process.env['CI'] !== 'true', note: `${folder} could not be installed: its tests are skipped` }
}

interface Lock {
  packages: Record<string, { version?: string }>
}

/** Whether each package is there in the version of the lock file. */
function installed(): boolean {
  const hidden = join(folder, 'node_modules', '.package-lock.json')
  if (!existsSync(hidden)) return false
  const have = packagesIn(hidden)
  return Object.entries(packagesIn(join(folder, 'package-lock.json'))).every(
    ([path, { version }]) => path === '' || have[path]?.version === version,
  )
}

function packagesIn(file: string): Lock['packages'] {
  return (JSON.parse(readFileSync(file, 'utf8')) as Lock).packages
}

import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../..', import.meta.url))

/** The version of the program, as package.json has it. */
export function version(): string {
  const text = readFileSync(new URL('../package.json', import.meta.url), 'utf8')
  return (JSON.parse(text) as { version: string }).version
}

let known: string | null = null

/**
 * The commit that this program was built from, shortened: the file `COMMIT` beside package.json, as the container has
 * it, else what git says of the checkout; `unknown` without either.
 */
export function commit(): string {
  known ??= (fromFile() ?? fromGit() ?? 'unknown').slice(0, 12)
  return known
}

function fromFile(): string | null {
  try {
    const text = readFileSync(`${root}/COMMIT`, 'utf8').trim()
    return /^[0-9a-f]{7,64}$/.test(text) ? text : null
  } catch {
    return null
  }
}

function fromGit(): string | null {
  try {
    const options = { cwd: root, encoding: 'utf8', stdio: 'pipe', timeout: 2_000 } as const
    return execFileSync('git', ['rev-parse', 'HEAD'], options).trim() || null
  } catch {
    return null
  }
}

import { randomBytes } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * A secret of this installation, created at the first start in `<dataDir>/secrets/<name>`, readable by its owner only.
 * Two processes that start at once agree on one.
 */
export function generatedSecret(dataDir: string, name: 'auth' | 'encryption'): string {
  const folder = join(dataDir, 'secrets')
  const path = join(folder, name)
  const known = read(path)
  if (known !== null) return known
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const draft = `${path}.${process.pid}`
  writeFileSync(draft, `${randomBytes(32).toString('base64')}\n`, { mode: 0o600, flush: true })
  try {
    // A link appears completely or not at all, and never replaces an existing file.
    linkSync(draft, path)
  } catch (error) {
    if (!isCode(error, 'EEXIST')) throw error
  } finally {
    rmSync(draft, { force: true })
  }
  const made = read(path)
  if (made === null) throw new Error(`${path} was written and cannot be read`)
  return made
}

function read(path: string): string | null {
  try {
    return readFileSync(path, 'utf8').trim() || null
  } catch (error) {
    if (isCode(error, 'ENOENT')) return null
    throw error
  }
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}

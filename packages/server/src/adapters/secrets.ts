import { randomBytes } from 'node:crypto'
import { existsSync, linkSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { StoreUnusable } from '../db/unusable.ts'

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
  if (made === null) throw new SecretEmpty(path, name)
  return made
}

/** What a new secret in place of a lost one costs. */
const losses = {
  auth: 'everyone then signs in again',
  encryption: 'users then enter their webhooks again',
} as const

/** The file of a secret is there, and empty. */
class SecretEmpty extends StoreUnusable {
  override readonly name = 'SecretEmpty'

  constructor(path: string, name: keyof typeof losses) {
    super(
      `DATA_DIR: the secret ${path} is empty → put it back from a backup made with --with-secrets, or delete the file: ${losses[name]}`,
    )
  }
}

/** All generated secrets of this installation by name, for a backup. */
export function allSecrets(dataDir: string): Record<string, string> {
  const folder = join(dataDir, 'secrets')
  if (!existsSync(folder)) return {}
  const names = readdirSync(folder).filter(name => /^[a-z0-9-]{1,40}$/.test(name))
  return Object.fromEntries(names.map(name => [name, read(join(folder, name)) ?? '']))
}

/** Puts the secrets of a backup into place, in place of those that are there. */
export function restoreSecrets(dataDir: string, secrets: Readonly<Record<string, string>>): void {
  const folder = join(dataDir, 'secrets')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  for (const [name, value] of Object.entries(secrets)) {
    const draft = join(folder, `${name}.${process.pid}`)
    writeFileSync(draft, `${value}\n`, { mode: 0o600, flush: true })
    renameSync(draft, join(folder, name))
  }
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

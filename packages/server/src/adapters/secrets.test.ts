import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { generatedSecret } from './secrets.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'waxseal-secrets-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

it('a secret is generated once, is long, and never changes', () => {
  const secret = generatedSecret(join(folder, 'data'), 'auth')
  expect(Buffer.from(secret, 'base64')).toHaveLength(32)
  expect(generatedSecret(join(folder, 'data'), 'auth')).toBe(secret)
  expect(generatedSecret(join(folder, 'other'), 'auth')).not.toBe(secret)
})

it('a secret is readable by its owner only, and leaves no temporary files', () => {
  generatedSecret(folder, 'auth')
  expect(statSync(join(folder, 'secrets', 'auth')).mode & 0o777).toBe(0o600)
  expect(statSync(join(folder, 'secrets')).mode & 0o777).toBe(0o700)
  expect(readdirSync(join(folder, 'secrets'))).toEqual(['auth'])
})

it('an empty secret file is an error, not an empty signing key', () => {
  generatedSecret(folder, 'auth')
  writeFileSync(join(folder, 'secrets', 'auth'), '')
  expect(() => generatedSecret(folder, 'auth')).toThrow(/is empty → put it back from a backup/)
})

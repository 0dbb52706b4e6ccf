import { createHash } from 'node:crypto'
import { lstatSync, mkdirSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { generatedSecret } from '../adapters/secrets.ts'
import { run } from '../cli/main.ts'
import { aDataFolder } from '../testing/data-folder.ts'
import { openEmbedded } from './embedded.ts'
import { NoRoom, StoreDamaged, StoreGone, StoreUnusable, whyNotOpened } from './unusable.ts'

let folder: string
beforeEach(async () => {
  folder = await aDataFolder('damaged')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const at = (...parts: string[]) => join(folder, 'postgres', ...parts)
const wal = () => readdirSync(at('pg_wal')).filter(name => /^[0-9A-F]{24}$/.test(name))

/** Every file below the cluster with its content. */
function everything(): string[] {
  return readdirSync(at(), { recursive: true, encoding: 'utf8' })
    .toSorted()
    .map(name => {
      const isFile = lstatSync(at(name)).isFile()
      return `${name} ${
        isFile
          ? createHash('sha256')
              .update(readFileSync(at(name)))
              .digest('hex')
          : ''
      }`
    })
}

function emptied(): void {
  rmSync(at(), { recursive: true })
  mkdirSync(at())
}

const restoring = 'move this folder away and keep it, then restore the newest backup with waxseal restore'

describe('a store that is not whole', () => {
  it.each<[string, what: string, () => void]>([
    ['without PG_VERSION', 'PG_VERSION is missing', () => rmSync(at('PG_VERSION'))],
    ['with an empty PG_VERSION', 'PG_VERSION is empty', () => truncateSync(at('PG_VERSION'))],
    ['without its control file', 'global/pg_control is missing', () => rmSync(at('global', 'pg_control'))],
    ['without its tables', 'base is missing', () => rmSync(at('base'), { recursive: true })],
    ['without its log', 'pg_wal is missing', () => rmSync(at('pg_wal'), { recursive: true })],
    ['of which nothing is left', 'PG_VERSION is missing', emptied],
  ])('%s is refused in one sentence, and no byte of it changes', async (_, what, damage) => {
    damage()
    const before = everything()
    await expect(openEmbedded(folder)).rejects.toThrow(
      `DATA_DIR: the database in ${at()} is damaged (${what}) → ${restoring}`,
    )
    expect(everything()).toEqual(before)
  })

  it.each<[string, () => void]>([
    ['whose control file is garbage', () => writeFileSync(at('global', 'pg_control'), Buffer.alloc(8192, 7))],
    ['whose log is gone', () => wal().forEach(name => rmSync(at('pg_wal', name)))],
    ['whose log is zeros', () => wal().forEach(name => writeFileSync(at('pg_wal', name), Buffer.alloc(2 ** 24)))],
  ])('%s is refused in the same words, and can be opened by nobody else meanwhile', async (_, damage) => {
    damage()
    await expect(openEmbedded(folder)).rejects.toThrow(
      `DATA_DIR: the database in ${at()} is damaged (PostgreSQL cannot start from its files) → ${restoring}`,
    )
    // The lock is free again: the operator may put the files back and start.
    await expect(openEmbedded(folder)).rejects.toThrow(StoreDamaged)
  })

  it('is never replaced by an empty one, where the first visitor would sign up as the owner', async () => {
    rmSync(at(), { recursive: true })
    mkdirSync(join(folder, 'secrets'))
    await expect(openEmbedded(folder)).rejects.toThrow(StoreGone)
    await expect(openEmbedded(folder)).rejects.toThrow(
      `DATA_DIR: ${folder} has the secrets of an installation and no database → restore a backup with waxseal restore, set DATABASE_URL if its data is in PostgreSQL, or remove ${join(folder, 'secrets')} to set up a new installation`,
    )
    expect(readdirSync(folder).filter(name => name.startsWith('postgres'))).toEqual([])
  })

  it('ends the server with the exit code of a wrong configuration, after which nobody tries again', async () => {
    rmSync(at('PG_VERSION'))
    const lines: string[] = []
    const { error } = console
    console.error = (line: string) => void lines.push(line)
    try {
      const code = await run(
        ['serve', '--no-build'],
        { DATA_DIR: folder, PORT: '3999', LOG_LEVEL: 'fatal' },
        () => {},
        line => void lines.push(line),
      )
      expect([code, lines]).toEqual([78, [new StoreDamaged(at(), 'PG_VERSION is missing').message]])
    } finally {
      console.error = error
    }
  })
})

describe('a secret whose file is empty', () => {
  it.each([
    ['auth', 'everyone then signs in again'],
    ['encryption', 'users then enter their webhooks again'],
  ] as const)('is not replaced: %s', (name, loss) => {
    generatedSecret(folder, name)
    const path = join(folder, 'secrets', name)
    truncateSync(path)
    expect(() => generatedSecret(folder, name)).toThrow(StoreUnusable)
    expect(() => generatedSecret(folder, name)).toThrow(
      `DATA_DIR: the secret ${path} is empty → put it back from a backup made with --with-secrets, or delete the file: ${loss}`,
    )
    expect(readFileSync(path, 'utf8')).toBe('')
    expect(readdirSync(join(folder, 'secrets'))).toEqual([name])
  })
})

describe('a disk without room', () => {
  it('is no damage: the words say to free some space', async () => {
    const cause = new Error('Aborted(). Build with -sASSERTIONS for more info.')
    expect(await whyNotOpened('/proc', { isNew: false, cause })).toEqual(new NoRoom('/proc'))
    expect(new NoRoom('/srv').message).toBe('DATA_DIR: the disk of /srv is full → free some space and start again')
    expect(await whyNotOpened(folder, { isNew: true, cause })).toBe(cause)
  })
})

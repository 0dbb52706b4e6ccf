import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { mkdir, readdir } from 'node:fs/promises'
import { createConnection, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { checkBackup } from '../db/backup-file.ts'
import { openEmbedded } from '../db/embedded.ts'
import { openPostgres } from '../db/postgres.ts'
import { operation, workspace } from '../db/schema/index.ts'
import { aDataFolder, putBareCluster } from '../testing/data-folder.ts'
import { openTestDeps, type TestDeps } from '../testing/deps.ts'
import { worldIn } from '../testing/neighbors.ts'
import { silent } from '../testing/silent.ts'
import { freshDatabase } from '../testing/store.ts'
import { listenForOperator } from './control.ts'
import { run } from './main.ts'
import { backup, operate } from './operate.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 })

let folder = ''
let data = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'waxseal-backup-cli-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

async function typed(words: string, variables: Record<string, string> = {}) {
  const said: string[] = []
  const complaints: string[] = []
  const say = (line: string) => said.push(line)
  const code = await run(words.split(' '), { DATA_DIR: data, ...variables }, say, line => complaints.push(line))
  return { code, said, complaints }
}

const file = () => join(folder, 'backup.gz')

/** A data folder with two workspaces and two secrets. */
async function aFilledFolder(): Promise<string> {
  const filled = await aDataFolder('backup')
  const store = await openEmbedded(filled)
  await worldIn(store)
  await store.close()
  await mkdir(join(filled, 'secrets'))
  writeFileSync(join(filled, 'secrets', 'auth'), `${'s'.repeat(44)}\n`)
  return filled
}

const secretsForPostgres = { AUTH_SECRET: 'a'.repeat(32), ENCRYPTION_KEY: 'b'.repeat(32) }

describe('without a running server', () => {
  // A backup leaves nothing in it but the note of the last one.
  beforeAll(async () => {
    data = await aFilledFolder()
  })
  afterAll(() => rmSync(data, { recursive: true, force: true }))

  it('a backup is written, read back and verified, and only its owner may read it', async () => {
    const { code, said, complaints } = await typed(`backup ${file()}`)
    expect({ code, complaints }).toEqual({ code: 0, complaints: [] })
    expect(said).toEqual([
      expect.stringMatching(/^Wrote \S+backup\.gz and read it back: [\d,]+ rows in \d+ tables, \d+ KB\.$/),
    ])
    expect(statSync(file()).mode & 0o777).toBe(0o600)
    expect(await readdir(folder)).toEqual(['backup.gz'])

    const verified = await typed(`backup --verify ${file()}`)
    expect(verified.code).toBe(0)
    expect(verified.said).toEqual([
      expect.stringMatching(
        /^\S+backup\.gz is complete: [\d,]+ rows in \d+ tables\. Waxseal 0\.1\.0 \w+ made it on \d{4}-/,
      ),
      expect.stringMatching(/^Restored into a temporary store at the schema of this version: \d+ rows\.$/),
    ])
    const store = await openEmbedded(data)
    const noted = await store.db.select().from(operation)
    await store.close()
    expect(noted.find(({ key }) => key === 'backup')?.detail).toEqual({ bytes: statSync(file()).size })
  })

  it('it goes into a new data folder, with its secrets if they are in it', async () => {
    const to = join(folder, 'new')
    expect(await typed(`backup --with-secrets ${file()}`)).toMatchObject({ code: 0 })
    const { said, complaints } = await typed(`restore ${file()}`, { DATA_DIR: to })
    expect(complaints).toEqual([])
    expect(said).toEqual([
      expect.stringMatching(/^Restored backup\.gz: [\d,]+ rows in \d+ tables\.$/),
      `Restored the secrets into ${join(to, 'secrets')}: auth.`,
    ])
    expect(readFileSync(join(to, 'secrets', 'auth'), 'utf8')).toBe(`${'s'.repeat(44)}\n`)
    expect(statSync(join(to, 'secrets', 'auth')).mode & 0o777).toBe(0o600)
    expect((await typed('account list', { DATA_DIR: to })).said).toEqual((await typed('account list')).said)
  })

  it('it goes from the embedded store to PostgreSQL and back', async () => {
    const database = { DATABASE_URL: await freshDatabase({ empty: true }), ...secretsForPostgres }
    expect(await typed(`backup ${file()}`)).toMatchObject({ code: 0 })
    expect((await typed(`restore ${file()}`, { DATA_DIR: join(folder, 'a'), ...database })).said[1]).toBe(
      'The backup has no secrets. Without the former AUTH_SECRET everyone signs in again, and without the former ENCRYPTION_KEY users enter their webhooks again.',
    )
    const there = await openPostgres(database.DATABASE_URL, silent, { opening: 'existing' })
    expect(await there.db.select().from(workspace)).toHaveLength(2)
    await there.close()
    const again = join(folder, 'again.gz')
    // Making a cluster costs more than the rest, and the restore above makes one.
    await putBareCluster(join(folder, 'b'))
    expect(await typed(`backup ${again}`, { DATA_DIR: join(folder, 'a'), ...database })).toMatchObject({ code: 0 })
    expect(await typed(`restore ${again}`, { DATA_DIR: join(folder, 'b') })).toMatchObject({ code: 0 })
    expect((await typed('account list', { DATA_DIR: join(folder, 'b') })).said).toEqual(
      (await typed('account list')).said,
    )
  })

  it('a restore refuses a store in use, and a file that is damaged, before it touches anything', async () => {
    await typed(`backup ${file()}`)
    expect(await typed(`restore ${file()}`)).toEqual({
      code: 1,
      said: [],
      complaints: ['The store already has data. Restore into an empty database, or set DATA_DIR to a new folder.'],
    })
    writeFileSync(file(), readFileSync(file()).subarray(0, 1_000))
    const to = join(folder, 'new')
    for (const words of [`restore ${file()}`, `backup --verify ${file()}`]) {
      expect(await typed(words, { DATA_DIR: to })).toEqual({
        code: 1,
        said: [],
        complaints: [`${file()} is damaged or incomplete. Use another backup.`],
      })
    }
    expect(existsSync(to)).toBe(false)
  })

  it('a backup that cannot be written leaves the former one', async () => {
    writeFileSync(file(), 'former')
    const { code, complaints } = await typed(`backup ${join(folder, 'none', 'backup.gz')}`)
    expect({ code, complaints }).toEqual({ code: 1, complaints: [expect.stringContaining('ENOENT')] })
    expect(await typed(`backup ${file()}`, { DATA_DIR: join(folder, 'no-data') })).toMatchObject({ code: 1 })
    expect(readFileSync(file(), 'utf8')).toBe('former')
    expect(await readdir(folder)).toEqual(['backup.gz'])
  })
})

describe('through the running server', () => {
  let deps: TestDeps
  let operator: { close(): Promise<void> }
  let making: (() => Promise<void>) | null = null
  beforeAll(async () => {
    deps = await openTestDeps('pglite')
    await worldIn(deps.store)
  })
  beforeEach(async () => {
    // The server has the store; the folder is where its socket is.
    data = mkdtempSync(join(tmpdir(), 'waxseal-backup-socket-'))
    making = null
    operator = await listenForOperator(data, silent, {
      execute: request => operate(deps, request),
      backup: async (options, to) => {
        await making?.()
        await backup(deps, options, to)
      },
    })
  })
  afterEach(async () => {
    await operator.close()
    rmSync(data, { recursive: true })
  })
  afterAll(() => deps.close())

  it('a backup comes over its socket, and the server notes it', async () => {
    expect(await typed(`backup ${file()}`)).toMatchObject({ code: 0, complaints: [] })
    expect((await checkBackup(file())).rows).toMatchObject({ workspace: 2, domain: 4 })
    const noted = await deps.store.db.select().from(operation)
    expect(noted.find(({ key }) => key === 'backup')).toMatchObject({
      at: deps.clock.now,
      detail: { bytes: statSync(file()).size },
    })
  })

  it('a restore is refused', async () => {
    await typed(`backup ${file()}`)
    expect((await typed(`restore ${file()}`)).complaints).toEqual(['The server is running. Stop it before a restore.'])
  })

  it('a server that fails or goes away in the middle leaves no file', async () => {
    making = () => Promise.reject(new Error('no'))
    expect((await typed(`backup ${file()}`)).complaints).toEqual([
      'The command failed. The server log shows the reason.',
    ])
    making = () => operator.close()
    expect(await typed(`backup ${file()}`)).toMatchObject({ code: 1 })
    expect(await readdir(folder)).toEqual([])
  })

  it('a reader that goes away does not hold the store', async () => {
    const socket = await new Promise<Socket>(resolve => {
      const opened = createConnection(join(data, 'control.sock'), () => resolve(opened))
    })
    socket.write('{"command":"backup","withSecrets":false}\n')
    await new Promise(resolve => socket.once('data', resolve))
    socket.destroy()
    await deps.store.ping()
  })
})

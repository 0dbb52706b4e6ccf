import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { openStore } from '../db/store.ts'
import { silent } from '../testing/silent.ts'
import { whyNot } from './why-not.ts'

const folder = mkdtempSync(join(tmpdir(), 'waxseal-why-'))
afterAll(() => rmSync(folder, { recursive: true }))

const env = { port: 80, host: '192.0.2.1', dataDir: join(folder, 'data'), databaseUrl: null }
const failure = (work: Promise<unknown>) => work.then(() => null).catch((error: unknown) => error)
const listening = (host: string, port = 0) =>
  failure(
    new Promise((resolve, reject) =>
      createServer()
        .once('error', reject)
        .listen(port, host, () => resolve(null)),
    ),
  )

it('an unusable folder is blamed on DATA_DIR, not on the port', async () => {
  const dataDir = join(folder, 'file')
  writeFileSync(dataDir, '')
  const line = whyNot(await failure(openStore({ dataDir, log: silent })), { ...env, dataDir })
  expect(line).toMatch(/^DATA_DIR: \S+file cannot be used \(EEXIST.*\) → set a folder that this user can write to$/)
  const refused = Object.assign(new Error('EACCES: permission denied, mkdir'), { code: 'EACCES', path: '/srv/waxseal' })
  expect(whyNot(refused, env)).toContain('DATA_DIR: ')
  const unlocked = Object.assign(new Error('unable to open database file'), { code: 'ERR_SQLITE_ERROR' })
  expect(whyNot(unlocked, env)).toContain('DATA_DIR: ')
})

it('a thrown value that is not an Error is printed with its content', () => {
  const thrown: unknown = { name: 'ErrnoError', errno: 44 }
  expect(whyNot(thrown, env)).toBe("{ name: 'ErrnoError', errno: 44 }")
})

it('an unreachable database is named by host name or address', async () => {
  for (const host of ['localhost', '127.0.0.1']) {
    const databaseUrl = `postgres://me:hunter2@${host}:1/waxseal`
    const error = await failure(openStore({ databaseUrl, dataDir: env.dataDir, log: silent }))
    const line = whyNot(error, { ...env, databaseUrl })
    expect(line).toMatch(
      /^DATABASE_URL: connect ECONNREFUSED \S+ → check the address, and check that PostgreSQL is running$/,
    )
    expect(line).not.toContain('hunter2')
  }
})

it('an address of another machine is blamed on HOST, a privileged port on PORT', async () => {
  expect(whyNot(await listening('192.0.2.1'), env)).toBe(
    'HOST: cannot listen on 192.0.2.1 (EADDRNOTAVAIL) → use an address of this machine, or 0.0.0.0 for all',
  )
  const refused = Object.assign(new Error('listen EACCES'), { code: 'EACCES', syscall: 'listen' })
  expect(whyNot(refused, env)).toBe('PORT: this user may not use port 80 → set a port above 1023')
})

it('any other error is printed with its own message', () => {
  expect(whyNot(new Error('The database belongs to a newer Waxseal.'), env)).toBe(
    'The database belongs to a newer Waxseal.',
  )
})

import { createHash, randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { PGlite } from '@electric-sql/pglite'
import pg from 'pg'
import { describe, inject } from 'vitest'
import { storeOn } from '../db/embedded.ts'
import { migrationsFolder } from '../db/migrations.ts'
import { openPostgres } from '../db/postgres.ts'
import type { Store } from '../db/store.ts'
import { openQueue } from '../jobs/queue.ts'
import { asOnPglite } from './outer-handle.ts'
import { silent } from './silent.ts'

export type StoreKind = Store['kind']

export interface StoreOptions {
  /**
   * Connections of PostgreSQL; 1 by default, as PGlite has. On one connection two transactions run one after the other,
   * and a lost lock shows nowhere. So a test of two transactions at once (locks, `skip locked`, unique races) asks for
   * more; `second-connections.data.ts` lists the files that do.
   */
  connections?: number
}

/**
 * The store of a test that is about no store: PostgreSQL, where a copy of the template costs a twentieth of opening PGlite;
 * PGlite where no server could be started.
 */
export function theStore(): StoreKind {
  return inject('postgres') === '' ? 'pglite' : 'postgres'
}

/**
 * Tests of code that uses a store. They run on one: on PostgreSQL, or on PGlite where no server could be started
 * (`global-setup.ts` has said so). With `STORES=both` they run on each.
 */
export function onTheStore(title: string, tests: (kind: StoreKind) => void): void {
  const kind = theStore()
  if (inject('stores') === 'both') onBothStores(title, tests)
  else describe(`${title} (${kind === 'postgres' ? 'PostgreSQL' : 'PGlite'})`, () => tests(kind))
}

/**
 * Tests of the store itself: they always run on both. Where no PostgreSQL server could be started its half is skipped.
 */
export function onBothStores(title: string, tests: (kind: StoreKind) => void): void {
  describe(`${title} (PGlite)`, () => tests('pglite'))
  describe.skipIf(inject('postgres') === '')(`${title} (PostgreSQL)`, () => tests('postgres'))
}

/** A store of the test's own, empty, at the newest schema. Close it: an open one keeps the process alive. */
export async function openTestStore(kind: StoreKind, { connections = 1 }: StoreOptions = {}): Promise<Store> {
  if (kind === 'pglite') return storeOn(await migratedPglite())
  return asOnPglite(await openPostgres(await freshDatabase(), silent, { max: connections }))
}

/** The address of a new database on the run's PostgreSQL server: a copy of the migrated template, or an empty one. */
export async function freshDatabase({ empty = false } = {}): Promise<string> {
  const template = new URL(inject('postgres'))
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const maintenance = new URL(template)
  maintenance.pathname = '/postgres'
  const client = new pg.Client({ connectionString: maintenance.href })
  await client.connect()
  try {
    // Copied as files: block by block through the log, as by default, takes twice the processor time.
    await client.query(`create database ${name} template ${empty ? 'template0' : 'template'} strategy file_copy`)
  } finally {
    await client.end()
  }
  template.pathname = `/${name}`
  return template.href
}

/** Where tests keep what takes long to make. */
export const cacheFolder = fileURLToPath(new URL('../../../../node_modules/.cache/waxseal', import.meta.url))

/** A PGlite without tables. Creating its cluster takes two seconds, loading it half a second. */
export async function emptyPglite(): Promise<PGlite> {
  return loaded('empty', () => PGlite.create())
}

/** A PGlite at our schema and the queue's. */
function migratedPglite(): Promise<PGlite> {
  return loaded('pglite', async () => {
    const pglite = await PGlite.create()
    const queue = await openQueue(await storeOn(pglite), silent)
    await queue.stop()
    return pglite
  })
}

/** What `create` makes, made once for each state of the migrations and kept. */
async function loaded(name: string, create: () => Promise<PGlite>): Promise<PGlite> {
  const path = join(cacheFolder, `${name}-${await fingerprint()}.tar`)
  if (!existsSync(path)) {
    await mkdir(cacheFolder, { recursive: true })
    const pglite = await create()
    const dump = await pglite.dumpDataDir('none')
    await pglite.close()
    const fresh = `${path}.${process.pid}`
    await writeFile(fresh, new Uint8Array(await dump.arrayBuffer()))
    // Several test files may do this at once; each file is whole, and the last one stays.
    await rename(fresh, path)
    await forgetOlder(path)
  }
  return PGlite.create({ loadDataDir: await dumpAt(path), startParams })
}

/** Without large buffers, which PGlite fills with zeros at each start: that takes a third of a second. */
const startParams = [...PGlite.defaultStartParams, '-c', 'shared_buffers=16MB']

/** A dump that is read once for all stores of a process. PGlite copies what it needs of it; a usual Blob makes three copies more. */
class Dump extends Blob {
  readonly #bytes: ArrayBuffer
  constructor(bytes: ArrayBuffer) {
    super([])
    this.#bytes = bytes
  }
  override arrayBuffer(): Promise<ArrayBuffer> {
    return Promise.resolve(this.#bytes)
  }
}

const dumps = new Map<string, Promise<Dump>>()

function dumpAt(path: string): Promise<Dump> {
  const known = dumps.get(path) ?? readFile(path).then(bytes => new Dump(new Uint8Array(bytes).buffer))
  dumps.set(path, known)
  return known
}

/** Templates of earlier states, 40 MB each; those of the last hour may be in use. */
async function forgetOlder(newest: string): Promise<void> {
  for (const name of await readdir(cacheFolder)) {
    const path = join(cacheFolder, name)
    // Another test may delete it meanwhile.
    const changedMs = await stat(path).then(
      ({ mtimeMs }) => mtimeMs,
      () => Number.POSITIVE_INFINITY,
    )
    const isOld = path !== newest && changedMs < Date.now() - 3_600_000
    if (isOld && !name.includes(await fingerprint())) await rm(path, { recursive: true, force: true })
  }
}

/** Changes with our migrations and with the versions of what else makes the template. */
export async function fingerprint(): Promise<string> {
  const hash = createHash('sha256')
  const files = (await readdir(migrationsFolder)).filter(name => name.endsWith('.sql')).sort()
  for (const file of files) hash.update(await readFile(join(migrationsFolder, file)))
  hash.update(await readFile(fileURLToPath(new URL('../jobs/catalog.ts', import.meta.url))))
  hash.update(await readFile(fileURLToPath(new URL('../jobs/queue.ts', import.meta.url))))
  hash.update(await readFile(fileURLToPath(new URL('../../package.json', import.meta.url))))
  return hash.digest('hex').slice(0, 16)
}

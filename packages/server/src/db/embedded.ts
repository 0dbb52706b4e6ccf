import { closeSync, fsyncSync, openSync } from 'node:fs'
import { access, mkdir, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import { drizzle } from 'drizzle-orm/pglite'
import { migrate } from 'drizzle-orm/pglite/migrator'
import { fromPglite } from 'pg-boss'
import type { Logger } from 'pino'
import { copiesIn, keepCopy } from './backup-copies.ts'
import { refuseOthersFolder } from './folder-owner.ts'
import {
  migrateLogged,
  migrationsFolder,
  NoData,
  newestIn,
  newestOfOurs,
  refuseNewerSchema,
  refuseOtherSchema,
} from './migrations.ts'
import { readyCluster, unpackCluster } from './ready-cluster.ts'
import { dropTables } from './restore.ts'
import * as schema from './schema/index.ts'
import type { Opening, Store } from './store.ts'
import { refuseDamaged, StoreGone, StoreLocked, whyNotOpened } from './unusable.ts'

/** The part of Emscripten's NODEFS that we complete. */
export interface NodeFileSystem {
  stream_ops: { fsync?: (stream: { nfd: number }) => number }
}

/**
 * PostgreSQL's settings for a process that may lose power. `-F`, PGlite's default, means "fsync off". Emscripten has no
 * fdatasync, so the WAL uses fsync. The small buffers save 100 MB and cost no time.
 */
export const startParams = [
  ...PGlite.defaultStartParams.filter(param => param !== '-F'),
  ...['wal_sync_method=fsync', 'shared_buffers=16MB', 'min_wal_size=32MB', 'max_wal_size=64MB'].flatMap(setting => [
    '-c',
    setting,
  ]),
]

/** Makes written data survive a power cut. An interface, so that a test can verify the calls. */
export interface Disk {
  fsync(fd: number): void
}

const disk: Disk = { fsync: fsyncSync }

/** A folder with a real fsync: Emscripten's file system on Node has none. */
export class DurableFolder extends NodeFS {
  readonly #disk: Disk

  constructor(folder: string, under: Disk = disk) {
    super(folder)
    this.#disk = under
  }

  override async init(...[pg, options]: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const { emscriptenOpts } = await super.init(pg, options)
    emscriptenOpts.preRun = [...[emscriptenOpts.preRun ?? []].flat(), module => this.complete(fileSystemOf(module))]
    return { emscriptenOpts }
  }

  protected complete(files: NodeFileSystem): void {
    files.stream_ops.fsync = ({ nfd }) => {
      this.#disk.fsync(nfd)
      return 0
    }
  }
}

function fileSystemOf(module: object): NodeFileSystem {
  if ('NODEFS' in module) return module.NODEFS as NodeFileSystem
  throw new Error('this PGlite has no NODEFS: it cannot be opened durably')
}

/**
 * Opens the embedded database in `folder`, creates it at the first start, and migrates its schema; before that it keeps
 * a copy of the data in `<folder>/backups`.
 *
 * @param options.copies false where the data is a copy already
 * @param options.log told of the copy
 * @param options.cluster the packed cluster of a first start; null: initdb makes one
 * @throws NotYourFolder when it belongs to another user; StoreLocked when it is open elsewhere; StoreDamaged when a part is
 * missing or PostgreSQL cannot start; StoreGone when there is none where one was; NoRoom; SchemaTooNew when a newer Waxseal
 * has migrated it. With `existing` also NoData and SchemaTooOld.
 */
export async function openEmbedded(
  folder: string,
  under: Disk = disk,
  {
    opening = 'migrate',
    copies = true,
    log,
    cluster = readyCluster(),
  }: { opening?: Opening; copies?: boolean; log?: Logger; cluster?: string | null } = {},
): Promise<Store> {
  refuseOthersFolder(folder)
  const path = join(folder, 'postgres')
  if (opening !== 'existing') await mkdir(folder, { recursive: true, mode: 0o700 })
  if (await exists(path)) refuseDamaged(path)
  else if (opening === 'existing') throw new NoData(folder)
  else if (opening === 'migrate' && (await exists(join(folder, 'secrets')))) throw new StoreGone(folder)
  const lock = takeLock(folder)
  try {
    const isNew = await createCluster(folder, cluster, under)
    const pglite = await PGlite.create({ fs: new DurableFolder(path, under), startParams }).catch(
      async (cause: unknown) => {
        throw await whyNotOpened(path, { isNew, cause })
      },
    )
    const store = await storeOn(pglite, {
      opening,
      ...(log && { log }),
      released: () => lock.close(),
      beforeMigration: async older => {
        if (!copies || isNew) return
        const copy = await keepCopy(older, copiesIn(folder))
        log?.info({ path: copy }, 'the store was copied before its schema is migrated')
      },
    })
    if (isNew && opening === 'as-is') await dropTables(store.db)
    return store
  } catch (cause) {
    lock.close()
    throw cause
  }
}

/**
 * The store over an open PGlite.
 *
 * @param options.released called after it is closed
 * @param options.beforeMigration called with the store of an older schema, before that is migrated
 */
export async function storeOn(
  pglite: PGlite,
  options: {
    opening?: Opening
    log?: Logger
    released?: () => void
    beforeMigration?: (store: Store) => Promise<void>
  } = {},
): Promise<Store> {
  const db = drizzle(pglite, { schema, casing: 'snake_case' })
  const store: Store = {
    kind: 'pglite',
    db,
    transaction: work => db.transaction(work),
    jobs: { db: fromPglite(pglite), backend: 'pglite' },
    listen: (channel, listener) => pglite.listen(channel, listener),
    async ping() {
      await pglite.query('select 1')
    },
    async checkpoint() {
      await pglite.exec('CHECKPOINT')
    },
    async vacuum() {
      await pglite.exec('VACUUM (ANALYZE)')
    },
    pool: () => null,
    async close() {
      if (!pglite.closed) await pglite.close()
      options.released?.()
    },
  }
  try {
    if (options.opening === 'as-is') return store
    if (options.opening === 'existing') {
      await refuseOtherSchema(db)
      return store
    }
    await refuseNewerSchema(db)
    const newest = await newestIn(db)
    if (newest > 0 && newest < newestOfOurs()) await options.beforeMigration?.(store)
    await migrateLogged(db, options.log, () => migrate(db, { migrationsFolder }))
    return store
  } catch (cause) {
    await pglite.close()
    throw cause
  }
}

/**
 * SQLite's file lock: an operating system lock that ends with the process, without a pid file (in a container every
 * process is pid 1). It also refuses a second open within this process.
 */
function takeLock(folder: string): DatabaseSync {
  const lock = new DatabaseSync(join(folder, 'lock'), { timeout: 0 })
  try {
    lock.exec('BEGIN EXCLUSIVE')
    return lock
  } catch (cause) {
    lock.close()
    const busy = 5
    if (cause instanceof Error && 'errcode' in cause && cause.errcode === busy) throw new StoreLocked(folder)
    throw cause
  }
}

/**
 * PGlite's own first start copies a cluster without syncing it. Ours is either complete and synced, or does not exist.
 *
 * @returns whether it was created
 */
async function createCluster(folder: string, packed: string | null, under: Disk): Promise<boolean> {
  const cluster = join(folder, 'postgres')
  if (await exists(cluster)) return false
  const fresh = join(folder, 'postgres.new')
  await rm(fresh, { recursive: true, force: true })
  await mkdir(fresh, { mode: 0o700 })
  if (packed === null) await (await PGlite.create({ fs: new NodeFS(fresh) })).close()
  else await unpackCluster(packed, fresh)
  for (const entry of await readdir(fresh, { recursive: true, withFileTypes: true })) {
    if (entry.isFile() || entry.isDirectory()) sync(join(entry.parentPath, entry.name), under)
  }
  sync(fresh, under)
  await rename(fresh, cluster)
  sync(folder, under)
  return true
}

function sync(path: string, under: Disk): void {
  const fd = openSync(path, 'r')
  try {
    under.fsync(fd)
  } finally {
    closeSync(fd)
  }
}

async function exists(path: string): Promise<boolean> {
  try {
    await access(path)
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return false
    throw error
  }
}

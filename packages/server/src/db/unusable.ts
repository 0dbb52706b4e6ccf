import { statSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * The data cannot be used as it is, and a start that went on would harm it. The operator reads the message unchanged. A
 * restart changes nothing, so `serve` ends with the exit code of a wrong configuration.
 */
export class StoreUnusable extends Error {
  override readonly name: string = 'StoreUnusable'
}

/** Another process (or this one) has the folder open. */
export class StoreLocked extends StoreUnusable {
  override readonly name = 'StoreLocked'

  constructor(folder: string) {
    super(`Another Waxseal process already uses ${folder} → stop it, or set another DATA_DIR`)
  }
}

/** The database in the folder is not whole. Nothing of it was changed. */
export class StoreDamaged extends StoreUnusable {
  override readonly name = 'StoreDamaged'

  constructor(cluster: string, what: string) {
    super(
      `DATA_DIR: the database in ${cluster} is damaged (${what}) → move this folder away and keep it, then restore the newest backup with waxseal restore`,
    )
  }
}

/** The folder has the rest of an installation, and no database. */
export class StoreGone extends StoreUnusable {
  override readonly name = 'StoreGone'

  constructor(folder: string) {
    super(
      `DATA_DIR: ${folder} has the secrets of an installation and no database → restore a backup with waxseal restore, set DATABASE_URL if its data is in PostgreSQL, or remove ${join(folder, 'secrets')} to set up a new installation`,
    )
  }
}

/** The disk has no room to open the database. It is whole. */
export class NoRoom extends Error {
  override readonly name = 'NoRoom'

  constructor(folder: string) {
    super(`DATA_DIR: the disk of ${folder} is full → free some space and start again`)
  }
}

/** Files without which PostgreSQL does not start, in a cluster of the embedded store. */
const neededFiles = ['PG_VERSION', join('global', 'pg_control')] as const
const neededFolders = ['base', 'pg_wal'] as const

/**
 * Refuses a cluster that lacks a part, before PostgreSQL opens it: PGlite makes a new, empty one where `PG_VERSION` is
 * missing, over the old one.
 *
 * @throws StoreDamaged
 */
export function refuseDamaged(cluster: string): void {
  for (const name of neededFiles) {
    const file = statSync(join(cluster, name), { throwIfNoEntry: false })
    if (file === undefined || !file.isFile()) throw new StoreDamaged(cluster, `${name} is missing`)
    if (file.size === 0) throw new StoreDamaged(cluster, `${name} is empty`)
  }
  for (const name of neededFolders) {
    if (!statSync(join(cluster, name), { throwIfNoEntry: false })?.isDirectory())
      throw new StoreDamaged(cluster, `${name} is missing`)
  }
}

/** What a start needs at least, in bytes: PostgreSQL writes a new WAL segment of 16 MB. */
const roomNeeded = 16 * 2 ** 20

/** Why PGlite could not open a cluster that has all its parts: it says no more than that it aborted. */
export async function whyNotOpened(
  cluster: string,
  { isNew, cause }: { isNew: boolean; cause: unknown },
): Promise<unknown> {
  if ((await freeBytes(cluster)) < roomNeeded) return new NoRoom(cluster)
  if (isNew) return cause
  const damaged = new StoreDamaged(cluster, 'PostgreSQL cannot start from its files')
  damaged.cause = cause
  return damaged
}

/** The bytes that this user may still write to the disk of a folder. */
export async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

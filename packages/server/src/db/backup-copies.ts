import { createWriteStream } from 'node:fs'
import { chmod, mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { version } from '../version.ts'
import { checkBackup } from './backup-file.ts'
import { writeBackup } from './backup-write.ts'
import { newestIn } from './migrations.ts'
import type { Store } from './store.ts'

/** Where the copies of an embedded store are. */
export function copiesIn(dataDir: string): string {
  return join(dataDir, 'backups')
}

/** How many copies are kept. */
const kept = 3
const copyName = /^before-migration-from-\d+\.gz$/

/**
 * Writes a backup of the store into `folder` and removes all but the last three. Its name has the schema of the data, so
 * a start that is repeated does not push out older copies.
 *
 * @returns the path of the copy
 * @throws when it cannot be written and read back: the data then must not be migrated
 */
export async function keepCopy(store: Store, folder: string): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, `before-migration-from-${await newestIn(store.db)}.gz`)
  await writeBackupFile(path, to => writeBackup(store, { version: version(), now: new Date() }, to))
  const copies = (await readdir(folder)).filter(name => copyName.test(name)).sort()
  for (const name of copies.slice(0, -kept)) await rm(join(folder, name))
  return path
}

/** How long a copy is kept. The privacy policy of the web application promises this. */
export const copyDays = 90

/** Removes the copies in `folder` that were written before `at`. */
export async function forgetCopies(folder: string, at: Date): Promise<void> {
  // Most installations have no such folder.
  const names = await readdir(folder).catch(() => [])
  for (const name of names.filter(each => copyName.test(each))) {
    const path = join(folder, name)
    if ((await stat(path)).mtime < at) await rm(path, { force: true })
  }
}

/**
 * Writes a backup beside its place, reads it back, and only then puts it there. Only its owner may read it.
 *
 * @throws BackupRefused when what was written is not whole; the file system's error
 */
export async function writeBackupFile(
  path: string,
  write: (to: NodeJS.WritableStream & import('node:stream').Writable) => Promise<void>,
) {
  const draft = `${path}.${process.pid}.part`
  await rm(draft, { force: true })
  try {
    const file = createWriteStream(draft, { flags: 'wx', mode: 0o600, flush: true })
    await write(file)
    const checked = await checkBackup(draft)
    await chmod(draft, 0o600)
    await rename(draft, path)
    return checked
  } finally {
    await rm(draft, { force: true })
  }
}

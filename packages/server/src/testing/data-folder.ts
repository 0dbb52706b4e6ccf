import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openEmbedded } from '../db/embedded.ts'
import { openQueue } from '../jobs/queue.ts'
import { silent } from './silent.ts'
import { cacheFolder, fingerprint } from './store.ts'

/**
 * A data folder after the first start of a server, for tests that are not about the first start: creating one takes
 * seconds, copying it does not. Remove it when done.
 */
export async function aDataFolder(name: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), `waxseal-${name}-`))
  await cp(await template('folder'), join(folder, 'postgres'), { recursive: true })
  return folder
}

/** Makes a folder a data folder as it is before the first migration: with a cluster that has no table. */
export async function putBareCluster(folder: string): Promise<void> {
  await cp(await template('bare'), join(folder, 'postgres'), { recursive: true })
}

/** A closed cluster, for a `folder` with our schema and the queue's. Created once for each state of the migrations and kept. */
async function template(kind: 'folder' | 'bare'): Promise<string> {
  const path = join(cacheFolder, `${kind}-${await fingerprint()}`)
  if (existsSync(path)) return path
  await mkdir(cacheFolder, { recursive: true })
  const fresh = await mkdtemp(`${path}-`)
  const store = await openEmbedded(fresh, { fsync() {} }, { opening: kind === 'folder' ? 'migrate' : 'as-is' })
  if (kind === 'folder') await (await openQueue(store, silent)).stop()
  await store.close()
  // Several test files may do this at once; the first one wins.
  await rename(join(fresh, 'postgres'), path).catch(() => {})
  await rm(fresh, { recursive: true, force: true })
  return path
}

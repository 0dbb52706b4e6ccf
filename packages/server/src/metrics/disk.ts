import { freeBytes as freeBytesOf } from '../db/unusable.ts'
import type { Deps } from '../deps.ts'
import type { Env } from '../env.ts'
import type { Part } from './parts.ts'

/** The embedded store stops writing a little above nothing: PostgreSQL needs a new WAL segment of 16 MB now and then. */
const roomNeeded = 32 * 2 ** 20
/** For so long a refused write counts. The next one says whether there is room again. */
const rememberedMs = 60_000

/**
 * The disk of the database. Of the embedded store's the free room is known; of PostgreSQL's only that it refused a write.
 */
export function diskWatch({
  env,
  store,
  now,
  freeBytes = freeBytesOf,
}: Pick<Deps, 'store' | 'now'> & { env: Pick<Env, 'dataDir'>; freeBytes?: (folder: string) => Promise<number> }) {
  let refusedAt = Number.NEGATIVE_INFINITY
  return {
    isFull: () => {
      refusedAt = now().getTime()
    },
    async look(): Promise<Part> {
      const at = now()
      if (Math.abs(at.getTime() - refusedAt) < rememberedMs)
        return { state: 'failed', at, reason: 'the database refused to write: its disk is full' }
      if (store.kind === 'postgres') return { state: 'ok', at, reason: null }
      const free = await freeBytes(env.dataDir).catch(() => null)
      if (free === null) return { state: 'unknown', at, reason: null }
      return free < roomNeeded
        ? { state: 'failed', at, reason: `${Math.round(free / 2 ** 20)} MB are free on the disk of DATA_DIR` }
        : { state: 'ok', at, reason: null }
    },
  }
}

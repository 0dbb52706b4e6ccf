import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { openEmbedded, startParams, storeOn } from '../db/embedded.ts'
import { inspect } from './kill.ts'
import { cutPower, RecordingFolder } from './power-loss.ts'
import { writeRounds } from './write-rounds.ts'

/** A cleanly closed cluster, and all later changes of its files while rows were written. */
export interface WriteRecord {
  base: string
  changes: RecordingFolder['changes']
}

/** Records `rounds` of writing. `durable: false` opens PGlite with its defaults, which never call fsync. */
export async function recordWrites(folder: string, rounds: number, options = { durable: true }): Promise<WriteRecord> {
  const first = await openEmbedded(folder)
  await first.close()
  const base = join(folder, 'base')
  const cluster = join(folder, 'postgres')
  await cp(cluster, base, { recursive: true })
  const files = new RecordingFolder(cluster)
  const pglite = await PGlite.create({ fs: files, ...(options.durable && { startParams }) })
  const store = await storeOn(pglite)
  await writeRounds(store, rounds, subject => files.note(subject))
  // The record is taken before the close, because a power cut is no clean shutdown.
  const changes = [...files.changes]
  await store.close()
  return { base, changes }
}

/** Cuts the power before change number `cut`, opens the remains in `target`, and compares. */
export async function survives(
  { base, changes }: WriteRecord,
  target: string,
  cut: number,
  random: () => number,
): Promise<{ acknowledged: number; problems: string[] }> {
  const notes = await cutPower({ base, target: join(target, 'postgres'), changes }, cut, random)
  try {
    return { acknowledged: notes.length, problems: await inspect(target, notes) }
  } catch (cause) {
    return { acknowledged: notes.length, problems: [`the store does not open: ${String(cause)}`] }
  }
}

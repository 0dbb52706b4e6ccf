import type { Tx } from '../../db/store.ts'
import type { Deps } from '../../deps.ts'
import { tellOfRun } from './turn-store.ts'

/** Lets a new run be taken: by the job if no process hears of it now, and by every process that does. */
export async function sendRun({ queue }: Pick<Deps, 'queue'>, tx: Tx, runId: string): Promise<void> {
  await queue.send('scan.run', { runId }, { tx, key: runId })
  await tellOfRun(tx, runId, 'queued')
}

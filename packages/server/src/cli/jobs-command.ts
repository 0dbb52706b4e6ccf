import type { OperatorDeps } from '../deps.ts'
import { deadLetters, dropDeadLetter, retryDeadLetters } from '../jobs/dead-letters.ts'
import { outboxStates, queueStates } from '../jobs/queue-state.ts'
import type { OperatorReply } from './operator-messages.ts'

/** `waxseal jobs`: what waits, runs and has failed, and the outgoing messages. */
export async function listJobs({ store, now }: Pick<OperatorDeps, 'store' | 'now'>): Promise<OperatorReply> {
  const [queues, failed, messages] = [
    await queueStates(store.db),
    await deadLetters(store.db),
    await outboxStates(store.db),
  ]
  const age = (at: Date | null) => (at === null ? '' : ageOf(now().getTime() - at.getTime()))
  const lines = [
    ...(queues.length === 0
      ? ['No jobs are waiting, running or failed.']
      : table([
          ['Jobs', 'waiting', 'retrying', 'running', 'failed', 'oldest'],
          ...queues.map(row => [
            row.queue,
            ...[row.waiting, row.retrying, row.running, row.failed].map(String),
            age(row.oldestAt),
          ]),
        ])),
    ...(messages.length === 0
      ? []
      : [
          '',
          ...table([
            ['Messages', 'waiting', 'held', 'sent', 'kept', 'failed', 'oldest'],
            ...messages.map(row => [
              row.kind,
              ...[row.waiting, row.held, row.sent, row.kept, row.failed].map(String),
              age(row.oldestAt),
            ]),
          ]),
          ...messages.flatMap(({ kind, lastError }) =>
            lastError === null ? [] : [`Last error of ${kind}: ${lastError}`],
          ),
        ]),
    ...failed.flatMap(({ id, queue, failedAt, attempts, error, ids }) => [
      '',
      `${id}  ${queue}  failed ${failedAt.toISOString().slice(0, 16).replace('T', ' ')} UTC after ${attempts} ${attempts === 1 ? 'attempt' : 'attempts'}`,
      `  ${error}`,
      ...(Object.keys(ids).length === 0
        ? []
        : [
            `  ${Object.entries(ids)
              .map(([name, value]) => `${name} ${value}`)
              .join(', ')}`,
          ]),
    ]),
    ...(failed.length === 0
      ? []
      : ['', 'Send one again with waxseal jobs retry ID, or delete it with waxseal jobs drop ID.']),
  ]
  const result = {
    queues: queues.map(({ oldestAt, ...row }) => ({ ...row, oldest_at: oldestAt?.toISOString() ?? null })),
    messages: messages.map(({ oldestAt, lastError, ...row }) => ({
      ...row,
      oldest_at: oldestAt?.toISOString() ?? null,
      last_error: lastError,
    })),
    failed: failed.map(({ failedAt, ...row }) => ({ ...row, failed_at: failedAt.toISOString() })),
  }
  return { ok: true, lines, result }
}

/** `waxseal jobs retry`: sends failed jobs again. */
export async function retryJobs(
  { store }: Pick<OperatorDeps, 'store'>,
  which: { id: string } | 'all',
): Promise<OperatorReply> {
  const done = await retryDeadLetters(store, which)
  if (done === null) return unknownJob(which === 'all' ? '' : which.id)
  const { sent, refused } = done
  const lines = [`${sent} ${sent === 1 ? 'job was' : 'jobs were'} sent again.`]
  if (refused > 0) lines.push(`${refused} stay failed, because an equal job already waits.`)
  return { ok: true, lines, result: { sent, refused } }
}

/** `waxseal jobs drop`: deletes a failed job. */
export async function dropJob({ store }: Pick<OperatorDeps, 'store'>, id: string): Promise<OperatorReply> {
  if (!(await dropDeadLetter(store, id))) return unknownJob(id)
  return { ok: true, lines: [`Deleted the failed job ${id}.`], result: { id } }
}

function unknownJob(id: string): OperatorReply {
  return { ok: false, message: `There is no failed job with the id ${id}. Run waxseal jobs to see all.` }
}

/** Columns: the first one left, the others right. */
function table(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map(row => row[column]?.length ?? 0)))
  return rows.map(row =>
    row
      .map((text, column) => (column === 0 ? text.padEnd(widths[column] ?? 0) : text.padStart(widths[column] ?? 0)))
      .join('  ')
      .trimEnd(),
  )
}

/** A duration in its largest unit. */
export function ageOf(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1_000))
  if (seconds < 120) return `${seconds} s`
  if (seconds < 7_200) return `${Math.round(seconds / 60)} min`
  return seconds < 172_800 ? `${Math.round(seconds / 3_600)} h` : `${Math.round(seconds / 86_400)} d`
}

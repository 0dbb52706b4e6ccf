import { displayText } from '@waxseal/core/dns'
import { sql } from 'drizzle-orm'
import { outbox } from '../db/schema/index.ts'
import type { Database } from '../db/store.ts'

/** The jobs of one queue by what they do now. */
export interface QueueState {
  queue: string
  /** Sent, and not started yet. */
  waiting: number
  /** Failed, and due again. */
  retrying: number
  running: number
  /** Dead letters: no attempt is left. */
  failed: number
  /** When the longest waiting or retrying job was sent. */
  oldestAt: Date | null
}

interface Count extends Record<string, unknown> {
  name: string
  state: string
  n: number
  oldest: number
}

/** The name of a queue's dead letters is its own after these characters. */
export const deadLetterPrefix = 'failed/'

/** Every queue that has a job which is not done. */
export async function queueStates(db: Pick<Database, 'execute'>): Promise<QueueState[]> {
  const { rows } = await db.execute<Count>(
    sql`select name, state::text, count(*)::int as n, (extract(epoch from min(created_on)) * 1000)::float8 as oldest
        from jobs.job where state < 'completed' or (state = 'failed' and starts_with(name, ${deadLetterPrefix}))
        group by name, state order by name`,
  )
  const states = new Map<string, QueueState>()
  for (const { name, state, n, oldest } of rows) {
    const isDead = name.startsWith(deadLetterPrefix)
    const queue = isDead ? name.slice(deadLetterPrefix.length) : name
    const row = states.get(queue) ?? { queue, waiting: 0, retrying: 0, running: 0, failed: 0, oldestAt: null }
    states.set(queue, row)
    if (isDead) row.failed += n
    else if (state === 'active') row.running += n
    else {
      row[state === 'retry' ? 'retrying' : 'waiting'] += n
      row.oldestAt = new Date(Math.min(oldest, row.oldestAt?.getTime() ?? oldest))
    }
  }
  return [...states.values()].sort((a, b) => (a.queue < b.queue ? -1 : 1))
}

/** The outgoing messages of one kind. */
export interface OutboxState {
  kind: string
  waiting: number
  /** Their channel is paused. */
  held: number
  sent: number
  /** Kept to be read, because this kind has no transport. */
  kept: number
  failed: number
  /** When the longest waiting message was written. */
  oldestAt: Date | null
  /** Of the last message that could not be handed over, whether or not another attempt follows. */
  lastError: string | null
}

const of = (state: OutboxRowState) => sql`(count(*) filter (where ${outbox.state} = ${state}))::int`
type OutboxRowState = (typeof outbox.$inferSelect)['state']

/** The outgoing messages that are still stored, by kind. */
export async function outboxStates(db: Pick<Database, 'execute'>): Promise<OutboxState[]> {
  const { rows } = await db.execute<
    Omit<OutboxState, 'oldestAt'> & { oldest: number | null } & Record<string, unknown>
  >(
    sql`select ${outbox.kind} as kind, ${of('waiting')} as waiting, ${of('held')} as held, ${of('sent')} as sent,
          ${of('kept')} as kept, ${of('failed')} as failed,
          (extract(epoch from min(${outbox.createdAt}) filter (where ${outbox.state} = 'waiting')) * 1000)::float8
            as oldest,
          (array_agg(${outbox.lastError} order by coalesce(${outbox.finishedAt}, ${outbox.nextTryAt}) desc)
            filter (where ${outbox.lastError} is not null))[1] as "lastError"
        from ${outbox} group by ${outbox.kind} order by ${outbox.kind}`,
  )
  return rows.map(({ oldest, lastError, ...row }) => ({
    ...row,
    oldestAt: oldest === null ? null : new Date(oldest),
    lastError: lastError === null ? null : displayText(lastError, 300),
  }))
}

import { randomUUID } from 'node:crypto'
import { and, desc, eq, inArray, lt, notInArray, sql } from 'drizzle-orm'
import { outbox } from '../db/schema/index.ts'
import type { Database, Tx } from '../db/store.ts'
import type { Deps } from '../deps.ts'
import type { OutboxDeps, OutboxRow } from './deliver.ts'
import type { Deliverers, OutboxPayloads } from './deliverers.ts'
import { lanesOf } from './lanes.ts'
import type { PeriodicTask } from './periodic.ts'
import type { JobHandlers } from './queue.ts'

/** A message of each kind with its payload. */
type Message = { [Kind in keyof OutboxPayloads]: { kind: Kind; payload: OutboxPayloads[Kind] } }[keyof OutboxPayloads]

/** How every kind of message leaves. */
type AllDeliverers = Deliverers<OutboxPayloads>

const keptForMs = 90 * 86_400_000

/**
 * Puts a message into the outbox: it is delivered if, and only if, the transaction commits.
 *
 * @param options.id of the delivery; a new one by default
 */
export async function enqueue(
  { queue, now }: Pick<Deps, 'queue' | 'now'>,
  tx: Tx,
  message: Message,
  options: { workspaceId?: string; id?: string } = {},
): Promise<void> {
  const at = now()
  await tx.insert(outbox).values({
    ...message,
    id: options.id ?? randomUUID(),
    workspaceId: options.workspaceId ?? null,
    state: 'waiting',
    nextTryAt: at,
    createdAt: at,
  })
  await queue.send('outbox.deliver', {}, { tx, key: 'deliver' })
}

/** Keeps a message that was handed over outside the outbox, or could not be, to be read with the others. */
export async function recordMessage(
  { store, now }: Pick<Deps, 'store' | 'now'>,
  message: Message,
  outcome: { id: string; workspaceId: string; state: 'sent' | 'kept' | 'failed'; lastError: string | null },
): Promise<void> {
  const at = now()
  const attempts = outcome.state === 'kept' ? 0 : 1
  await store.db
    .insert(outbox)
    .values({ ...message, ...outcome, attempts, nextTryAt: at, createdAt: at, finishedAt: at })
}

/** The newest messages of a workspace of these kinds, the newest first. */
export async function newestMessages(
  db: Database,
  workspaceId: string,
  kinds: readonly (keyof OutboxPayloads)[],
  limit: number,
): Promise<OutboxRow[]> {
  return db
    .select()
    .from(outbox)
    .where(and(eq(outbox.workspaceId, workspaceId), inArray(outbox.kind, [...kinds])))
    .orderBy(desc(outbox.createdAt), desc(outbox.id))
    .limit(limit)
}

/**
 * Holds a message whose channel is paused. It keeps its id and is sent when `retryNow` releases it. The deliverer holds it
 * in the transaction that sees the pause, so that a resume at the same moment releases it.
 */
export async function hold(tx: Tx, id: string): Promise<void> {
  await tx
    .update(outbox)
    .set({ state: 'held' })
    .where(and(eq(outbox.id, id), eq(outbox.state, 'waiting')))
}

/** Gives up the messages that are held and were written before a time. */
export async function giveUpHeld(db: Database, before: Date, now: Date): Promise<void> {
  await db
    .update(outbox)
    .set({ state: 'failed', finishedAt: now })
    .where(and(eq(outbox.state, 'held'), lt(outbox.createdAt, before)))
}

/**
 * Makes the waiting and held messages of one kind of a workspace due, because what made them fail was changed. One that is
 * being delivered is due again if that fails.
 */
export async function retryNow(
  { now }: Pick<Deps, 'now'>,
  tx: Tx,
  workspaceId: string,
  kind: keyof OutboxPayloads,
): Promise<void> {
  await tx
    .update(outbox)
    .set({ nextTryAt: now(), state: 'waiting' })
    .where(and(eq(outbox.workspaceId, workspaceId), eq(outbox.kind, kind), inArray(outbox.state, ['waiting', 'held'])))
}

/** Deletes the mails about an account that were written to this address. */
export async function forgetMailTo(db: Database, address: string): Promise<void> {
  await db.delete(outbox).where(and(eq(outbox.kind, 'mail'), sql`${outbox.payload} ->> 'to' = ${address}`))
}

/** What works on the outbox's job, and on its deliveries. */
export function outboxHandlers(deps: OutboxDeps, deliverers: AllDeliverers, deliveries = lanesOf(deps, deliverers)) {
  return { 'outbox.deliver': () => deliveries.fill() } satisfies Partial<JobHandlers>
}

/** Retries come due without a job; old messages are forgotten. */
export function periodicOutboxTasks(
  deps: OutboxDeps,
  deliverers: AllDeliverers,
  deliveries = lanesOf(deps, deliverers),
): PeriodicTask[] {
  return [
    { name: 'deliver outbox', everyMs: 15_000, run: () => deliveries.fill() },
    {
      name: 'forget outbox',
      everyMs: 3_600_000,
      deletesByAge: true,
      run: async now => {
        const before = new Date(now.getTime() - keptForMs)
        await deps.store.db
          .delete(outbox)
          .where(and(notInArray(outbox.state, ['waiting', 'held']), lt(outbox.finishedAt, before)))
      },
    },
  ]
}

/**
 * Delivers everything due now, and waits until that is done. A message is delivered at least once: a process that dies
 * between handing it over and writing that down leaves it to be sent again. Kinds without a deliverer wait for a process
 * that has one.
 *
 * @param signal when it is aborted, nothing more is begun
 * @param claimMs after so long other processes take over the messages of a process that died. A process that lives
 *   keeps its messages, however long their receivers take.
 */
export async function deliverDue<Payloads extends object>(
  deps: OutboxDeps,
  deliverers: Deliverers<Payloads>,
  signal?: AbortSignal,
  claimMs = 5 * 60_000,
): Promise<void> {
  const lanes = lanesOf(deps, deliverers, claimMs)
  await lanes.fill()
  if (signal?.aborted) await lanes.stop()
  else await lanes.idle()
}

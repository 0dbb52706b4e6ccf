import { randomUUID } from 'node:crypto'
import { and, asc, desc, eq, inArray, isNull, lt, lte, notInArray, or, sql } from 'drizzle-orm'
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core'
import { outbox } from '../db/schema/index.ts'
import type { Database, Tx } from '../db/store.ts'
import type { Deps } from '../deps.ts'
import { type Deliverers, Held, type OutboxPayloads } from './deliverers.ts'
import type { PeriodicTask } from './periodic.ts'
import type { JobHandlers } from './queue.ts'

export type OutboxRow = typeof outbox.$inferSelect

/** A message of each kind with its payload. */
type Message = { [Kind in keyof OutboxPayloads]: { kind: Kind; payload: OutboxPayloads[Kind] } }[keyof OutboxPayloads]

/** How every kind of message leaves. */
type AllDeliverers = Deliverers<OutboxPayloads>

/** What the outbox needs: less than everything, so that it can be tried alone. */
type OutboxDeps = Pick<Deps, 'store' | 'queue' | 'now' | 'log'>

const batch = 20
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

/** What works on the outbox's job. */
export function outboxHandlers(deps: OutboxDeps, deliverers: AllDeliverers) {
  return {
    'outbox.deliver': (_payload, signal) => deliverDue(deps, deliverers, signal),
  } satisfies Partial<JobHandlers>
}

/** Retries come due without a job; old messages are forgotten. */
export function periodicOutboxTasks(deps: OutboxDeps, deliverers: AllDeliverers): PeriodicTask[] {
  return [
    { name: 'deliver outbox', everyMs: 15_000, run: () => deliverDue(deps, deliverers) },
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
 * Delivers everything due now, batch after batch. A message is delivered at least once: a process that dies between
 * handing it over and writing that down leaves it to be sent again. Kinds without a deliverer wait for a process that
 * has one.
 *
 * @param claimMs after so long other processes take over the messages of a process that died. A process that lives
 *   keeps its messages, however long their receivers take.
 */
export async function deliverDue<Payloads extends object>(
  deps: OutboxDeps,
  deliverers: Deliverers<Payloads>,
  signal?: AbortSignal,
  claimMs = 5 * 60_000,
): Promise<void> {
  const claimed = await claimDue(deps, Object.keys(deliverers), claimMs)
  await Promise.all(claimed.map(row => deliver(deps, deliverers, row, claimMs)))
  if (claimed.length === batch && signal?.aborted !== true) await deliverDue(deps, deliverers, signal, claimMs)
}

/** Takes a batch that is due; other processes skip it and find the rest. */
function claimDue({ store, now }: OutboxDeps, kinds: string[], claimMs: number): Promise<ClaimedRow[]> {
  const at = now()
  return store.transaction(async tx => {
    const due = await tx
      .select()
      .from(outbox)
      .where(
        and(
          eq(outbox.state, 'waiting'),
          lte(outbox.nextTryAt, at),
          or(isNull(outbox.claimedUntil), lte(outbox.claimedUntil, at)),
          inArray(outbox.kind, kinds),
        ),
      )
      .orderBy(asc(outbox.nextTryAt))
      .limit(batch)
      .for('update', { skipLocked: true })
    const ids = due.map(row => row.id)
    if (ids.length === 0) return []
    const claimedUntil = new Date(at.getTime() + claimMs)
    await tx.update(outbox).set({ claimedUntil, nextTryAt: claimedUntil }).where(inArray(outbox.id, ids))
    return due.map(row => ({ ...row, claimedUntil, nextTryAt: claimedUntil }))
  })
}

type ClaimedRow = OutboxRow & { claimedUntil: Date }

/** A claim is kept for an hour at most: no receiver takes so long. */
const renewalsMax = 36

/** Keeps a message claimed until it is ended. Only the process that has the claim moves it on or ends it. */
function keepClaim({ store, now, log }: OutboxDeps, row: ClaimedRow, claimMs: number) {
  let { claimedUntil } = row
  const ours = () => and(eq(outbox.id, row.id), eq(outbox.claimedUntil, claimedUntil))
  const renew = async () => {
    const next = new Date(now().getTime() + claimMs)
    const rows = await store.db.update(outbox).set({ claimedUntil: next }).where(ours()).returning({ id: outbox.id })
    if (rows.length === 1) claimedUntil = next
  }
  let renewing = Promise.resolve()
  let renewals = 0
  const timer = setInterval(() => {
    if (++renewals === renewalsMax) clearInterval(timer)
    renewing = renewing.then(renew).catch((err: unknown) => log.warn({ err, outboxId: row.id }, 'a claim was not kept'))
  }, claimMs / 3)
  timer.unref()
  /** Ends the delivery, with what became of the message. */
  return async (values: PgUpdateSetSource<typeof outbox>): Promise<void> => {
    clearInterval(timer)
    await renewing
    await store.db
      .update(outbox)
      .set({ ...values, claimedUntil: null })
      .where(ours())
  }
}

async function deliver<Payloads extends object>(
  deps: OutboxDeps,
  deliverers: Deliverers<Payloads>,
  row: ClaimedRow,
  claimMs: number,
): Promise<void> {
  const end = keepClaim(deps, row, claimMs)
  // A row holds the payload of its kind: `enqueue` lets no other in.
  const deliverer = deliverers[row.kind as keyof Payloads]
  const attempts = row.attempts + 1
  const named = { outboxId: row.id, kind: row.kind, workspaceId: row.workspaceId, attempts }
  const delivery = { id: row.id, workspaceId: row.workspaceId }
  if (deliverer.deliver === null) return end({ state: 'kept', finishedAt: deps.now() })
  try {
    await deliverer.deliver(row.payload as Payloads[keyof Payloads], delivery)
    await end({ state: 'sent', attempts, finishedAt: deps.now(), lastError: null })
    deps.log.info(named, 'a message was handed over')
  } catch (cause) {
    const lastError = String(cause instanceof Error ? cause.message : cause).slice(0, 500)
    deps.log.warn({ err: cause, ...named }, 'a message could not be handed over')
    if (cause instanceof Held) return end({ attempts, lastError })
    const isFinal = deliverer.isRefusal(cause) || attempts >= deliverer.attemptsMax
    if (isFinal) return end({ state: 'failed', attempts, lastError, finishedAt: deps.now() })
    const nextTryAt = new Date(deps.now().getTime() + deliverer.waitMs(attempts, cause, delivery)).toISOString()
    // `retryNow` may have made it due meanwhile.
    const isSame = sql`${outbox.nextTryAt} = ${row.nextTryAt.toISOString()}::timestamptz`
    const later = sql`case when ${isSame} then ${nextTryAt}::timestamptz else ${outbox.nextTryAt} end`
    await end({ attempts, lastError, nextTryAt: later })
  }
}

import { and, asc, eq, inArray, lt, lte, ne } from 'drizzle-orm'
import { outbox } from '../db/schema/index.ts'
import type { Tx } from '../db/store.ts'
import type { Deps } from '../deps.ts'
import { type Mail, MailRefused } from '../ports.ts'
import type { PeriodicTask } from './periodic.ts'
import type { JobHandlers } from './queue.ts'

type OutboxRow = typeof outbox.$inferSelect

/** What the outbox needs: less than everything, so that it can be tried alone. */
export type OutboxDeps = Pick<Deps, 'store' | 'queue' | 'mail' | 'now' | 'log'>

const batch = 20
/** While one process delivers a message no other touches it for this long. */
const claimMs = 5 * 60_000
/** The waits grow to six hours; the last of twelve attempts comes about fifteen hours after the first. */
const attemptsMax = 12
const firstWaitMs = 30_000
const longestWaitMs = 6 * 3_600_000
const keptForMs = 90 * 86_400_000

/** Puts a mail into the outbox: it is sent if, and only if, the transaction commits. */
export async function enqueueMail(
  { queue, now }: Pick<Deps, 'queue' | 'now'>,
  tx: Tx,
  mail: Mail,
  options: { accountId?: string } = {},
): Promise<void> {
  const at = now()
  await tx.insert(outbox).values({
    accountId: options.accountId ?? null,
    kind: 'mail',
    payload: mail,
    state: 'waiting',
    nextTryAt: at,
    createdAt: at,
  })
  await queue.send('outbox.deliver', {}, { tx, key: 'deliver' })
}

/** What works on the outbox's job. */
export function outboxHandlers(deps: OutboxDeps) {
  return {
    'outbox.deliver': (_payload, signal) => deliverDue(deps, signal),
  } satisfies Partial<JobHandlers>
}

/** Retries come due without a job; old messages are forgotten. */
export function periodicOutboxTasks(deps: OutboxDeps): PeriodicTask[] {
  return [
    { name: 'deliver outbox', everyMs: 15_000, run: () => deliverDue(deps) },
    {
      name: 'forget outbox',
      everyMs: 3_600_000,
      run: async now => {
        const before = new Date(now.getTime() - keptForMs)
        await deps.store.db.delete(outbox).where(and(ne(outbox.state, 'waiting'), lt(outbox.finishedAt, before)))
      },
    },
  ]
}

/**
 * Delivers everything due now, batch after batch. A message is delivered at least once: a process that dies between
 * handing it over and writing that down leaves it to be sent again.
 */
export async function deliverDue(deps: OutboxDeps, signal?: AbortSignal): Promise<void> {
  const claimed = await claimDue(deps)
  await Promise.all(claimed.map(row => deliver(deps, row)))
  if (claimed.length === batch && signal?.aborted !== true) await deliverDue(deps, signal)
}

/** Takes a batch that is due; other processes skip it and find the rest. */
function claimDue({ store, now }: OutboxDeps): Promise<OutboxRow[]> {
  const at = now()
  return store.transaction(async tx => {
    const due = await tx
      .select()
      .from(outbox)
      .where(and(eq(outbox.state, 'waiting'), lte(outbox.nextTryAt, at)))
      .orderBy(asc(outbox.nextTryAt))
      .limit(batch)
      .for('update', { skipLocked: true })
    const ids = due.map(row => row.id)
    if (ids.length === 0) return []
    await tx
      .update(outbox)
      .set({ nextTryAt: new Date(at.getTime() + claimMs) })
      .where(inArray(outbox.id, ids))
    return due
  })
}

async function deliver(deps: OutboxDeps, row: OutboxRow): Promise<void> {
  const end = async (values: Partial<OutboxRow>) => {
    await deps.store.db.update(outbox).set(values).where(eq(outbox.id, row.id))
  }
  const attempts = row.attempts + 1
  if (deps.mail.kind === 'outbox') return end({ state: 'kept', finishedAt: deps.now() })
  try {
    await deps.mail.send(row.payload)
    await end({ state: 'sent', attempts, finishedAt: deps.now(), lastError: null })
  } catch (cause) {
    const lastError = String(cause instanceof Error ? cause.message : cause).slice(0, 500)
    deps.log.warn({ err: cause, outboxId: row.id, attempts }, 'a mail could not be handed over')
    const final = cause instanceof MailRefused
    if (final || attempts >= attemptsMax) return end({ state: 'failed', attempts, lastError, finishedAt: deps.now() })
    const wait = Math.min(longestWaitMs, firstWaitMs * 2 ** (attempts - 1))
    await end({ attempts, lastError, nextTryAt: new Date(deps.now().getTime() + wait) })
  }
}

import { and, eq, sql } from 'drizzle-orm'
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core'
import { outbox } from '../db/schema/index.ts'
import type { Deps } from '../deps.ts'
import { type Deliverers, Held } from './deliverers.ts'

export type OutboxRow = typeof outbox.$inferSelect

/** What the outbox needs: less than everything, so that it can be tried alone. */
export type OutboxDeps = Pick<Deps, 'store' | 'queue' | 'now' | 'log'>

/** A message that this process has taken: no other one delivers it until then. */
export type ClaimedRow = OutboxRow & { claimedUntil: Date }

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

/** Delivers one message and writes down how that went. */
export async function deliver<Payloads extends object>(
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

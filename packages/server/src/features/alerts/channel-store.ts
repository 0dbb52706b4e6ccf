import type { ChannelKind } from '@waxseal/core/alert'
import { and, asc, eq, isNotNull, isNull, lte } from 'drizzle-orm'
import { alertChannel } from '../../db/schema/index.ts'
import type { Database, Tx } from '../../db/store.ts'

export type ChannelRow = typeof alertChannel.$inferSelect

/** How a channel is doing when nothing is wrong. */
const healthy = { failingSince: null, pausedAt: null, pauseReason: null } as const

export async function channelRows(db: Database | Tx, workspaceId: string): Promise<ChannelRow[]> {
  return db.select().from(alertChannel).where(eq(alertChannel.workspaceId, workspaceId)).orderBy(asc(alertChannel.kind))
}

/** The row of a channel, locked until the transaction ends; made when there is none. */
export async function lockedChannel(tx: Tx, workspaceId: string, kind: ChannelKind): Promise<ChannelRow> {
  await tx.insert(alertChannel).values({ workspaceId, kind }).onConflictDoNothing()
  const [row] = await tx.select().from(alertChannel).where(is(workspaceId, kind)).for('update')
  if (row === undefined) throw new Error('a channel was inserted and not found')
  return row
}

/** Sets or removes the encrypted URL of a webhook. What went wrong with the one before is forgotten. */
export async function setTarget(tx: Tx, workspaceId: string, kind: ChannelKind, target: string | null): Promise<void> {
  await tx
    .insert(alertChannel)
    .values({ workspaceId, kind, target })
    .onConflictDoUpdate({ target: [alertChannel.workspaceId, alertChannel.kind], set: { target, ...healthy } })
}

export async function updateChannel(
  tx: Tx,
  { workspaceId, kind }: Pick<ChannelRow, 'workspaceId' | 'kind'>,
  values: Partial<Omit<ChannelRow, 'workspaceId' | 'kind' | 'target'>>,
): Promise<void> {
  await tx.update(alertChannel).set(values).where(is(workspaceId, kind))
}

/** A channel works: it is neither failing nor paused. */
export async function markHealthy(tx: Tx, workspaceId: string, kind: ChannelKind): Promise<void> {
  await tx.update(alertChannel).set(healthy).where(is(workspaceId, kind))
}

/** A channel whose last message failed works again. */
export async function endFailing(db: Database, workspaceId: string, kind: ChannelKind): Promise<void> {
  await db
    .update(alertChannel)
    .set({ failingSince: null })
    .where(and(is(workspaceId, kind), isNotNull(alertChannel.failingSince)))
}

/**
 * Channels whose next message is due, locked until the transaction ends; other processes skip them. Those that are
 * failing or paused keep their alerts.
 */
export async function dueChannels(tx: Tx, now: Date, limit: number): Promise<ChannelRow[]> {
  return tx
    .select()
    .from(alertChannel)
    .where(and(lte(alertChannel.dueAt, now), isNull(alertChannel.failingSince), isNull(alertChannel.pausedAt)))
    .orderBy(asc(alertChannel.dueAt))
    .limit(limit)
    .for('update', { skipLocked: true })
}

/** Every stored URL, for the change of the encryption key. */
export async function storedTargets(db: Database): Promise<ChannelRow[]> {
  return db.select().from(alertChannel).where(isNotNull(alertChannel.target))
}

/** Replaces a stored URL by `sealed`, unless somebody has replaced it since it was read. */
export async function resealTarget(
  db: Database,
  { workspaceId, kind, before, sealed }: { workspaceId: string; kind: ChannelKind; before: string; sealed: string },
): Promise<void> {
  await db
    .update(alertChannel)
    .set({ target: sealed })
    .where(and(is(workspaceId, kind), eq(alertChannel.target, before)))
}

const is = (workspaceId: string, kind: ChannelKind) =>
  and(eq(alertChannel.workspaceId, workspaceId), eq(alertChannel.kind, kind))

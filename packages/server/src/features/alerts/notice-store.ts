import type { Alert, ChannelKind } from '@waxseal/core/alert'
import { and, asc, count, desc, eq, gte, inArray, isNull, lt, sql } from 'drizzle-orm'
import { alert, alertNotice } from '../../db/schema/index.ts'
import type { Database, Tx } from '../../db/store.ts'

export type AlertRow = typeof alert.$inferSelect

/** Stores what was raised or resolved; undefined when the same cause did so before. */
export async function insertAlert(tx: Tx, row: typeof alert.$inferInsert): Promise<AlertRow | undefined> {
  const [added] = await tx
    .insert(alert)
    .values(row)
    .onConflictDoNothing({ target: [alert.workspaceId, alert.cause] })
    .returning()
  return added
}

/** The newest alert about one of these changes of a domain that was raised since; null: there is none. */
export async function alertOfChanges(
  tx: Tx,
  domainId: string,
  { descriptions, since }: { descriptions: readonly string[]; since: Date },
): Promise<Pick<AlertRow, 'id' | 'description'> | null> {
  const [row] = await tx
    .select({ id: alert.id, description: alert.description })
    .from(alert)
    .where(
      and(
        eq(alert.domainId, domainId),
        eq(alert.state, 'raised'),
        gte(alert.at, since),
        inArray(alert.description, [...descriptions]),
      ),
    )
    .orderBy(desc(alert.at))
    .limit(1)
  return row ?? null
}

/** Words an alert anew; a message that was sent keeps its words. */
export async function describeAlert(tx: Tx, id: string, description: string): Promise<void> {
  await tx.update(alert).set({ description }).where(eq(alert.id, id))
}

/** The descriptions of what was raised about something that is not a domain, and not resolved since. */
export async function openAlerts(tx: Tx, workspaceId: string, name: string): Promise<ReadonlySet<string>> {
  const rows = await tx
    .select({ description: alert.description, state: alert.state })
    .from(alert)
    .where(and(eq(alert.workspaceId, workspaceId), eq(alert.name, name), isNull(alert.domainId)))
    .orderBy(asc(alert.at))
  const open = new Set<string>()
  for (const { description, state } of rows) {
    if (state === 'raised') open.add(description)
    else open.delete(description)
  }
  return open
}

export async function insertNotices(tx: Tx, rows: readonly (typeof alertNotice.$inferInsert)[]): Promise<void> {
  if (rows.length > 0) await tx.insert(alertNotice).values([...rows])
}

/** How urgent an alert is, the most urgent first. */
const urgency = sql`case ${alert.severity} when 'critical' then 0 when 'warning' then 1 else 2 end`

/** The alerts that wait for the next message of a channel, the most urgent first, then the oldest; at most `limit`. */
export async function waitingAlerts(
  tx: Tx,
  workspaceId: string,
  channel: ChannelKind,
  limit: number,
): Promise<{ alerts: AlertRow[]; total: number }> {
  const waiting = isWaiting(workspaceId, channel)
  const rows = await tx
    .select({ alert })
    .from(alertNotice)
    .innerJoin(alert, eq(alert.id, alertNotice.alertId))
    .where(waiting)
    .orderBy(urgency, asc(alert.at), asc(alert.id))
    .limit(limit)
  const [counted] = await tx.select({ n: count() }).from(alertNotice).where(waiting)
  return { alerts: rows.map(row => row.alert), total: counted?.n ?? 0 }
}

/** This message sends all waiting alerts of a channel. */
export async function assignNotices(
  tx: Tx,
  workspaceId: string,
  channel: ChannelKind,
  outboxId: string,
): Promise<void> {
  await tx.update(alertNotice).set({ outboxId }).where(isWaiting(workspaceId, channel))
}

/** A channel that is switched off tells nothing of what waited. */
export async function dropNotices(tx: Tx, workspaceId: string, channel: ChannelKind): Promise<void> {
  await tx.delete(alertNotice).where(isWaiting(workspaceId, channel))
}

/** Deletes alerts before a time, and what waits of alerts before another one. */
export async function forgetAlerts(db: Database, before: { alerts: Date; waiting: Date }): Promise<void> {
  await db.delete(alert).where(lt(alert.at, before.alerts))
  const old = db.select({ id: alert.id }).from(alert).where(lt(alert.at, before.waiting))
  await db.delete(alertNotice).where(and(isNull(alertNotice.outboxId), inArray(alertNotice.alertId, old)))
}

const isWaiting = (workspaceId: string, channel: ChannelKind) =>
  and(eq(alertNotice.workspaceId, workspaceId), eq(alertNotice.channel, channel), isNull(alertNotice.outboxId))

/** A stored alert as every channel tells it. */
export function alertOf(row: AlertRow, publicUrl: string): Alert {
  return {
    alert_type: row.type,
    severity: row.severity,
    domain_name: row.name,
    description: row.description,
    old_value: row.oldValue ?? null,
    new_value: row.newValue ?? null,
    timestamp: row.at.toISOString(),
    state: row.state,
    ...(row.domainId !== null && { url: `${publicUrl}${pageOf(row.type, row.domainId)}` }),
  }
}

function pageOf(type: AlertRow['type'], domainId: string): string {
  return type === 'dns_mx_change' ? `/dns-history?domain=${domainId}` : `/diagnostics/${domainId}`
}

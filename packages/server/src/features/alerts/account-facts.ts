import { type AlertMemory, channelKinds } from '@waxseal/core/alert'
import {
  type AccountQuery,
  type AlertsFacts,
  accountBounds,
  bounded,
  type ChannelsFacts,
  privateText,
} from '@waxseal/core/assistant'
import { mayUse } from '@waxseal/core/plan'
import { and, desc, eq, isNotNull, sql } from 'drizzle-orm'
import { countedRows, countOf, within } from '../../db/bounded-read.ts'
import { alert, alertMemory, domain } from '../../db/schema/index.ts'
import type { Deps } from '../../deps.ts'
import type { Actor } from '../workspaces/actor.ts'
import { alertingOf } from './channels.ts'

/** What was raised, and what is open, for the analyst. */
export async function alertsFacts(
  { store: { db } }: Pick<Deps, 'store'>,
  { workspace: { id } }: Actor,
  asked: AccountQuery,
): Promise<AlertsFacts> {
  const raised = and(
    eq(alert.workspaceId, id),
    asked.domain === undefined ? undefined : and(eq(alert.name, asked.domain), isNotNull(alert.domainId)),
    within(alert.at, asked),
  )
  const raisedAt = sql<string>`${alertMemory.memory}->>'raisedAt'`
  const isOpen = and(
    eq(domain.workspaceId, id),
    asked.domain === undefined ? undefined : eq(domain.name, asked.domain),
    eq(sql`${alertMemory.memory}->>'state'`, sql`'open'`),
  )
  const [recent, recentCount, open, openCount] = await Promise.all([
    db.select().from(alert).where(raised).orderBy(desc(alert.at), desc(alert.id)).limit(accountBounds.alerts),
    countOf(db, db.select({ id: alert.id }).from(alert).where(raised).limit(countedRows).as('counted')),
    db
      .select({ name: domain.name, memory: alertMemory.memory })
      .from(domain)
      .innerJoin(alertMemory, eq(alertMemory.domainId, domain.id))
      .where(isOpen)
      // ISO 8601, so texts are in the order of their times.
      .orderBy(desc(raisedAt), domain.name, alertMemory.key)
      .limit(accountBounds.openAlerts),
    countOf(
      db,
      db
        .select({ key: alertMemory.key })
        .from(domain)
        .innerJoin(alertMemory, eq(alertMemory.domainId, domain.id))
        .where(isOpen)
        .limit(countedRows)
        .as('counted'),
    ),
  ])
  return {
    recent: bounded(
      recent.map(({ type, severity, state, name, domainId, description, at }) => ({
        type,
        severity,
        state,
        name,
        isDomain: domainId !== null,
        description,
        at: at.toISOString(),
      })),
      recentCount,
    ),
    open: bounded(
      open.map(({ name, memory }) => openOf(name, memory)),
      openCount,
    ),
  }
}

function openOf(name: string, { candidate, raisedAt }: AlertMemory): AlertsFacts['open']['items'][number] {
  const { type, severity, description } = candidate
  // What is open was raised.
  return { type, severity, domain: name, description, at: raisedAt ?? '' }
}

/** Where alerts go, for the analyst: no webhook and no secret. */
export async function channelsFacts(
  deps: Pick<Deps, 'store' | 'mail' | 'sealer'>,
  { workspace: { id, tier } }: Actor,
): Promise<ChannelsFacts> {
  const { settings, channels } = await alertingOf(deps, deps.store.db, id)
  const allowed = mayUse(tier, 'alerts')
  return {
    allowed,
    hasMail: deps.mail.kind === 'smtp',
    types: settings.alertTypes,
    channels: channelKinds.map(kind => {
      const { state, to, reason, pausedAt } = channels[kind]
      return {
        kind,
        // Without alerts in the plan nothing is sent.
        state: allowed ? state : 'off',
        address: kind === 'email' && to !== null ? privateText('address', to) : null,
        reason: allowed && reason !== null ? privateText('reply', reason) : null,
        pausedAt: allowed ? (pausedAt?.toISOString() ?? null) : null,
      }
    }),
  }
}

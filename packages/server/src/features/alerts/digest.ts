import { randomUUID } from 'node:crypto'
import { type Alert, type ChannelKind, shownMax } from '@waxseal/core/alert'
import type { Tx } from '../../db/store.ts'
import type { Deps } from '../../deps.ts'
import { enqueue } from '../../jobs/outbox.ts'
import { type ChannelRow, dueChannels, updateChannel } from './channel-store.ts'
import { alertingOf } from './channels.ts'
import { alertOf, assignNotices, dropNotices, waitingAlerts } from './notice-store.ts'
import { alertedTier } from './subject.ts'

/** After a message, other alerts are collected for so long; docs/decisions/0045-alert-delivery.md. */
const windowMs = 10 * 60_000
/** A critical alert waits for so long at most, so that a hundred of them are not a hundred messages. */
const criticalWindowMs = 60_000
const batch = 50

/**
 * When a channel sends an alert that was raised now: at once after a quiet time, else at the end of the window that its
 * last message opened.
 */
export function dueAt(
  { lastMessageAt, dueAt: earlier }: Pick<ChannelRow, 'lastMessageAt' | 'dueAt'>,
  severity: Alert['severity'],
  now: Date,
): Date {
  const window = severity === 'critical' ? criticalWindowMs : windowMs
  const end = Math.max(now.getTime(), (lastMessageAt?.getTime() ?? 0) + window)
  return new Date(Math.min(end, earlier?.getTime() ?? end))
}

/** Puts together the message of each channel that is due, batch after batch. Two processes share the channels. */
export async function sendDue(deps: Deps): Promise<void> {
  for (;;) {
    const done = await deps.store.transaction(async tx => {
      const due = await dueChannels(tx, deps.now(), batch)
      for (const row of due) await sendWaiting(deps, tx, row)
      return due.length
    })
    if (done < batch) return
  }
}

async function sendWaiting(deps: Deps, tx: Tx, row: ChannelRow): Promise<void> {
  const { workspaceId, kind } = row
  const { channels } = await alertingOf(deps, tx, workspaceId)
  const { state } = channels[kind]
  // The plan may have lost its alerts since they were raised.
  const isAllowed = (await alertedTier(deps, tx, workspaceId)) !== null
  if (state === 'on' && isAllowed) await sendMessage(deps, tx, row)
  else await updateChannel(tx, row, { dueAt: null })
  if (state === 'off' || state === 'unsubscribed' || !isAllowed) await dropNotices(tx, workspaceId, kind)
}

async function sendMessage(deps: Deps, tx: Tx, row: ChannelRow): Promise<void> {
  const { workspaceId, kind } = row
  const { publicUrl } = deps.env
  const { alerts, total } = await waitingAlerts(tx, workspaceId, kind, shownMax)
  if (total === 0) return updateChannel(tx, row, { dueAt: null })
  const id = randomUUID()
  const message = messageOf(publicUrl, id, {
    alerts: alerts.map(alert => alertOf(alert, publicUrl)),
    more: total - alerts.length,
  })
  await enqueue(deps, tx, { kind, payload: message }, { workspaceId, id })
  await assignNotices(tx, workspaceId, kind, id)
  await updateChannel(tx, row, { dueAt: null, lastMessageAt: deps.now() })
}

/** A message with these alerts. */
export function messageOf(publicUrl: string, deliveryId: string, content: { alerts: readonly Alert[]; more: number }) {
  return { deliveryId, ...content, settingsUrl: `${publicUrl}/alerts`, productUrl: `${publicUrl}/dashboard` }
}

/** The channels that take alerts now, and those that keep them for later. */
export function takesAlerts(channels: Awaited<ReturnType<typeof alertingOf>>['channels']): ChannelKind[] {
  const kinds = Object.keys(channels) as ChannelKind[]
  return kinds.filter(kind => channels[kind].state !== 'off' && channels[kind].state !== 'unsubscribed')
}

import { createHash } from 'node:crypto'
import { type AlertMemory, alertTypes } from '@waxseal/core/alert'
import * as schema from '../db/schema/index.ts'
import type { Database } from '../db/store.ts'
import { sealedFor } from '../features/alerts/channels.ts'
import { messageOf } from '../features/alerts/digest.ts'
import { testSealer } from './offline.ts'

interface Filling {
  name: string
  workspace: { id: string }
  make: (name: string) => string
  now: Date
}

const minute = 60_000
const day = 24 * 60 * minute

/** The token of the confirmation link that the old address of a workspace got. */
export function confirmTokenOf(workspaceId: string): string {
  return `token of ${workspaceId}`
}

/** What is remembered of a problem that people know of. */
const aMemory: AlertMemory = {
  version: 1,
  candidate: {
    type: 'dmarc_fail',
    key: 'dmarc',
    state: 'raised',
    severity: 'critical',
    description: 'DMARC record missing',
    old_value: 'v=DMARC1; p=reject',
    new_value: null,
    cause: { kind: 'dmarc', strength: 3 },
    basis: null,
  },
  raisedAt: '2026-11-19T09:00:00.000Z',
  state: 'open',
}

/** The webhooks of `fillAlerts`. */
export function webhookOf(name: string, kind: 'slack' | 'webhook'): string {
  return kind === 'slack' ? `https://hooks.slack.com/services/${name}` : `https://receiver.example/${name}`
}

/**
 * Alert settings with an address that waits for its confirmation, a paused Slack channel, and a webhook of the workspace's
 * own with an alert that is due; alerts, one of them old; a message that was sent.
 */
export async function fillAlerts(
  db: Database,
  { name, workspace, make, now }: Filling,
  domains: readonly { id: string; name: string }[],
): Promise<void> {
  const workspaceId = workspace.id
  const ago = (ms: number) => new Date(now.getTime() - ms)
  const sealed = (kind: 'slack' | 'webhook') => testSealer.seal(webhookOf(name, kind), sealedFor(workspaceId, kind))
  await db.insert(schema.alertSettings).values({
    workspaceId,
    emailAlerts: true,
    email: `alerts@${name}.example.net`,
    alertTypes: [...alertTypes],
    webhookSecret: testSealer.seal(`whsec_${name}`, sealedFor(workspaceId, 'secret')),
    version: 3,
  })
  const paused = { failingSince: ago(3 * day), pausedAt: ago(minute), pauseReason: '410 channel_is_archived' }
  await db.insert(schema.alertChannel).values([
    { workspaceId, kind: 'slack', target: sealed('slack'), ...paused },
    { workspaceId, kind: 'webhook', target: sealed('webhook'), lastMessageAt: ago(day), dueAt: ago(minute) },
  ])
  const address = (what: string) => ({
    workspaceId,
    email: `${what}@${name}.example.net`,
    unsubscribeToken: make(`${name} unsubscribe ${what}`),
  })
  const tokenHash = createHash('sha256').update(confirmTokenOf(workspaceId)).digest('hex')
  await db
    .insert(schema.alertAddress)
    .values([address('alerts'), { ...address('old'), tokenHash, expiresAt: ago(-2 * day) }])
  const id = make(`${name} slack message`)
  await db.insert(schema.outbox).values({
    id,
    workspaceId,
    kind: 'slack',
    payload: messageOf('http://localhost:3000', id, { alerts: [], more: 1 }),
    state: 'sent',
    attempts: 1,
    nextTryAt: ago(day),
    createdAt: ago(day),
    finishedAt: ago(day),
  })
  for (const domain of domains) {
    const alert = (what: string, at: Date) => ({
      id: make(`${name} alert ${what} of ${domain.name}`),
      workspaceId,
      domainId: domain.id,
      name: domain.name,
      type: 'dmarc_fail' as const,
      state: 'raised' as const,
      severity: 'warning' as const,
      description: `DMARC of ${name} is missing`,
      at,
      cause: `${what} of ${domain.id}`,
    })
    const [told, waits, old] = [alert('told', ago(day)), alert('waits', ago(minute)), alert('old', ago(500 * day))]
    await db.insert(schema.alert).values([told, waits, old])
    await db.insert(schema.alertNotice).values([
      { alertId: told.id, workspaceId, channel: 'slack', outboxId: id },
      { alertId: waits.id, workspaceId, channel: 'webhook' },
      { alertId: waits.id, workspaceId, channel: 'slack' },
    ])
    await db.insert(schema.alertMemory).values({ domainId: domain.id, key: 'dmarc_fail dmarc', memory: aMemory })
  }
}

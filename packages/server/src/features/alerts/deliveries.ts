import type { listDeliveries, ReplyOf } from '@waxseal/contract'
import { type AlertMessage, type ChannelKind, channelKinds, renderEmail } from '@waxseal/core/alert'
import type { Deps } from '../../deps.ts'
import type { OutboxRow } from '../../jobs/deliver.ts'
import { newestMessages } from '../../jobs/outbox.ts'
import type { Actor } from '../workspaces/actor.ts'

type Reply = ReplyOf<typeof listDeliveries>

/** The newest alert messages of a workspace, and what became of each. */
export async function deliveriesOf({ store }: Deps, { workspace }: Actor, limit: number): Promise<Reply> {
  const rows = await newestMessages(store.db, workspace.id, channelKinds, limit)
  return { deliveries: rows.map(present) }
}

function present(row: OutboxRow): Reply['deliveries'][number] {
  // The rows were asked for by these kinds, and `enqueue` lets no other payload in.
  const message = row.payload as AlertMessage
  const mail = renderEmail(message)
  return {
    id: row.id,
    channel: row.kind as ChannelKind,
    state: row.state === 'held' ? 'waiting' : row.state,
    subject: mail.subject,
    text: row.state === 'kept' ? mail.text : null,
    alerts: message.alerts.length + message.more,
    attempts: row.attempts,
    last_error: row.lastError,
    created_at: row.createdAt.toISOString(),
    finished_at: row.finishedAt?.toISOString() ?? null,
    next_try_at: row.state === 'waiting' ? row.nextTryAt.toISOString() : null,
  }
}

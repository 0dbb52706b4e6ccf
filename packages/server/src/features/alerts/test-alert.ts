import { randomUUID } from 'node:crypto'
import { type ReplyOf, type testAlert, wording } from '@waxseal/contract'
import type { Alert, ChannelKind } from '@waxseal/core/alert'
import type { Deps } from '../../deps.ts'
import { Refusal } from '../../errors.ts'
import { throttleOf } from '../../http/rate-limit.ts'
import { recordMessage } from '../../jobs/outbox.ts'
import { MailRefused, PostFailed } from '../../ports.ts'
import { type Actor, callerId } from '../workspaces/actor.ts'
import { alertingOf, type Channel } from './channels.ts'
import { sendBy } from './deliver.ts'
import { messageOf } from './digest.ts'
import { requireAlerts } from './settings.ts'

type Reply = ReplyOf<typeof testAlert>

/** Test messages of one person by one channel. */
const limit = { max: 5, windowMs: 3_600_000 }

const notAccepted = 'The mail server did not accept the message. Please try again later.'

/**
 * Sends a test message by one channel now, and returns what the other side answered. It is listed with the deliveries,
 * and is not tried again.
 *
 * @throws Refusal `feature_locked`; `conflict` for a channel that may not be used; `rate_limited`
 */
export async function sendTest(deps: Deps, actor: Actor, kind: ChannelKind): Promise<Reply> {
  requireAlerts(actor)
  const workspaceId = actor.workspace.id
  const { channels } = await alertingOf(deps, deps.store.db, workspaceId)
  const channel = channels[kind]
  requireUsable(channel)
  const wait = await throttleOf(deps)(`alerts.test ${kind} ${callerId(actor)}`, limit)
  if (wait !== null) throw new Refusal('rate_limited', wording.rateLimited)
  const id = randomUUID()
  const payload = messageOf(deps.env.publicUrl, id, { alerts: [anAlert(deps.now())], more: 0 })
  const reply = await outcomeOf(deps, { kind, channel, workspaceId }, payload)
  const lastError = reply.state === 'failed' ? reply.answer : null
  await recordMessage(deps, { kind, payload }, { id, workspaceId, state: reply.state, lastError })
  return reply
}

function requireUsable({ state, to }: Channel): void {
  if (state === 'waiting') throw new Refusal('conflict', wording.addressUnconfirmed)
  if (state === 'unsubscribed') throw new Refusal('conflict', wording.addressUnsubscribed)
  if (state === 'off' || to === null) throw new Refusal('conflict', wording.channelOff)
}

async function outcomeOf(
  deps: Deps,
  by: Parameters<typeof sendBy>[1],
  message: Parameters<typeof sendBy>[2],
): Promise<Reply> {
  if (by.kind === 'email' && deps.mail.kind === 'outbox') return { state: 'kept', answer: wording.noMailServer }
  try {
    return { state: 'sent', answer: await sendBy(deps, by, message) }
  } catch (cause) {
    if (cause instanceof PostFailed || cause instanceof MailRefused) return { state: 'failed', answer: cause.message }
    // What went wrong on our side is the operator's affair, and may name servers of theirs.
    deps.log.warn(
      { err: cause, channel: by.kind, workspaceId: by.workspaceId },
      'a test message could not be handed over',
    )
    return { state: 'failed', answer: notAccepted }
  }
}

function anAlert(now: Date): Alert {
  return {
    alert_type: 'test',
    severity: 'info',
    domain_name: 'example.com',
    description: 'This is a test message. Alerts will look like it',
    old_value: null,
    new_value: null,
    timestamp: now.toISOString(),
  }
}

import {
  type AlertMessage,
  type ChannelKind,
  renderEmail,
  renderSlack,
  renderTeams,
  renderWebhook,
} from '@waxseal/core/alert'
import type { Deps } from '../../deps.ts'
import { type Deliverer, type Delivery, Held, type OutboxPayloads } from '../../jobs/deliverers.ts'
import { hold } from '../../jobs/outbox.ts'
import { MailRefused, PostFailed } from '../../ports.ts'
import { keptAddress } from './address-store.ts'
import { unsubscribePage } from './addresses.ts'
import { endFailing, lockedChannel, updateChannel } from './channel-store.ts'
import { alertingOf, type Channel, sealedFor, type WebhookChannel, webhookKinds } from './channels.ts'
import { webhookHeaders } from './signature.ts'
import { alertedTier } from './subject.ts'

const hourMs = 3_600_000
/** A channel that fails for so long is paused. */
const failsForMs = 72 * hourMs
/** The waits after the first failures; every later wait is the last one. */
const waits = [30_000, 2 * 60_000, 10 * 60_000, hourMs, 6 * hourMs] as const

type Needs = Pick<Deps, 'store' | 'mail' | 'sealer' | 'notifier' | 'env' | 'now'>

/** A message is not sent, or never will be by another try. */
class NotSent extends Error {
  override readonly name = 'NotSent'
}

/** How alerts leave the outbox, by channel. Without a mail server alert mail is kept to be read. */
export function alertDeliverers(deps: Needs): { [K in ChannelKind]: Deliverer<OutboxPayloads[K]> } {
  const by = (kind: ChannelKind): Deliverer<AlertMessage> => ({
    deliver: (message, delivery) => deliver(deps, kind, message, delivery),
    isRefusal: cause => cause instanceof NotSent,
    // A channel is paused before it counts so many.
    attemptsMax: 1_000,
    waitMs: (attempts, cause, { id }) => waitMs(attempts, cause, id),
  })
  return {
    email: deps.mail.kind === 'outbox' ? { ...by('email'), deliver: null } : by('email'),
    slack: by('slack'),
    teams: by('teams'),
    webhook: by('webhook'),
  }
}

/** Up to a fifth longer than the plan, by the delivery's id, so that many do not try again at one moment. */
export function waitMs(attempts: number, cause: unknown, deliveryId: string): number {
  const wait = waits[Math.min(attempts, waits.length) - 1] ?? 0
  const jitter = (Number.parseInt(deliveryId.slice(0, 4), 16) || 0) / 0x1_0000 / 5
  const asked = cause instanceof PostFailed ? (cause.retryAfterMs ?? 0) : 0
  return Math.round(Math.max(wait * (1 + jitter), Math.min(asked, 6 * hourMs)))
}

/**
 * Sends one message by the channel as it is set up now, and notes how that went. While the channel is paused the message
 * is held, and later sent under the same id.
 */
async function deliver(deps: Needs, kind: ChannelKind, message: AlertMessage, delivery: Delivery): Promise<void> {
  const { id, workspaceId } = delivery
  if (workspaceId === null) throw new NotSent('The message belongs to no workspace')
  const tier = await alertedTier(deps, deps.store.db, workspaceId)
  const { channels } = await alertingOf(deps, deps.store.db, workspaceId)
  const channel = channels[kind]
  if (tier === null || channel.state !== 'on') throw await notOn(deps, { kind, workspaceId, outboxId: id })
  try {
    await sendBy(deps, { kind, channel, workspaceId }, message)
  } catch (cause) {
    await noteFailure(deps, { kind, workspaceId, outboxId: id, to: channel.to }, cause)
    throw cause
  }
  await endFailing(deps.store.db, workspaceId, kind)
}

/** What becomes of a message that may not go: a channel that keeps its alerts for later holds it. */
async function notOn(
  deps: Needs,
  { kind, workspaceId, outboxId }: { kind: ChannelKind; workspaceId: string; outboxId: string },
): Promise<Error> {
  return deps.store.transaction(async tx => {
    const row = await lockedChannel(tx, workspaceId, kind)
    const { state } = (await alertingOf(deps, tx, workspaceId)).channels[kind]
    const hasAlerts = (await alertedTier(deps, tx, workspaceId)) !== null
    if (hasAlerts && state === 'on') return new Error('The channel was resumed a moment ago')
    if (hasAlerts && (state === 'paused' || state === 'waiting')) {
      await hold(tx, outboxId)
      return new Held(`Not sent yet: the channel is ${stateWords[state]}`)
    }
    // This was the message by which it would have been found to work again.
    await updateChannel(tx, row, { failingSince: null })
    return new NotSent(hasAlerts ? `Not sent: the channel is ${stateWords[state]}` : 'Not sent: the plan has no alerts')
  })
}

const stateWords = {
  on: 'on',
  off: 'switched off',
  waiting: 'waiting for the confirmation of its address',
  unsubscribed: 'unsubscribed',
  paused: 'paused',
} as const

/**
 * Sends a message by a channel that is on; resolves with the answer of the other side in one line.
 *
 * @throws MailRefused, PostFailed, or the error of the mail server
 */
export async function sendBy(
  deps: Needs,
  { kind, channel, workspaceId }: { kind: ChannelKind; channel: Channel; workspaceId: string },
  message: AlertMessage,
): Promise<string> {
  if (channel.to === null) throw new NotSent('The channel is not set up')
  if (kind === 'email') return sendMail(deps, { workspaceId, to: channel.to }, message)
  const body = JSON.stringify(bodies[kind](message))
  const headers = kind === 'webhook' ? await signed(deps, workspaceId, message.deliveryId, body) : {}
  return deps.notifier.post(webhookKinds[kind], channel.to, { body, headers })
}

const bodies: { readonly [K in WebhookChannel]: (message: AlertMessage) => object } = {
  slack: renderSlack,
  teams: renderTeams,
  webhook: renderWebhook,
}

async function sendMail(deps: Needs, { workspaceId, to }: { workspaceId: string; to: string }, message: AlertMessage) {
  const { unsubscribeToken: token } = await keptAddress(deps.store.db, workspaceId, to)
  const { publicUrl } = deps.env
  const mail = renderEmail({ ...message, unsubscribeUrl: `${publicUrl}${unsubscribePage(token)}` })
  return deps.mail.send({
    ...mail,
    to,
    id: message.deliveryId,
    unsubscribe: `${publicUrl}/api/alerts/unsubscribe/${token}`,
  })
}

async function signed(deps: Needs, workspaceId: string, deliveryId: string, body: string) {
  const { settings } = await alertingOf(deps, deps.store.db, workspaceId)
  const sealed = settings.webhookSecret
  const secret = sealed === null ? null : deps.sealer.open(sealed, sealedFor(workspaceId, 'secret'))
  return webhookHeaders(secret, { deliveryId, body, now: deps.now() })
}

/**
 * Notes that a channel failed. It is paused when the other side refused for good, or has failed for three days; then its
 * message is held until somebody resumes it. Our own mail server being down says nothing about an address, and what failed
 * at `to` says nothing about a target that was saved meanwhile.
 */
async function noteFailure(
  deps: Needs,
  { kind, workspaceId, outboxId, to }: { kind: ChannelKind; workspaceId: string; outboxId: string; to: string | null },
  cause: unknown,
): Promise<void> {
  const isTheirs = cause instanceof PostFailed || cause instanceof MailRefused
  if (!isTheirs) return
  const now = deps.now()
  const pauses = await deps.store.transaction(async tx => {
    const row = await lockedChannel(tx, workspaceId, kind)
    if ((await alertingOf(deps, tx, workspaceId)).channels[kind].to !== to) return false
    const failingSince = row.failingSince ?? now
    const pauses = cause.isFinal || now.getTime() - failingSince.getTime() >= failsForMs
    if (pauses) await hold(tx, outboxId)
    await updateChannel(tx, row, {
      failingSince,
      ...(pauses && { pausedAt: now, pauseReason: cause.message.slice(0, 500) }),
    })
    return pauses
  })
  if (pauses) throw new Held(cause.message)
}

import { createHash, randomBytes } from 'node:crypto'
import { wording } from '@waxseal/contract'
import { isUuid } from '../../db/uuid.ts'
import type { Deps } from '../../deps.ts'
import { Refusal } from '../../errors.ts'
import { throttleOf } from '../../http/rate-limit.ts'
import { enqueue, retryNow } from '../../jobs/outbox.ts'
import { recordEvent } from '../audit/record.ts'
import type { Actor } from '../workspaces/actor.ts'
import { workspaceName } from '../workspaces/store.ts'
import { addressOfToken, addressToUnsubscribe, updateAddress } from './address-store.ts'
import { lockedChannel, updateChannel } from './channel-store.ts'
import { alertingOf } from './channels.ts'

const dayMs = 86_400_000

const holder = { kind: 'link' } as const
/** A confirmation link can be used for so long. */
const openForMs = 3 * dayMs
/** Links that one workspace may send in a day, and that one address may get from all workspaces together. */
const ofWorkspaceMax = 10
const toAddressMax = 3

/**
 * Sends a confirmation link to an address; the links before it lose their effect.
 *
 * @returns false when no link was sent: this workspace or this address had too many today, or there is no mail server
 */
export async function sendLink(deps: Deps, { id: workspaceId }: Actor['workspace'], email: string): Promise<boolean> {
  if (deps.mail.kind !== 'smtp') return false
  const throttle = throttleOf(deps)
  const wait =
    (await throttle(`alerts.link of ${workspaceId}`, { max: ofWorkspaceMax, windowMs: dayMs })) ??
    (await throttle(`alerts.link to ${email}`, { max: toAddressMax, windowMs: dayMs }))
  if (wait !== null) return false
  const token = randomBytes(32).toString('base64url')
  const expiresAt = new Date(deps.now().getTime() + openForMs)
  const link = `${deps.env.publicUrl}/confirm-address?token=${token}`
  await deps.store.transaction(async tx => {
    await updateAddress(tx, { workspaceId, email }, { tokenHash: hashOf(token), expiresAt })
    await enqueue(deps, tx, { kind: 'mail', payload: { to: email, ...linkMail(link) } }, { workspaceId })
  })
  return true
}

/** Has no text of a user: it goes to people who did not ask for it. */
function linkMail(link: string): { subject: string; text: string } {
  return {
    subject: 'Confirm this address for Waxseal alerts',
    text: [
      'A Waxseal workspace wants to send its alerts to this address.',
      '',
      'Confirm the address with this link. It is valid for 3 days:',
      link,
      '',
      'If you do not want these alerts, ignore this email. Waxseal then sends none.',
      '',
    ].join('\n'),
  }
}

/**
 * Sends the link to the notification address again.
 *
 * @throws Refusal `conflict` when there is nothing to confirm, or no mail server; `rate_limited`
 */
export async function sendLinkAgain(deps: Deps, actor: Actor): Promise<{ sent: boolean }> {
  if (deps.mail.kind !== 'smtp') throw new Refusal('conflict', wording.noMailServer)
  const { channels } = await alertingOf(deps, deps.store.db, actor.workspace.id)
  const { state, to } = channels.email
  if (to === null || state === 'off') throw new Refusal('conflict', wording.channelOff)
  if (state !== 'waiting' && state !== 'unsubscribed') throw new Refusal('conflict', wording.alreadyConfirmed)
  if (!(await sendLink(deps, actor.workspace, to))) throw new Refusal('rate_limited', wording.rateLimited)
  return { sent: true }
}

/**
 * Confirms an address; a link that is used twice says the same twice. Alerts that waited for it are sent.
 *
 * @throws Refusal `not_found` for an unknown token; `gone` for an expired one
 */
export async function confirm(deps: Deps, token: string): Promise<{ email: string; workspace: string }> {
  return deps.store.transaction(async tx => {
    const address = await addressOfToken(tx, hashOf(token))
    const workspace = address && (await workspaceName(tx, address.workspaceId))
    if (address === undefined || workspace === undefined) {
      throw new Refusal('not_found', wording.confirmationUnknown)
    }
    const { workspaceId, email } = address
    if (address.confirmedAt !== null && address.unsubscribedAt === null) return { email, workspace }
    if (address.expiresAt === null || address.expiresAt <= deps.now()) {
      throw new Refusal('gone', wording.confirmationExpired)
    }
    await updateAddress(tx, address, { confirmedAt: deps.now(), unsubscribedAt: null })
    const where = { workspace: { id: workspaceId }, by: holder }
    await recordEvent(deps, tx, where, { action: 'alerts.address_confirmed', subject: email })
    const channel = await lockedChannel(tx, workspaceId, 'email')
    await updateChannel(tx, channel, { dueAt: deps.now() })
    await retryNow(deps, tx, workspaceId, 'email')
    await deps.queue.send('alerts.send', {}, { tx, key: 'send' })
    return { email, workspace }
  })
}

/** The page on this server that asks before it unsubscribes. */
export const unsubscribePage = (token: string): string => `/unsubscribe?token=${encodeURIComponent(token)}`

/**
 * Stops alert mail to an address. Its owner starts it again with a new confirmation link.
 *
 * @throws Refusal `not_found` for an unknown token
 */
export async function unsubscribe(deps: Deps, token: string): Promise<{ email: string }> {
  return deps.store.transaction(async tx => {
    const address = isUuid(token) ? await addressToUnsubscribe(tx, token) : undefined
    if (address === undefined) throw new Refusal('not_found', wording.notFound)
    // The link of an older confirmation must not start it again.
    if (address.unsubscribedAt === null) {
      await updateAddress(tx, address, { unsubscribedAt: deps.now(), tokenHash: null, expiresAt: null })
      const where = { workspace: { id: address.workspaceId }, by: holder }
      await recordEvent(deps, tx, where, { action: 'alerts.unsubscribed', subject: address.email })
    }
    return { email: address.email }
  })
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex')

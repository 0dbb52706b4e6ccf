import { type ChannelKind, channelKinds } from '@waxseal/core/alert'
import type { Database, Tx } from '../../db/store.ts'
import type { Deps } from '../../deps.ts'
import type { WebhookKind } from '../../ports.ts'
import { membersOf } from '../workspaces/member-store.ts'
import { addressOf } from './address-store.ts'
import { type ChannelRow, channelRows } from './channel-store.ts'
import { type Settings, settingsOf } from './settings-store.ts'

/** A channel of a workspace, as it is now. */
export interface Channel {
  /**
   * `off`: not set up, or switched off; `waiting`: for the confirmation of its address. A channel that waits or is paused
   * keeps its alerts for later.
   */
  state: 'on' | 'off' | 'waiting' | 'unsubscribed' | 'paused'
  /** The address or URL; null: none, or it cannot be decrypted. */
  to: string | null
  reason: string | null
  pausedAt: Date | null
}

export type WebhookChannel = Exclude<ChannelKind, 'email'>
export const webhookChannels = channelKinds.filter(kind => kind !== 'email')

/** How the port calls the webhooks of a channel. */
export const webhookKinds: { readonly [K in WebhookChannel]: WebhookKind } = {
  slack: 'slack',
  teams: 'teams',
  webhook: 'generic',
}

/** The settings of a workspace and its channels. */
export interface Alerting {
  settings: Settings
  channels: Readonly<Record<ChannelKind, Channel>>
  /** The address of the account: of the owner who joined first. */
  account: string | null
}

type Needs = Pick<Deps, 'mail' | 'sealer'>

/** In a transaction, `db` must be its handle. */
export async function alertingOf(deps: Needs, db: Database | Tx, workspaceId: string): Promise<Alerting> {
  const settings = await settingsOf(db, workspaceId)
  const rows = await channelRows(db, workspaceId)
  const account = await accountAddress(db, workspaceId)
  const rowOf = (kind: ChannelKind) => rows.find(row => row.kind === kind)
  const webhook = (kind: WebhookChannel) => webhookChannel(deps, workspaceId, rowOf(kind))
  const channels = {
    email: await emailChannel(deps, db, { workspaceId, settings, account, row: rowOf('email') }),
    slack: webhook('slack'),
    teams: webhook('teams'),
    webhook: webhook('webhook'),
  }
  return { settings, channels, account }
}

async function accountAddress(db: Database | Tx, workspaceId: string): Promise<string | null> {
  const members = await membersOf(db, workspaceId)
  return members.find(({ role }) => role === 'owner')?.email.toLowerCase() ?? null
}

async function emailChannel(
  { mail }: Needs,
  db: Database | Tx,
  of: { workspaceId: string; settings: Settings; account: string | null; row: ChannelRow | undefined },
): Promise<Channel> {
  const { settings, account, row } = of
  const to = settings.email ?? account
  if (!settings.emailAlerts || to === null) return { state: 'off', to, reason: null, pausedAt: null }
  const address = await addressOf(db, of.workspaceId, to)
  const healthy = { to, reason: null, pausedAt: null }
  if (address?.unsubscribedAt) return { state: 'unsubscribed', ...healthy }
  // Without a mail server no mail leaves, so none needs a confirmation.
  const isConfirmed = to === account || address?.confirmedAt || mail.kind === 'outbox'
  if (!isConfirmed) return { state: 'waiting', ...healthy }
  return pausedOr({ state: 'on', ...healthy }, row)
}

/** Why a webhook is paused whose URL is encrypted with a key that is gone. */
const keyLost = 'The encryption key of this server has changed. Please enter the webhook URL again.'

function webhookChannel({ sealer }: Needs, workspaceId: string, row: ChannelRow | undefined): Channel {
  if (row === undefined || row.target === null) return { state: 'off', to: null, reason: null, pausedAt: null }
  const to = sealer.open(row.target, sealedFor(workspaceId, row.kind))
  if (to === null) return { state: 'paused', to, reason: keyLost, pausedAt: row.pausedAt }
  return pausedOr({ state: 'on', to, reason: null, pausedAt: null }, row)
}

function pausedOr(channel: Channel, row: ChannelRow | undefined): Channel {
  if (row === undefined || row.pausedAt === null) return channel
  return { ...channel, state: 'paused', reason: row.pauseReason, pausedAt: row.pausedAt }
}

/** The context of an encrypted secret: it opens for no other workspace and no other use. */
export function sealedFor(workspaceId: string, use: ChannelKind | 'secret'): string {
  return `alerts ${workspaceId} ${use}`
}

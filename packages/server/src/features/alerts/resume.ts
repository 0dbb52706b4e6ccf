import type { alertSettingsEndpoint, ReplyOf } from '@waxseal/contract'
import type { ChannelKind } from '@waxseal/core/alert'
import type { Deps } from '../../deps.ts'
import { retryNow } from '../../jobs/outbox.ts'
import { recordEvent } from '../audit/record.ts'
import type { Actor } from '../workspaces/actor.ts'
import { updateAddress } from './address-store.ts'
import { channelNames } from './changed-settings.ts'
import { lockedChannel, markHealthy, updateChannel } from './channel-store.ts'
import { alertingOf } from './channels.ts'
import { readSettings, requireAlerts } from './settings.ts'

/**
 * Resumes a paused channel: the alerts that waited are sent. People who unsubscribed their own address subscribe it
 * again; for another one its owner must follow a new link.
 *
 * @param own the address of the account of the person who asks; null: an API key asks
 */
export async function resume(
  deps: Deps,
  actor: Actor,
  { kind, own }: { kind: ChannelKind; own: string | null },
): Promise<ReplyOf<typeof alertSettingsEndpoint>> {
  requireAlerts(actor)
  const workspaceId = actor.workspace.id
  await deps.store.transaction(async tx => {
    const { channels } = await alertingOf(deps, tx, workspaceId)
    const { state, to } = channels[kind]
    if (kind === 'email' && state === 'unsubscribed' && to === own?.toLowerCase()) {
      await updateAddress(tx, { workspaceId, email: to }, { unsubscribedAt: null })
      await recordEvent(deps, tx, actor, { action: 'alerts.resumed', subject: channelNames[kind] })
    }
    if (state !== 'paused') return
    const row = await lockedChannel(tx, workspaceId, kind)
    await markHealthy(tx, workspaceId, kind)
    await updateChannel(tx, row, { dueAt: deps.now() })
    await retryNow(deps, tx, workspaceId, kind)
    await recordEvent(deps, tx, actor, { action: 'alerts.resumed', subject: channelNames[kind] })
    await deps.queue.send('alerts.send', {}, { tx, key: 'send' })
  })
  return readSettings(deps, actor)
}

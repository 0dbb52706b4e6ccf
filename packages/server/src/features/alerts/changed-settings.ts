import { type AlertType, alertTypeLabels, type ChannelKind } from '@waxseal/core/alert'
import type { Tx } from '../../db/store.ts'
import type { Deps } from '../../deps.ts'
import { recordEvent } from '../audit/record.ts'
import type { Actor } from '../workspaces/actor.ts'
import type { Monitoring } from '../workspaces/store.ts'
import type { Settings } from './settings-store.ts'

/** What the channels are called in the audit log. */
export const channelNames: { readonly [K in ChannelKind]: string } = {
  email: 'email',
  slack: 'Slack',
  teams: 'Microsoft Teams',
  webhook: 'a receiver of your own',
}

/** What a save changes of the settings, in words. */
export function changedSettings(before: Settings, after: Settings): string[] {
  const names: string[] = []
  if (before.emailAlerts !== after.emailAlerts) names.push(`email alerts ${after.emailAlerts ? 'on' : 'off'}`)
  if (before.email !== after.email) names.push(`email to ${after.email ?? 'the address of the account'}`)
  for (const type of new Set([...before.alertTypes, ...after.alertTypes])) {
    if (isOn(type, before) !== isOn(type, after))
      names.push(`“${alertTypeLabels[type]}” ${isOn(type, after) ? 'on' : 'off'}`)
  }
  return names
}

/** Records what a save changes of the settings; nothing when it changes none. */
export async function recordChanges(
  deps: Pick<Deps, 'now'>,
  tx: Tx,
  actor: Actor,
  { before, after }: { before: Settings; after: Settings },
): Promise<void> {
  const names = changedSettings(before, after)
  if (names.length > 0) await recordEvent(deps, tx, actor, { action: 'alerts.changed', detail: { names } })
}

const isOn = (type: AlertType, { alertTypes }: Settings): boolean => alertTypes.includes(type)

/** "every 6 hours", "off" */
export function monitoringWords({ enabled, frequency }: Monitoring): string {
  if (!enabled) return 'off'
  return frequency === 1 ? 'every hour' : `every ${frequency} hours`
}

import {
  type alertSettingsEndpoint,
  type BodyOf,
  type ReplyOf,
  type saveAlertSettings,
  wording,
} from '@waxseal/contract'
import type { ChannelKind } from '@waxseal/core/alert'
import { mayUse, plans } from '@waxseal/core/plan'
import { z } from 'zod'
import type { Tx } from '../../db/store.ts'
import type { Deps } from '../../deps.ts'
import { Refusal } from '../../errors.ts'
import { retryNow } from '../../jobs/outbox.ts'
import { recordEvent } from '../audit/record.ts'
import { checkSoon } from '../domains/watch-store.ts'
import { monthOf } from '../usage/period.ts'
import { used } from '../usage/store.ts'
import type { Actor } from '../workspaces/actor.ts'
import { monitoringInUse } from '../workspaces/monitoring-in-use.ts'
import { lockWorkspace, monitoringOf, setMonitoring } from '../workspaces/store.ts'
import { sendLink } from './addresses.ts'
import { channelNames, monitoringWords, recordChanges } from './changed-settings.ts'
import { markHealthy, setTarget, updateChannel } from './channel-store.ts'
import { type Alerting, alertingOf, type Channel, sealedFor, webhookChannels, webhookKinds } from './channels.ts'
import { masked, unreadable } from './masked.ts'
import { type Settings, settingsOf, storeSettings } from './settings-store.ts'
import { newSecret } from './signature.ts'

type Body = BodyOf<typeof saveAlertSettings>
type Reply = ReplyOf<typeof alertSettingsEndpoint>

/** @throws Refusal `feature_locked` when the plan of the workspace has no alerts */
export function requireAlerts({ workspace }: Actor): void {
  if (!mayUse(workspace.tier, 'alerts')) {
    throw new Refusal('feature_locked', wording.alertsLocked, { feature: 'alerts' })
  }
}

export async function readSettings(deps: Deps, actor: Actor): Promise<Reply> {
  const { id, tier } = actor.workspace
  const { db } = deps.store
  const { settings, channels, account } = await alertingOf(deps, db, id)
  const monitoring = monitoringInUse(tier, await monitoringOf(db, id))
  const { slack, teams, webhook } = channels
  const allowed = mayUse(tier, 'alerts')
  return {
    email_alerts: settings.emailAlerts,
    notification_email: settings.email ?? account,
    slack_webhook: shown(slack),
    teams_webhook: shown(teams),
    generic_webhook: shown(webhook),
    slack_enabled: slack.state !== 'off',
    teams_enabled: teams.state !== 'off',
    generic_enabled: webhook.state !== 'off',
    alert_types: [...settings.alertTypes],
    dns_monitoring_enabled: monitoring.enabled,
    dns_monitoring_frequency: monitoring.frequency,
    version: settings.version,
    channels: {
      email: stateOf(channels.email, allowed),
      slack: stateOf(slack, allowed),
      teams: stateOf(teams, allowed),
      webhook: stateOf(webhook, allowed),
    },
    allowed,
    mail: deps.mail.kind === 'smtp',
    alerts_this_month: await used(db, { workspaceId: id, kind: 'alert', period: monthOf(deps.now()) }),
    alerts_limit: plans[tier].alertsPerMonth,
  }
}

/** Without alerts in the plan nothing is sent, so every channel is off. */
function stateOf({ state, reason, pausedAt }: Channel, allowed: boolean): Reply['channels']['email'] {
  if (!allowed) return { state: 'off', reason: null, paused_at: null }
  return { state, reason, paused_at: pausedAt?.toISOString() ?? null }
}

/** A webhook without its secret; null: none. */
function shown({ state, to }: Channel): string | null {
  if (state === 'off') return null
  return to === null ? unreadable : masked(to)
}

/**
 * Saves the fields that were sent. A save that names a version waits for no other: of two at once with the same version
 * one is refused. A new address gets a confirmation link.
 *
 * @param ifMatch the version that an If-Match header names
 * @throws Refusal `feature_locked`; `conflict` for another version than the stored one; `validation` for an address or
 *   webhook that cannot be used; `unavailable` when its name could not be looked up
 */
export async function save(
  deps: Deps,
  actor: Actor,
  body: Body,
  { ifMatch, signal }: { ifMatch: number | null; signal: AbortSignal },
): Promise<Reply> {
  requireAlerts(actor)
  const { id } = actor.workspace
  const version = ifMatch ?? body.version ?? null
  const before = await alertingOf(deps, deps.store.db, id)
  requireVersion(before.settings, version)
  const email = newEmail(body, before)
  const targets = await newTargets(deps, body, before, signal)
  await deps.store.transaction(async tx => {
    await lockWorkspace(tx, id)
    const settings = await settingsOf(tx, id)
    requireVersion(settings, version)
    const isSigned = settings.webhookSecret !== null || !targets.get('webhook')
    const next = {
      emailAlerts: body.email_alerts ?? settings.emailAlerts,
      email: email === undefined ? settings.email : email,
      alertTypes: [...new Set(body.alert_types ?? settings.alertTypes)],
      webhookSecret: isSigned ? settings.webhookSecret : deps.sealer.seal(newSecret(), sealedFor(id, 'secret')),
      version: settings.version + 1,
    }
    await storeSettings(tx, id, next)
    await recordChanges(deps, tx, actor, { before: settings, after: next })
    // What went wrong with the address before says nothing about the new one.
    if (email !== undefined && email !== settings.email) {
      await markHealthy(tx, id, 'email')
      await retryNow(deps, tx, id, 'email')
      await updateChannel(tx, { workspaceId: id, kind: 'email' }, { dueAt: deps.now() })
    }
    for (const [kind, url] of targets) await changeTarget(deps, tx, actor, { kind, url })
    await saveMonitoring(deps, tx, actor, body)
  })
  // A full quota of links does not make the save fail: the settings say that the address waits.
  if (email && email !== before.settings.email) await sendLink(deps, actor.workspace, email)
  return readSettings(deps, actor)
}

function requireVersion(settings: Settings, version: number | null): void {
  if (version !== null && version !== settings.version) throw new Refusal('conflict', wording.settingsChanged)
}

const emailSchema = z.email().max(254)

/** The address to store: null is that of the account, undefined leaves the stored one. */
function newEmail({ notification_email: given }: Body, { account }: Alerting): string | null | undefined {
  if (given === undefined) return undefined
  const email = given?.trim().toLowerCase() ?? ''
  if (email === '' || email === account) return null
  if (!emailSchema.safeParse(email).success) throw new Refusal('validation', wording.invalidEmail)
  return email
}

/** The webhooks that change, with their new URLs; null removes one. */
async function newTargets(deps: Deps, body: Body, before: Alerting, signal: AbortSignal) {
  const given = { slack: body.slack_webhook, teams: body.teams_webhook, webhook: body.generic_webhook }
  const targets = new Map<ChannelKind, string | null>()
  for (const kind of webhookChannels) {
    const text = given[kind]?.trim()
    const current = before.channels[kind]
    if (given[kind] === undefined || (text && text === shown(current))) continue
    if (!text) {
      if (current.state !== 'off') targets.set(kind, null)
      continue
    }
    if (text === current.to) continue
    const checked = await deps.notifier.check(webhookKinds[kind], text, signal)
    if (!checked.ok) throw new Refusal(checked.temporary ? 'unavailable' : 'validation', checked.reason)
    targets.set(kind, text)
  }
  return targets
}

async function changeTarget(
  deps: Deps,
  tx: Tx,
  actor: Actor,
  { kind, url }: { kind: ChannelKind; url: string | null },
): Promise<void> {
  const { id } = actor.workspace
  await setTarget(tx, id, kind, url && deps.sealer.seal(url, sealedFor(id, kind)))
  await retryNow(deps, tx, id, kind)
  if (url !== null) await updateChannel(tx, { workspaceId: id, kind }, { dueAt: deps.now() })
  const action = url === null ? 'alerts.webhook_removed' : 'alerts.webhook_set'
  await recordEvent(deps, tx, actor, { action, subject: channelNames[kind] })
}

/** A change applies from now on: the next check gets a new time. */
async function saveMonitoring(deps: Deps, tx: Tx, actor: Actor, body: Body): Promise<void> {
  const { id } = actor.workspace
  const { dns_monitoring_enabled: enabled, dns_monitoring_frequency: frequency } = body
  if (enabled === undefined && frequency === undefined) return
  const current = await monitoringOf(tx, id)
  if (current === undefined) return
  const next = { enabled: enabled ?? current.enabled, frequency: frequency ?? current.frequency }
  if (next.enabled === current.enabled && next.frequency === current.frequency) return
  await setMonitoring(tx, id, next)
  await checkSoon(tx, id, deps.now())
  const detail = { from: monitoringWords(current), to: monitoringWords(next) }
  await recordEvent(deps, tx, actor, { action: 'monitoring.changed', detail })
}

/** Makes a new secret for the signatures of the workspace's own webhook. It is shown this once. */
export async function renewSecret(deps: Deps, actor: Actor): Promise<{ secret: string }> {
  requireAlerts(actor)
  const { id } = actor.workspace
  const secret = newSecret()
  await deps.store.transaction(async tx => {
    await lockWorkspace(tx, id)
    const settings = await settingsOf(tx, id)
    await storeSettings(tx, id, { ...settings, webhookSecret: deps.sealer.seal(secret, sealedFor(id, 'secret')) })
    await recordEvent(deps, tx, actor, { action: 'alerts.secret_renewed' })
  })
  return { secret }
}

import { alertTypes, channelKinds } from '@waxseal/core/alert'
import { z } from 'zod'
import {
  alertSettingsRoute,
  confirmAddressRoute,
  listDeliveriesRoute,
  newWebhookSecretRoute,
  resumeChannelRoute,
  saveAlertSettingsRoute,
  sendConfirmationRoute,
  testAlertRoute,
  unsubscribeRoute,
} from './alerts.route.ts'
import { endpoint } from './endpoint.ts'

const channel = z.enum(channelKinds)
const frequency = z.union([z.literal(1), z.literal(6), z.literal(24)])

/** How a channel is doing. */
const channelState = z.object({
  /** `off`: not set up, or switched off. `waiting`: the address is not confirmed yet. `paused`: it failed for three days. */
  state: z.enum(['on', 'off', 'waiting', 'unsubscribed', 'paused']),
  /** Why it is paused, in the words of the other side; else null. */
  reason: z.string().nullable(),
  /** ISO 8601; null: not paused. */
  paused_at: z.string().nullable(),
})

/** The alert settings (specification 2, section 3) with our additions. Webhooks are masked. */
const alertSettings = z
  .object({
    email_alerts: z.boolean(),
    notification_email: z.string().nullable(),
    slack_webhook: z.string().nullable(),
    teams_webhook: z.string().nullable(),
    /** Derived: there is a webhook. */
    slack_enabled: z.boolean(),
    teams_enabled: z.boolean(),
    alert_types: z.array(z.enum(alertTypes)),
    dns_monitoring_enabled: z.boolean(),
    /** Hours. */
    dns_monitoring_frequency: frequency,
    /** A webhook of the user's own, signed. */
    generic_webhook: z.string().nullable(),
    generic_enabled: z.boolean(),
    /** Counts the saves: a save that names another one is refused with 409. */
    version: z.number().int(),
    channels: z.object({
      email: channelState,
      slack: channelState,
      teams: channelState,
      webhook: channelState,
    }),
    /** The plan has alerts. */
    allowed: z.boolean(),
    /** Mail leaves this server; false: it stays readable in the deliveries. */
    mail: z.boolean(),
    /** Alerts of this calendar month (UTC); `limit` null: unlimited. */
    alerts_this_month: z.number().int(),
    alerts_limit: z.number().int().nullable(),
  })
  .meta({ id: 'AlertSettings' })

export const alertSettingsEndpoint = endpoint({
  route: alertSettingsRoute,
  summary: 'Returns the alert settings of the workspace. Webhook URLs are masked.',
  status: 200,
  reply: alertSettings,
  errors: ['unauthorized'],
})

export const saveAlertSettings = endpoint({
  route: saveAlertSettingsRoute,
  summary:
    'Saves the alert settings. A masked webhook URL keeps its value; an empty one removes it. Fields that are left out ' +
    'keep their values. An If-Match header or `version` other than the stored version is refused with 409.',
  status: 200,
  body: z.object({
    email_alerts: z.boolean().optional(),
    /** Empty: the address of the account. */
    notification_email: z.string().max(320).nullish(),
    slack_webhook: z.string().max(2_000).nullish(),
    teams_webhook: z.string().max(2_000).nullish(),
    generic_webhook: z.string().max(2_000).nullish(),
    slack_enabled: z.boolean().optional(),
    teams_enabled: z.boolean().optional(),
    generic_enabled: z.boolean().optional(),
    alert_types: z.array(z.enum(alertTypes)).max(50).optional(),
    dns_monitoring_enabled: z.boolean().optional(),
    dns_monitoring_frequency: frequency.optional(),
    version: z.number().int().optional(),
  }),
  reply: alertSettings,
  errors: ['unauthorized', 'feature_locked', 'conflict'],
})

export const testAlert = endpoint({
  route: testAlertRoute,
  summary: 'Sends a test alert to one channel and returns what the other side answered.',
  status: 200,
  body: z.object({ channel }),
  reply: z.object({
    /** `kept`: there is no mail server, and the mail is readable in the deliveries. */
    state: z.enum(['sent', 'kept', 'failed']),
    /** The status line or the error, as "200 ok". */
    answer: z.string(),
  }),
  errors: ['unauthorized', 'feature_locked', 'conflict'],
})

export const resumeChannel = endpoint({
  route: resumeChannelRoute,
  summary: 'Resumes a paused channel.',
  status: 200,
  body: z.object({ channel }),
  reply: alertSettings,
  errors: ['unauthorized', 'feature_locked'],
})

export const newWebhookSecret = endpoint({
  route: newWebhookSecretRoute,
  summary: 'Creates a new secret for the signatures of the generic webhook and returns it, this once.',
  status: 200,
  reply: z.object({ secret: z.string() }),
  errors: ['unauthorized', 'feature_locked'],
})

export const sendConfirmation = endpoint({
  route: sendConfirmationRoute,
  summary: 'Sends the confirmation link to the notification address again.',
  status: 200,
  reply: z.object({ sent: z.boolean() }),
  errors: ['unauthorized', 'feature_locked', 'conflict'],
})

export const confirmAddress = endpoint({
  route: confirmAddressRoute,
  summary: 'Confirms a notification address with the token of its link.',
  status: 200,
  body: z.object({ token: z.string().max(200) }),
  reply: z.object({ email: z.string(), workspace: z.string() }),
  errors: ['not_found', 'gone'],
})

export const unsubscribe = endpoint({
  route: unsubscribeRoute,
  summary: 'Stops alert mail to an address, with the token of the mail (RFC 8058).',
  status: 200,
  params: z.object({ token: z.string().max(200) }),
  reply: z.object({ email: z.string() }),
  errors: ['not_found'],
})

const delivery = z
  .object({
    id: z.string(),
    channel,
    /** `kept`: there is no mail server. */
    state: z.enum(['waiting', 'sent', 'kept', 'failed']),
    /** One line: the subject of the mail. */
    subject: z.string(),
    /** What it says, as text; null unless kept. */
    text: z.string().nullable(),
    alerts: z.number().int(),
    attempts: z.number().int(),
    last_error: z.string().nullable(),
    created_at: z.string(),
    finished_at: z.string().nullable(),
    /** ISO 8601 of the next attempt; null: none. */
    next_try_at: z.string().nullable(),
  })
  .meta({ id: 'Delivery' })

export const listDeliveries = endpoint({
  route: listDeliveriesRoute,
  summary: 'Returns the newest alert messages and what became of them.',
  status: 200,
  query: z.object({ limit: z.coerce.number<number>().int().min(1).max(100).default(20) }),
  reply: z.object({ deliveries: z.array(delivery) }),
  errors: ['unauthorized', 'validation'],
})

import { expect, type Page } from '@playwright/test'
import type { alertSettingsEndpoint, listDeliveries, ReplyOf } from '@waxseal/contract'
import { answer, fault, rewrite, type Scene } from './scene.ts'

export type Settings = ReplyOf<typeof alertSettingsEndpoint>
type Delivery = ReplyOf<typeof listDeliveries>['deliveries'][number]

const minute = 60_000
const hour = 60 * minute
const ago = (ms: number) => new Date(Date.now() - ms).toISOString()

const on = { state: 'on', reason: null, paused_at: null } as const
const off = { ...on, state: 'off' } as const

export const settings: Settings = {
  email_alerts: true,
  notification_email: null,
  slack_webhook: null,
  teams_webhook: null,
  slack_enabled: false,
  teams_enabled: false,
  alert_types: [
    'health_score_drop',
    'blacklist_detection',
    'dmarc_fail',
    'high_threat',
    'dns_mx_change',
    'open_relay',
    'domain_gone',
    'dnssec_broken',
    'certificate_expiring',
  ],
  dns_monitoring_enabled: true,
  dns_monitoring_frequency: 6,
  generic_webhook: null,
  generic_enabled: false,
  version: 3,
  channels: { email: on, slack: off, teams: off, webhook: off },
  allowed: true,
  mail: true,
  alerts_this_month: 0,
  alerts_limit: 1_000,
}

/** Every channel set up, some of them in trouble. */
const busy: Settings = {
  ...settings,
  notification_email: 'security-team-of-the-northern-offices@kite-and-sons.example',
  slack_webhook: 'https://hooks.slack.com/…wxyz',
  teams_webhook: 'https://prod-12.westeurope.logic.azure.com/…9hXw',
  generic_webhook: 'https://alerts.kite.example/…ding',
  slack_enabled: true,
  teams_enabled: true,
  generic_enabled: true,
  alert_types: ['health_score_drop', 'blacklist_detection', 'dns_mx_change'],
  channels: {
    email: { ...on, state: 'waiting' },
    slack: on,
    teams: { state: 'paused', reason: '410 Gone: The workflow was deleted.', paused_at: ago(20 * hour) },
    webhook: on,
  },
  mail: false,
  alerts_this_month: 412,
}

const delivery: Delivery = {
  id: '1',
  channel: 'email',
  state: 'sent',
  subject: 'kite.example: DMARC policy weakened from reject to none',
  text: null,
  alerts: 1,
  attempts: 1,
  last_error: null,
  created_at: ago(12 * minute),
  finished_at: ago(12 * minute),
  next_try_at: null,
}

const deliveries: readonly Delivery[] = [
  { ...delivery, channel: 'slack' },
  {
    ...delivery,
    id: '2',
    state: 'kept',
    text: 'DMARC policy weakened from reject to none\n\nDomain: kite.example\nBefore: v=DMARC1; p=reject\nNow: v=DMARC1; p=none\n\nOpen the history: https://waxseal.example/dns-history',
  },
  {
    ...delivery,
    id: '3',
    channel: 'webhook',
    state: 'waiting',
    subject: '7 alerts for 3 domains',
    alerts: 7,
    attempts: 2,
    last_error: '503 Service Unavailable',
    created_at: ago(3 * hour),
    next_try_at: ago(-8 * minute),
  },
  {
    ...delivery,
    id: '4',
    channel: 'teams',
    state: 'failed',
    subject: 'a-long-name-for-a-department-far-away.subsidiary.example: 192.0.2.60 is listed by Barracuda',
    attempts: 12,
    last_error: '410 Gone: The workflow was deleted.',
    created_at: ago(30 * hour),
    finished_at: ago(6 * hour),
  },
]

/** Opens the settings. A save is answered with what it sends. */
export async function openAlerts(page: Page, current = settings, sent: readonly Delivery[] = []): Promise<void> {
  await answer(page, '/alerts/settings', current)
  await answer(page, '/alerts/deliveries*', { deliveries: sent })
  await page.goto('/alerts')
  await expect(page.getByRole('heading', { name: 'Email notifications' })).toBeVisible()
}

export const alertScenes = {
  alerts: { as: 'business', show: page => openAlerts(page) },
  'alerts-busy': {
    as: 'business',
    show: async page => {
      await openAlerts(page, busy, deliveries)
      await page.getByText('Read the mail').click()
      await expect(page.getByText('Now: v=DMARC1; p=none')).toBeVisible()
    },
  },
  'alerts-starter': {
    as: 'used',
    show: async page => {
      await openAlerts(page, { ...settings, allowed: false, alerts_limit: 0 })
      await expect(page.getByText('Upgrade to Pro to use them.')).toBeVisible()
    },
  },
  'alerts-upgrade': {
    as: 'used',
    show: async page => {
      await openAlerts(page, { ...settings, allowed: false, alerts_limit: 0 })
      await page.getByRole('switch', { name: 'DMARC failure' }).press('Space')
      await expect(page.getByRole('dialog')).toContainText('Get alerts')
    },
  },
  'alerts-viewer': {
    as: 'clear',
    show: async page => {
      await rewrite<{ workspace: object }>(page, '/auth/me', me => ({
        ...me,
        workspace: { ...me.workspace, role: 'viewer' },
      }))
      await openAlerts(page, {
        ...settings,
        channels: { ...settings.channels, email: { ...on, state: 'unsubscribed' } },
      })
      // Until the page knows the role, it leaves the decision to the server.
      await expect(page.getByText('Ask an admin or owner.')).toHaveCount(1)
      await page.getByRole('switch', { name: 'High threat' }).press('Space')
      await expect(page.getByText('Ask an admin or owner.')).toHaveCount(2)
    },
  },
  'alerts-tested': {
    as: 'business',
    show: async page => {
      await openAlerts(page, { ...busy, mail: true })
      await fault(page, 'POST', '/alerts/test', 200, { state: 'failed', answer: '404 no_service' })
      await page.getByRole('button', { name: 'Send test to Slack' }).click()
      await expect(page.getByText('404 no_service')).toBeVisible()
      await fault(page, 'POST', '/alerts/test', 200, { state: 'sent', answer: '200 ok' })
      await page.getByRole('button', { name: 'Send test to Webhook' }).click()
      await expect(page.getByText('200 ok')).toBeVisible()
    },
  },
  'alerts-secret': {
    as: 'business',
    show: async page => {
      await openAlerts(page, busy)
      await fault(page, 'POST', '/alerts/webhook-secret', 200, { secret: 'whsec_0f3b8a52c9d14e7f8a6b1c2d3e4f5061' })
      await page.getByRole('button', { name: 'New signing secret' }).click()
      await page.getByRole('button', { name: 'Create secret' }).click()
      await expect(page.getByText('It is shown only once.')).toBeVisible()
    },
  },
} satisfies Record<string, Scene>

import { expect, type Page } from '@playwright/test'
import type { auditLog, ReplyOf } from '@waxseal/contract'
import { answer, type Scene } from './scene.ts'

type Log = ReplyOf<typeof auditLog>
type Event = Log['events'][number]

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

const ada = { kind: 'person', name: 'Ada Business', email: 'ada@waxseal.example', you: true } as const
const grace = { kind: 'person', name: 'Grace Hopper', email: 'grace.hopper@shipping.example', you: false } as const
const key = { kind: 'key', name: 'Provisioning', email: null, you: false } as const
const noOne = { name: '', email: null, you: false } as const

/** What was done so long ago, in ms, by whom. */
const event = (text: string, agoMs: number, actor: Event['actor'], group: Event['group'] = 'settings'): Event => ({
  id: `${group} ${agoMs}`,
  at: new Date(Date.now() - agoMs).toISOString(),
  text,
  // The screen shows the words alone.
  action: 'workspace.renamed',
  group,
  subject: '',
  actor,
})

const events: Event[] = [
  event('Signed in', 3 * minute, ada, 'account'),
  event('Entered a wrong code of two-factor authentication', 4 * minute, ada, 'account'),
  event('Added the domain shop.example', 2 * hour, key, 'domains'),
  event('Added 214 domains from a list: a.example, b.example, c.example and 211 more', 5 * hour, grace, 'domains'),
  event('Accepted “No CAA record” on kite.example', 26 * hour, grace, 'findings'),
  event('Set the webhook for Slack', 2 * day, ada),
  event('Changed the role of grace.hopper@shipping.example from Viewer to Editor', 3 * day, ada, 'members'),
  event('Unsubscribed alerts@kite.example from alerts', 4 * day, { kind: 'link', ...noOne }),
  event('Changed the plan from Pro to Business', 5 * day, { kind: 'waxseal', ...noOne }, 'plan'),
  event('Gave the workspace the plan Pro without a payment', 9 * day, { kind: 'operator', ...noOne }, 'plan'),
  event('Deleted the domain old.example with its scans', 40 * day, { ...ada, ...noOne }, 'domains'),
]

async function near(page: Page): Promise<void> {
  await page.goto('/account')
  await expect(page.getByText('Account Information')).toBeVisible()
  await page.getByRole('heading', { name: 'Audit log' }).scrollIntoViewIfNeeded()
}

async function open(page: Page, log: Log): Promise<void> {
  await answer(page, '/account/audit-log?*', log)
  await near(page)
  await expect(page.getByLabel('Show', { exact: true })).toBeVisible()
}

export const auditLogScenes = {
  'audit-log': {
    as: 'business',
    show: async page => {
      await open(page, { events, next: 'earlier' })
      await expect(page.getByRole('button', { name: 'Show earlier events' })).toBeVisible()
    },
  },
} satisfies Record<string, Scene>

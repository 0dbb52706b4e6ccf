import { expect, type Page } from '@playwright/test'
import type { listBlocklists, ReplyOf } from '@waxseal/contract'
import { rewrite, type Scene } from './scene.ts'

type Lists = ReplyOf<typeof listBlocklists>

const own = {
  id: '1',
  name: 'Blocklist of the support team',
  zone: 'bl.support.example',
  kind: 'ip',
  codes: [
    { address: '127.0.0.2', meaning: 'Sent spam to our customers' },
    { address: '127.0.0.4', meaning: 'Exploited host' },
  ],
  added_at: '2026-11-20T09:00:00.000Z',
  test: { state: 'passed', reason: null },
} satisfies Lists['own'][number]

const lists: Lists['own'] = [
  own,
  {
    ...own,
    id: '2',
    name: 'Partner domains',
    zone: 'uribl.partner.example',
    kind: 'domain',
    codes: [],
    test: { state: 'unchecked', reason: 'It did not answer in time.' },
  },
  {
    ...own,
    id: '3',
    name: 'Old list',
    zone: 'old.example',
    codes: [],
    test: {
      state: 'failed',
      reason: 'It lists a test entry that must never be listed, so it lists everything.',
    },
  },
]

async function open(page: Page, change: (reply: Lists) => Lists = reply => reply): Promise<void> {
  await rewrite<Lists>(page, '/blocklists', change)
  await page.goto('/account#blacklists')
  await expect(page.getByText(/Blocklists of the catalog: /)).toBeVisible()
}

const openDialog = (page: Page) => page.getByRole('button', { name: 'Add blocklist' }).click()
const isOff = (reply: Lists): Lists => ({
  ...reply,
  own: lists,
  catalogue: reply.catalogue.map((list, at) => ({ ...list, off: at === 3, off_here: at === 30 })),
})

export const blocklistScenes = {
  blocklists: { as: 'business', show: page => open(page, isOff) },
  'blocklists-catalog': {
    as: 'business',
    show: async page => {
      await open(page, isOff)
      await page.getByText(/Blocklists of the catalog: /).click()
      await page.getByRole('checkbox', { name: /SpamCop/ }).uncheck()
    },
  },
  'blocklists-form': {
    as: 'business',
    show: async page => {
      await open(page)
      await openDialog(page)
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('button', { name: 'Add code' }).click()
      await dialog.getByLabel('Code', { exact: true }).fill('127.0.0.2')
      await dialog.getByRole('button', { name: 'Add list' }).click()
      await expect(dialog.getByText('Please enter a name')).toBeVisible()
    },
  },
  'blocklists-remove': {
    as: 'business',
    show: async page => {
      await open(page, isOff)
      await page.getByRole('button', { name: 'Remove Old list' }).click()
      await expect(page.getByRole('alertdialog')).toContainText('Remove Old list?')
    },
  },
} satisfies Record<string, Scene>

import { expect, type Page } from '@playwright/test'
import { openDomains } from './domains.ts'
import { fault, type Scene } from './scene.ts'

/**
 * Opens the tab for many domains in the dialog, and writes this into it. Text of thousands of lines takes the browser's
 * automation minutes (unlike a person's paste), so long lists are written on one line.
 */
export async function typeList(page: Page, text: string): Promise<void> {
  await openDomains(page)
  await page.getByRole('button', { name: /^Add (Domain|Your First Domain)$/ }).click()
  await page.getByRole('button', { name: 'Paste a list or a CSV file instead' }).click()
  await page.getByLabel('List of domains').fill(text)
}

async function sendList(page: Page, text: string): Promise<void> {
  await typeList(page, text)
  await page.getByRole('button', { name: 'Add Domains' }).click()
}

export const domainListScenes = {
  'domains-add-counted': {
    as: 'empty',
    show: async page => {
      await openDomains(page)
      await page.getByRole('button', { name: 'Add Your First Domain' }).click()
      await expect(page.getByRole('dialog')).toBeVisible()
    },
  },
  'domains-list-empty': { as: 'scratch', show: page => typeList(page, '') },
  'domains-list-preview': {
    as: 'scratch',
    show: async page => {
      const names = Array.from({ length: 12 }, (_, at) => `client-${at}.example`).join('\n')
      await typeList(page, `perfect.example\nno domain at all\n${names}`)
      await expect(page.getByText('13 domains found')).toBeVisible()
    },
  },
  'domains-list-no-text': {
    as: 'scratch',
    show: async page => {
      await typeList(page, 'typed.example')
      const table = { name: 'clients.xlsx', mimeType: 'text/csv', buffer: Buffer.from('PK\u0003\u0004\u0014\u0000') }
      await page.getByLabel('CSV file of domains').setInputFiles(table)
      await expect(page.getByRole('alert')).toBeVisible()
    },
  },
  'domains-list-failed': {
    as: 'scratch',
    show: async page => {
      await fault(page, 'POST', '/domains/bulk', 502)
      await sendList(page, 'client.example')
    },
  },
  'domains-list-added': {
    as: 'scratch',
    show: async (page, { accounts }) => {
      const reason = 'Domain limit reached. Your Pro plan allows 10 domains.'
      await fault(page, 'POST', '/domains/bulk', 200, {
        added: Object.keys(accounts.scratch.domains).map(name => ({ domain_name: name })),
        skipped: [
          { input: 'perfect.example', code: 'conflict', reason: 'Domain already added' },
          { input: 'no domain at all', code: 'invalid_domain', reason: 'Please enter a valid domain name' },
          ...Array.from({ length: 4 }, (_, at) => ({ input: `client-${at}.example`, code: 'domain_limit', reason })),
        ],
        left_out: 4,
      })
      await sendList(page, 'perfect.example')
      await expect(page.getByText('2 domains added, 6 not added')).toBeVisible()
    },
  },
  'domains-list-limit': { as: 'full', refused: true, show: page => sendList(page, 'one-too-many.example') },
} satisfies Record<string, Scene>

import { expect, type Page } from '@playwright/test'
import { rewrite, type Scene } from './scene.ts'

/** Opens the generator with a typed domain and selected services. */
export async function fillGenerator(page: Page, domain: string, services: readonly string[]): Promise<void> {
  await page.goto('/tools/subdomain-spf')
  await page.getByLabel('Domain', { exact: true }).fill(domain)
  for (const service of services) await page.getByRole('checkbox', { name: service }).check()
}

export async function generate(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Generate SPF Records' }).click()
}

const everyService = [
  'Google Workspace',
  'Microsoft 365',
  'Mailchimp',
  'SendGrid',
  'Mailgun',
  'AWS SES',
  'Postmark',
  'SparkPost',
]

export const toolsScenes = {
  tools: {
    as: 'used',
    show: async page => {
      await page.goto('/tools')
      await expect(page.getByRole('heading', { name: 'Email Security Tools' })).toBeVisible()
    },
  },
  'subdomain-spf-empty': {
    as: 'used',
    show: async page => {
      await page.goto('/tools/subdomain-spf')
      await expect(page.getByText('No records generated yet')).toBeVisible()
    },
  },
  'subdomain-spf-refused': {
    as: 'used',
    show: async page => {
      await fillGenerator(page, 'no domain', ['SendGrid', 'Mailgun'])
      await page.getByLabel('Subdomain for Mailgun').fill('bulk mail')
      await generate(page)
      await expect(page.getByText('Please enter a valid domain name')).toBeVisible()
    },
  },
  'subdomain-spf-records': {
    as: 'used',
    show: async page => {
      await fillGenerator(page, 'Example.com', everyService)
      await generate(page)
      await expect(page.getByRole('heading', { name: 'notifications.example.com' })).toBeVisible()
    },
  },
  'subdomain-spf-over': {
    as: 'used',
    show: async page => {
      await fillGenerator(page, 'münchen.example', everyService)
      for (const service of everyService) await page.getByLabel(`Subdomain for ${service}`).fill('büro')
      await generate(page)
      await expect(page.getByText('More than 10 lookups')).toBeVisible()
    },
  },
  'subdomain-spf-changed': {
    as: 'used',
    show: async page => {
      await fillGenerator(page, 'example.com', ['Google Workspace'])
      await generate(page)
      await page.getByRole('checkbox', { name: 'Microsoft 365' }).check()
      await expect(page.getByText('You changed the form')).toBeVisible()
    },
  },
  'subdomain-spf-copied': {
    as: 'used',
    show: async page => {
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
      await fillGenerator(page, 'example.com', ['Postmark'])
      await generate(page)
      await page.getByRole('button', { name: 'Copy value of transactional.example.com' }).click()
      await expect(page.getByText('Copied to clipboard!')).toBeVisible()
    },
  },
  'spf-comparison': {
    as: 'used',
    show: async page => {
      await page.goto('/tools/spf-comparison')
      await expect(page.getByRole('heading', { name: 'Feature by feature' })).toBeVisible()
    },
  },
  'spf-comparison-no-billing': {
    as: 'used',
    show: async page => {
      await rewrite<object>(page, '/config', config => ({ ...config, billing: 'off', test_money: false }))
      await page.goto('/tools/spf-comparison')
      await expect(page.getByText('Free on this installation.')).toBeVisible()
      await expect(page.getByText('View Premium Plans')).toBeHidden()
    },
  },
} satisfies Record<string, Scene>

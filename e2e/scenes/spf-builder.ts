import { expect } from '@playwright/test'
import { longName } from '../zones.ts'
import { addEntry, generate, named, openWizard, previewed, ready, typeDomain, wizard } from './builders.ts'
import { fault, type Scene } from './scene.ts'

export const spfBuilderScenes = {
  ...named('spf', [
    'choose',
    'no-domains',
    'name-empty',
    'name-invalid',
    'locked',
    'typed',
    'saved-failed',
    'generating',
    'generate-failed',
  ]),
  'spf-builder-fresh': wizard('spf', 'business', 'never.example'),
  'spf-builder-prefilled': wizard('spf', 'business', 'monitoring.example'),
  'spf-builder-left-out': wizard('spf', 'odd', longName),
  'spf-builder-several': wizard('spf', 'business', 'twospf.example'),
  'spf-builder-too-many': wizard('spf', 'business', 'toomany.example'),
  'spf-builder-unchecked': wizard('spf', 'business', 'mixed.example'),
  'spf-builder-unreachable': wizard('spf', 'business', 'unreachable.example'),
  'spf-builder-changes': {
    as: 'business',
    refused: true,
    show: async (page, world) => {
      await openWizard(page, world, 'spf', 'business', 'monitoring.example')
      await page.getByRole('button', { name: 'Remove mailhost.example' }).click()
      await page.getByRole('switch', { name: 'Include MX records' }).uncheck()
      await page.getByRole('button', { name: 'Add Mailchimp' }).click()
      await addEntry(page, 'IPv4 addresses', '203.0.114.25')
      await page.getByLabel('All other servers (all)').selectOption('-all Fail')
      await expect(page.getByText('will no longer pass SPF').first()).toBeVisible()
      await previewed(page)
    },
  },
  'spf-builder-started-over': {
    as: 'business',
    refused: true,
    show: async (page, world) => {
      await openWizard(page, world, 'spf', 'business', 'monitoring.example')
      await addEntry(page, 'IPv4 addresses', '203.0.114.25')
      await page.getByRole('button', { name: 'Start over from the published record' }).click()
      await expect(page.getByText('Started over')).toBeInViewport()
      await expect(page.getByText('Identical to your published record')).toBeVisible()
      await previewed(page)
    },
  },
  'spf-builder-bad-entries': {
    as: 'business',
    refused: true,
    show: async (page, world) => {
      await openWizard(page, world, 'spf', 'business', 'never.example')
      await addEntry(page, 'Include domains', 'someone@example.com')
      await addEntry(page, 'IPv4 addresses', '192.0.2.1/24')
      await addEntry(page, 'IPv6 addresses', '2001:db8::/129')
    },
  },
  'spf-builder-providers': {
    as: 'business',
    refused: true,
    show: async (page, world) => {
      await openWizard(page, world, 'spf', 'business', 'never.example')
      await page.getByText(/more providers$/).click()
      await page.getByLabel('Search providers').fill('mail')
      await expect(page.getByRole('region', { name: 'Providers' })).toBeVisible()
    },
  },
  'spf-builder-preview-failed': {
    as: 'business',
    show: async (page, { accounts }) => {
      await fault(page, 'POST', '/spf/preview', 502)
      await page.goto(`/spf-wizard/${accounts.business.domains['perfect.example']}`)
      await expect(page.getByText('The preview could not be loaded')).toBeVisible()
    },
  },
  'spf-builder-generated': {
    as: 'business',
    refused: true,
    show: async (page, world) => {
      await openWizard(page, world, 'spf', 'business', 'customer-0.example')
      await addEntry(page, 'Include domains', '_spf.google.com servers.mcsv.net')
      await addEntry(page, 'IPv4 addresses', '203.0.114.40')
      await previewed(page)
      await generate(page, 'spf')
      await expect(page.getByRole('heading', { name: 'Next steps' })).toBeVisible()
    },
  },
  'spf-builder-saved': {
    as: 'business',
    refused: true,
    show: async (page, world) => {
      await openWizard(page, world, 'spf', 'business', 'customer-1.example')
      await generate(page, 'spf')
      await expect(page.getByText('SPF record generated successfully')).toBeVisible()
      await page.reload()
      await ready(page, 'spf')
    },
  },
  'spf-builder-long': {
    as: 'business',
    show: async page => {
      await typeDomain(page, 'spf', 'shop.example')
      await ready(page, 'spf')
      await addEntry(page, 'IPv4 addresses', Array.from({ length: 24 }, (_, i) => `203.0.114.${i * 8}/29`).join(' '))
      await generate(page, 'spf')
      await expect(page.getByRole('heading', { name: 'Next steps' })).toBeVisible()
      await previewed(page)
    },
  },
  'spf-builder-changed': {
    as: 'business',
    show: async page => {
      await typeDomain(page, 'spf', 'shop.example')
      await ready(page, 'spf')
      await addEntry(page, 'IPv4 addresses', '203.0.114.40 203.0.114.41')
      await generate(page, 'spf')
      await expect(page.getByRole('heading', { name: 'Next steps' })).toBeVisible()
      await page.getByRole('button', { name: 'Remove 203.0.114.41' }).click()
      await expect(page.getByText('The form has changed since this record was generated')).toBeVisible()
      await previewed(page)
    },
  },
  'spf-builder-copied': {
    as: 'business',
    show: async page => {
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
      await typeDomain(page, 'spf', 'shop.example')
      await ready(page, 'spf')
      await generate(page, 'spf')
      await page.getByRole('button', { name: 'Copy hostname of shop.example' }).click()
      await page.getByRole('button', { name: 'Copy value of shop.example' }).click()
    },
  },
} satisfies Record<string, Scene>

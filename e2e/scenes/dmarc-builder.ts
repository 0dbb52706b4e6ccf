import { expect } from '@playwright/test'
import { generate, named, openWizard, ready, typeDomain, wizard } from './builders.ts'
import type { Scene } from './scene.ts'

export const dmarcBuilderScenes = {
  ...named('dmarc', ['choose', 'name-empty', 'locked', 'generating', 'generate-failed']),
  'dmarc-builder-fresh': wizard('dmarc', 'business', 'never.example'),
  'dmarc-builder-prefilled': wizard('dmarc', 'business', 'monitoring.example'),
  'dmarc-builder-unreachable': wizard('dmarc', 'business', 'unreachable.example'),
  'dmarc-builder-options': {
    as: 'business',
    refused: true,
    show: async (page, world) => {
      await openWizard(page, world, 'dmarc', 'business', 'never.example')
      await page.getByLabel('Policy', { exact: true }).selectOption('quarantine')
      await page.getByLabel('Percentage (pct)').fill('25')
      await page.getByLabel('Subdomain policy (sp)').selectOption('none')
      await page.getByText('More options', { exact: true }).click()
      await page.getByLabel('Nonexistent subdomains (np)').selectOption('reject')
      await page.getByRole('switch', { name: 'Test mode (t=y)' }).check()
      await expect(page.getByText('Older receivers read this differently')).toBeVisible()
    },
  },
  'dmarc-builder-rua-empty': {
    as: 'business',
    refused: true,
    show: async (page, world) => {
      await openWizard(page, world, 'dmarc', 'business', 'never.example')
      await page.getByLabel('Aggregate report email (RUA)').fill('')
      await generate(page, 'dmarc')
    },
  },
  'dmarc-builder-bad-fields': {
    as: 'business',
    refused: true,
    show: async (page, world) => {
      await openWizard(page, world, 'dmarc', 'business', 'never.example')
      await page.getByLabel('Aggregate report email (RUA)').fill('dmarc@never.example, nobody')
      await page.getByLabel('Forensic report email (RUF), optional').fill('forensic@')
      await page.getByLabel('Percentage (pct)').fill('101')
      await generate(page, 'dmarc')
    },
  },
  'dmarc-builder-kept': {
    as: 'business',
    refused: true,
    isFirstAddress: true,
    show: async (page, world) => {
      await openWizard(page, world, 'dmarc', 'business', 'monitoring.example')
      await page.getByLabel('Policy', { exact: true }).selectOption('reject')
      await page.getByRole('button', { name: 'Back', exact: true }).click()
      // The address changes before the screen does, so this waits until the screen was left.
      await expect(page.getByRole('heading', { name: 'Domain Management' })).toBeVisible()
      await page.goBack()
      await expect(page.getByText('Your unsaved changes')).toBeVisible()
    },
  },
  'dmarc-builder-generated': {
    as: 'business',
    refused: true,
    show: async (page, world) => {
      await openWizard(page, world, 'dmarc', 'business', 'perfect.example')
      await page.getByLabel('Policy', { exact: true }).selectOption('quarantine')
      await generate(page, 'dmarc')
      await expect(page.getByRole('heading', { name: 'Next steps' })).toBeVisible()
    },
  },
  'dmarc-builder-saved': {
    as: 'business',
    refused: true,
    show: async (page, world) => {
      await openWizard(page, world, 'dmarc', 'business', 'customer-1.example')
      await generate(page, 'dmarc')
      await expect(page.getByText('DMARC record generated successfully')).toBeVisible()
      await page.reload()
      await ready(page, 'dmarc')
    },
  },
  'dmarc-builder-consent': {
    as: 'business',
    show: async page => {
      await typeDomain(page, 'dmarc', 'young.example')
      await ready(page, 'dmarc')
      const addresses = ['young@in.reportdesk.example', 'mailto:dmarc@mailhost.example', 'dmarc@unreachable.example']
      await page.getByLabel('Aggregate report email (RUA)').fill(addresses.join(', '))
      await generate(page, 'dmarc')
      await expect(page.getByRole('heading', { name: 'Report addresses at other domains' })).toBeVisible()
    },
  },
  'dmarc-builder-changed': {
    as: 'business',
    show: async page => {
      await typeDomain(page, 'dmarc', 'shop.example')
      await ready(page, 'dmarc')
      await generate(page, 'dmarc')
      await expect(page.getByRole('heading', { name: 'Next steps' })).toBeVisible()
      await page.getByLabel('Policy', { exact: true }).selectOption('reject')
      await expect(page.getByText('The form has changed since this record was generated')).toBeVisible()
    },
  },
  'dmarc-builder-copied': {
    as: 'business',
    show: async page => {
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
      await typeDomain(page, 'dmarc', 'shop.example')
      await ready(page, 'dmarc')
      await generate(page, 'dmarc')
      await page.getByRole('button', { name: 'Copy hostname of _dmarc.shop.example' }).click()
      await page.getByRole('button', { name: 'Copy value of _dmarc.shop.example' }).click()
    },
  },
} satisfies Record<string, Scene>

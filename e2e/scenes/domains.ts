import { expect, type Page } from '@playwright/test'
import type { DomainItem } from '@waxseal/contract'
import { fault, hold, rewrite, type Scene, setOffline } from './scene.ts'

export async function openDomains(page: Page): Promise<void> {
  await page.goto('/domains')
  await expect(page.getByRole('heading', { name: 'Domain Management' })).toBeVisible()
  await expect(page.getByRole('table').or(page.getByText('Start Your Email Security Journey'))).toBeVisible()
}

async function addDomain(page: Page, name: string): Promise<void> {
  await openDomains(page)
  await page.getByRole('button', { name: /^Add (Domain|Your First Domain)$/ }).click()
  await page.getByLabel('Domain Name').fill(name)
  await page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).click()
}

/** An action of a domain: a button of its row, or an entry of its menu on a narrow screen. */
export async function act(page: Page, action: 'Scan' | 'Delete', name: string): Promise<void> {
  if ((page.viewportSize()?.width ?? 0) >= 992) {
    await page.getByRole('button', { name: `${action} ${name}` }).click()
    return
  }
  await page.getByRole('button', { name: `More for ${name}` }).click()
  await page.getByRole('menuitem', { name: action }).click()
}

export async function selectDomain(page: Page, name: string): Promise<void> {
  await page.getByRole('checkbox', { name: `Select ${name}`, exact: true }).check()
}

async function scanAll(page: Page): Promise<void> {
  await openDomains(page)
  await page.getByLabel('Select all shown').check()
  await page.getByRole('button', { name: 'Bulk Scan' }).click()
}

/** The state after an unscored scan of domains that had a score eighteen days before. */
export async function scoresAreOld(page: Page): Promise<void> {
  await rewrite<DomainItem[]>(page, '/domains', domains =>
    domains.map(domain => ({
      ...domain,
      score_is_old: domain.health_score !== null,
      scored_at: '2026-11-02T09:00:00Z',
    })),
  )
}

let added = 0
/** A unique name for each run of a scene, so that scenes can run in parallel and repeatedly. */
const anyName = (): string => `new-${process.pid}-${Date.now()}-${added++}.example`

export const domainsScenes = {
  'domains-loading': {
    as: 'business',
    show: async page => {
      await hold(page, '/domains')
      await page.goto('/domains')
      await expect(page.getByRole('heading', { name: 'Domain Management' })).toBeVisible()
    },
  },
  'domains-load-failed': {
    as: 'business',
    show: async page => {
      await fault(page, 'GET', '/domains', 500)
      await page.goto('/domains')
      await expect(page.getByText('could not be loaded').first()).toBeVisible()
    },
  },
  'domains-empty': { as: 'empty', show: openDomains },
  'domains-list': { as: 'business', show: openDomains },
  'domains-odd': { as: 'odd', show: openDomains },
  'domains-old-score': {
    as: 'business',
    show: async page => {
      await scoresAreOld(page)
      await openDomains(page)
    },
  },
  'domains-filters': {
    as: 'business',
    show: async page => {
      await openDomains(page)
      await page.getByRole('radio', { name: 'Warning' }).check()
      // Only a narrow screen shows this button.
      await page.locator('button', { hasText: 'Filters (1)' }).dispatchEvent('click')
    },
  },
  'domains-not-scanned': {
    as: 'business',
    show: async page => {
      await page.goto('/domains?filter=not-scanned')
      await expect(page.getByText('1 of 14 domains, by name')).toBeVisible()
    },
  },
  'domains-add-dialog': {
    as: 'business',
    show: async page => {
      await openDomains(page)
      await page.getByRole('button', { name: 'Add Domain' }).click()
      await expect(page.getByRole('dialog')).toBeVisible()
    },
  },
  'domains-added': {
    as: 'growing',
    show: async page => {
      const name = anyName()
      await addDomain(page, name)
      await expect(page.getByRole('link', { name, exact: true })).toBeVisible()
    },
  },
  'domains-delete-confirm': {
    as: 'scratch',
    show: async page => {
      await openDomains(page)
      await act(page, 'Delete', 'nodmarc.example')
      await expect(page.getByRole('alertdialog').or(page.getByRole('dialog'))).toBeVisible()
    },
  },
  'domains-deleted': {
    as: 'growing',
    show: async page => {
      const name = anyName()
      await addDomain(page, name)
      await page.getByRole('button', { name: `Delete ${name}` }).click()
      await page.getByRole('button', { name: 'Delete', exact: true }).click()
      await expect(page.getByRole('link', { name, exact: true })).toBeHidden()
    },
  },
  'domains-scan-started': {
    as: 'scratch',
    show: async page => {
      await hold(page, '/diagnostics/scan/*')
      await openDomains(page)
      await act(page, 'Scan', 'perfect.example')
    },
  },
  'domains-scan-completed': {
    as: 'scratch',
    show: async page => {
      await openDomains(page)
      await act(page, 'Scan', 'perfect.example')
      await expect(page).toHaveURL(/\/diagnostics\//)
    },
  },
  'domains-scan-failed': {
    as: 'scratch',
    show: async page => {
      await fault(page, 'POST', '/diagnostics/scan/*', 500)
      await openDomains(page)
      await act(page, 'Scan', 'nodmarc.example')
    },
  },
  'domains-scan-limit': {
    as: 'used',
    refused: true,
    show: async page => {
      await openDomains(page)
      await act(page, 'Scan', 'perfect.example')
    },
  },
  'domains-grid': {
    as: 'business',
    show: async page => {
      await openDomains(page)
      await page.getByRole('button', { name: 'Grid view' }).click()
      await expect(page.getByRole('list', { name: 'Your domains' })).toBeVisible()
    },
  },
  'domains-no-match': {
    as: 'business',
    show: async page => {
      await openDomains(page)
      await page.getByLabel('Search domains').fill('https://elsewhere.example/')
      await page.getByRole('radio', { name: 'Critical' }).check()
      await expect(page.getByRole('button', { name: 'Show all 14 domains' })).toBeVisible()
    },
  },
  'domains-selected': {
    as: 'business',
    show: async page => {
      await openDomains(page)
      for (const name of ['bare.example', 'nodmarc.example', 'perfect.example']) await selectDomain(page, name)
      await page.getByLabel('Search domains').fill('e')
      await page.getByRole('radio', { name: 'Critical' }).check()
      await expect(page.getByText('3 selected, 2 not shown')).toBeVisible()
    },
  },
  'domains-none-selected': {
    as: 'business',
    show: async page => {
      await openDomains(page)
      await page.getByRole('button', { name: 'Bulk Scan' }).click()
    },
  },
  'domains-bulk-started': {
    as: 'scratch',
    show: async page => {
      await hold(page, '/diagnostics/scan/*')
      await scanAll(page)
    },
  },
  'domains-bulk-completed': {
    as: 'scratch',
    show: async page => {
      await scanAll(page)
      await expect(page.getByText('Bulk scan completed')).toBeVisible({ timeout: 30_000 })
    },
  },
  'domains-bulk-failed': {
    as: 'scratch',
    show: async (page, { accounts }) => {
      await fault(page, 'POST', `/diagnostics/scan/${accounts.scratch.domains['nodmarc.example']}`, 500)
      await scanAll(page)
      await expect(page.getByText(/^Bulk scan completed/)).toBeVisible({ timeout: 30_000 })
    },
  },
  'domains-bulk-offline': {
    as: 'scratch',
    show: async page => {
      await setOffline(page, false)
      await openDomains(page)
      await page.getByLabel('Select all shown').check()
      await setOffline(page, true)
      await page.getByRole('button', { name: 'Bulk Scan' }).click()
      await expect(page.getByText('No connection.')).toBeVisible()
    },
  },
  'domains-bulk-limit': {
    as: 'used',
    refused: true,
    show: async page => {
      await scanAll(page)
      await expect(page.getByRole('dialog')).toBeVisible()
    },
  },
  'domains-scan-gone': {
    as: 'scratch',
    show: async page => {
      await fault(page, 'POST', '/diagnostics/scan/*', 404, { detail: 'Not found', code: 'not_found' })
      await openDomains(page)
      await act(page, 'Scan', 'nodmarc.example')
    },
  },
  'domains-delete-gone': {
    as: 'scratch',
    show: async page => {
      await fault(page, 'DELETE', '/domains/*', 404, { detail: 'Not found', code: 'not_found' })
      await openDomains(page)
      await act(page, 'Delete', 'nodmarc.example')
      await page.getByRole('button', { name: 'Delete', exact: true }).click()
    },
  },
  'domains-limit-starter': {
    as: 'used',
    refused: true,
    show: page => addDomain(page, 'one-too-many.example'),
  },
  'domains-limit-pro': {
    as: 'full',
    refused: true,
    show: page => addDomain(page, 'one-too-many.example'),
  },
} satisfies Record<string, Scene>

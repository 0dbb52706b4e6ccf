import { expect, type Page } from '@playwright/test'
import type { DomainItem } from '@waxseal/contract'
import { openDomains } from './domains.ts'
import { rewrite, type Scene } from './scene.ts'

/** The state after a downgrade from Pro to Starter: of two domains the newer one is beyond the plan. */
async function afterDowngrade(page: Page): Promise<void> {
  await rewrite<{ tier: string }>(page, '/auth/me', me => ({ ...me, tier: 'free' }))
  await rewrite<DomainItem[]>(page, '/domains', domains =>
    domains.map(domain => ({ ...domain, read_only: domain.domain_name === 'parked.example' })),
  )
}

export const readOnlyScenes = {
  'domains-read-only': {
    as: 'clear',
    show: async page => {
      await afterDowngrade(page)
      await openDomains(page)
      await expect(page.getByText('1 domain is read-only')).toBeVisible()
    },
  },
  'domains-read-only-cards': {
    as: 'clear',
    show: async page => {
      await afterDowngrade(page)
      await page.goto('/domains?view=grid')
      await expect(page.getByText('Read-only', { exact: true })).toBeVisible()
    },
  },
  'domains-read-only-upgrade': {
    as: 'clear',
    show: async page => {
      await afterDowngrade(page)
      await openDomains(page)
      await page.getByRole('button', { name: 'Upgrade' }).click()
      await expect(page.getByRole('dialog')).toContainText('Your Starter plan allows 1 domain.')
    },
  },
  'diagnostics-read-only': {
    as: 'clear',
    show: async (page, { accounts }) => {
      await afterDowngrade(page)
      await page.goto(`/diagnostics/${accounts.clear.domains['parked.example']}`)
      await expect(page.getByText('This domain is read-only')).toBeVisible()
      // The sheet is complete.
      await expect(page.getByRole('button', { name: 'Rescan' })).toBeVisible()
    },
  },
} satisfies Record<string, Scene>

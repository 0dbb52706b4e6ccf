import { expect, type Page } from '@playwright/test'
import { type Scene } from './scene.ts'

async function open(page: Page, hash = ''): Promise<void> {
  await page.goto(`/api-reference${hash}`)
  await expect(page.getByText('/api/domains/{id}/latest-scan')).toBeVisible()
}

/** The API document is that of the running server. */
export const apiReferenceScenes = {
  'api-reference': { as: 'business', show: page => open(page) },
  'api-reference-call': {
    as: 'business',
    show: async page => {
      await open(page, '#domains.add')
      await expect(page.getByText('Example with curl')).toBeVisible()
    },
  },
  'api-reference-fields': {
    as: 'business',
    show: async page => {
      await open(page, '#alerts.save-settings')
      await page
        .getByText(/^Show the \d+ fields of/)
        .first()
        .click()
      await expect(page.getByText(/^Hide the fields of/).first()).toBeVisible()
    },
  },
  'api-reference-search': {
    as: 'business',
    show: async page => {
      await open(page)
      await page.getByRole('searchbox', { name: 'Search calls' }).fill('export')
      await expect(page.getByText(/^\d of \d+ calls/)).toBeVisible()
    },
  },
} satisfies Record<string, Scene>

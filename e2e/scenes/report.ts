import { expect, type Page } from '@playwright/test'
import type { AccountName } from '../world-accounts.data.ts'
import type { Scene } from './scene.ts'

/** The initially closed cards of a report. */
export const cards = [
  'Email Authentication',
  'DKIM Records',
  'Blacklist Status',
  'Threat Intelligence',
  'Open Relay Test',
  'Transport',
] as const

export type Card = (typeof cards)[number]

/** The report of a domain with these cards open. */
export function report(
  domain: string,
  account: AccountName = 'business',
  open: readonly Card[] = ['Email Authentication'],
): Scene {
  return {
    as: account,
    show: async (page, world) => {
      await page.goto(`/diagnostics/${world.accounts[account].domains[domain]}`)
      await expect(page.getByRole('heading', { name: 'Email Health Score' })).toBeVisible()
      for (const card of open) await openCard(page, card)
    },
  }
}

/** Only the first card of a report is initially open. */
export async function openCard(page: Page, title: string): Promise<void> {
  const card = page.getByRole('button', { name: new RegExp(`^${title}`) })
  if ((await card.getAttribute('aria-expanded')) === 'false') await card.click()
  // The content of a closed card is loaded when it is opened.
  await expect(page.getByText(/^Loading (the DKIM keys|SPF and DMARC)$/)).toHaveCount(0)
}

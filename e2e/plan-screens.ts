/** The screens that show something of a plan, and the two things that each gate on them is read with. */
import type { Locator, Page } from '@playwright/test'
import { expect } from './fixtures.ts'
import type { Subscriber } from './plan-account.ts'
import { openDomains } from './scenes/domains.ts'

export const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
export const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true })

async function openReport(page: Page, id: string): Promise<void> {
  await page.goto(`/diagnostics/${id}`)
  await expect(heading(page, 'Email Health Score')).toBeVisible()
}

async function openBuilder(page: Page, kind: 'spf' | 'dmarc'): Promise<void> {
  await page.goto(`/tools/${kind}-builder`)
  await expect(page.getByLabel('Your domains')).toBeVisible()
}

/** How each screen is opened, in the order of a visit. */
const opened = {
  dashboard: async ({ page }) => {
    await page.goto('/dashboard')
    await expect(heading(page, 'Recent Activity')).toBeVisible()
  },
  domains: ({ page }) => openDomains(page),
  report: ({ page, first }) => openReport(page, first),
  'earlier report': ({ page, second }) => openReport(page, second),
  headers: async ({ page }) => {
    await page.goto('/headers')
    await button(page, 'Load Sample').click()
    await button(page, 'Analyze Headers').click()
    await expect(heading(page, 'Threat Assessment')).toBeVisible()
  },
  'spf builder': ({ page }) => openBuilder(page, 'spf'),
  'dmarc builder': ({ page }) => openBuilder(page, 'dmarc'),
  comparison: async ({ page }) => {
    await page.goto('/tools/spf-comparison')
    await expect(page.getByRole('table')).toBeVisible()
  },
  flattening: async ({ page }) => {
    await page.goto('/tools/spf-flattening')
    await expect(button(page, 'New Configuration')).toBeVisible()
  },
  alerts: async ({ page }) => {
    await page.goto('/alerts')
    await expect(heading(page, 'Email notifications')).toBeVisible()
  },
  analytics: async ({ page }) => {
    await page.goto('/analytics')
    await expect(heading(page, 'Analytics')).toBeVisible()
  },
  account: async ({ page }) => {
    await page.goto('/account')
    await expect(heading(page, 'Account Information')).toBeVisible()
    // These sections load when they come near.
    for (const title of ['Reports', 'Audit log']) await heading(page, title).scrollIntoViewIfNeeded()
  },
  chat: async ({ page }) => {
    await page.goto('/chat')
    await expect(page.getByPlaceholder('Ask a question...')).toBeVisible()
  },
} satisfies Record<string, (subscriber: Subscriber) => Promise<void>>

export type Screen = keyof typeof opened

/** The screens in the order of a visit. */
export const screens = Object.keys(opened) as readonly Screen[]

/** Opens a screen and waits until all of it has loaded. */
export async function openScreen(screen: Screen, subscriber: Subscriber): Promise<void> {
  await opened[screen](subscriber)
  await expect(subscriber.page.getByText(/^Loading /)).toHaveCount(0)
}

export const upgradeDialog = (page: Page) => page.getByRole('dialog').filter({ has: button(page, 'Compare plans') })

/**
 * Does what the plan may lock. `has` where the screen then shows `result`; else the title and the text of the upgrade
 * dialog, which is closed. Without `result`, `act` waits for what it leads to.
 */
export async function tried(page: Page, act: () => Promise<unknown>, result?: Locator): Promise<string> {
  const dialog = upgradeDialog(page)
  await act()
  if (result !== undefined) await expect(dialog.or(result).first()).toBeVisible()
  if (!(await dialog.isVisible())) return 'has'
  const title = await dialog.getByRole('heading').innerText()
  const text = await dialog.getByRole('heading').locator('+ p').innerText()
  await dialog.getByRole('button', { name: 'Not now' }).click()
  await expect(dialog).toBeHidden()
  return `${title}: ${text}`
}

/** The text, or null where it is not shown. The screen must have loaded. */
export async function textIn(locator: Locator): Promise<string | null> {
  return (await locator.count()) === 0 ? null : (await locator.first().innerText()).replaceAll(/\s+/g, ' ').trim()
}

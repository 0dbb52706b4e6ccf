/** One account in two tabs, beside `domain-tabs.spec.ts`. */
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { newcomerWith } from './newcomer.ts'

const scan = (page: Page, name: string) => page.getByRole('button', { name: `Scan ${name}` })

/** Reads the number of scans on the account screen, as a user would. */
async function expectScans(page: Page, count: string): Promise<void> {
  await page.goto('/account')
  await expect(page.getByRole('progressbar', { name: 'Scans this month' })).toHaveAttribute('aria-valuetext', count)
}

test('a scan started in two tabs is one scan: both show its report, and it is counted once', async ({
  open,
  world,
}) => {
  test.setTimeout(120_000)
  const [one, other] = [await open(null), await open(null)]
  await newcomerWith(one, world, 'slow.example')
  await other.goto('/domains')
  // The other tab does not know of the scan yet; when it does, its button waits for the end.
  await expect(scan(other, 'slow.example')).toBeVisible()
  await scan(one, 'slow.example').click()
  await expect(one.getByText('Starting scan for slow.example...')).toBeVisible()
  await scan(other, 'slow.example').click()
  for (const page of [one, other]) await expect(page).toHaveURL(/\/diagnostics\//, { timeout: 90_000 })
  await expectScans(one, '1 of 10')
})

test('a domain deleted in another tab disappears when the person returns to this one', async ({ open, world }) => {
  const [one, other] = [await open(null), await open(null)]
  await newcomerWith(one, world, 'perfect.example')
  await other.goto('/domains')
  await other.getByRole('button', { name: 'Delete perfect.example' }).click()
  await other.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(other.getByText('Domain deleted successfully')).toBeVisible()
  // Pages of a headless browser are never hidden, so the event simulates the return to the tab.
  await one.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
  await expect(one.getByText('Start Your Email Security Journey')).toBeVisible()
})

/**
 * One account in two tabs, and a network that comes and goes: deleted domains disappear cleanly. `trouble.spec.ts` has the
 * tabs that join a scan. A scan of slow.example takes seconds.
 */
import type { Page } from '@playwright/test'
import { expect, expectRefusal, test } from './fixtures.ts'
import { newcomerWith } from './newcomer.ts'
import { setOffline } from './scenes/scene.ts'

const scan = (page: Page, name: string) => page.getByRole('button', { name: `Scan ${name}` })

/** Reads the number of scans on the account screen, as a user would. */
async function expectScans(page: Page, count: string): Promise<void> {
  await page.goto('/account')
  await expect(page.getByRole('progressbar', { name: 'Scans this month' })).toHaveAttribute('aria-valuetext', count)
}

test('a domain deleted in one tab during a scan in another is reported there, and nothing is left', async ({
  open,
  world,
}) => {
  test.setTimeout(120_000)
  const [one, other] = [await open(null), await open(null)]
  expectRefusal(one)
  await newcomerWith(one, world, 'slow.example')
  await other.goto('/domains')
  await scan(one, 'slow.example').click()
  await expect(one.getByText('Starting scan for slow.example...')).toBeVisible()
  await other.getByRole('button', { name: 'Delete slow.example' }).click()
  await other.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(other.getByText('Domain deleted successfully')).toBeVisible()
  await expect(other.getByText('Start Your Email Security Journey')).toBeVisible()
  await expect(one.getByText('slow.example is no longer in your list')).toBeVisible()
  await expect(one.getByText('Start Your Email Security Journey')).toBeVisible()
  await expectScans(other, '1 of 10')
})

test('a scan survives a lost network: its report appears when the network is back', async ({ open, world }) => {
  test.setTimeout(150_000)
  const page = await open(null)
  await newcomerWith(page, world, 'slow.example')
  await scan(page, 'slow.example').click()
  await expect(page.getByRole('row').filter({ hasText: 'slow.example' })).toContainText('Scanning')
  await setOffline(page, true)
  await page.waitForFunction(() => !navigator.onLine)
  await expect(page.getByText('Starting scan for slow.example...')).toBeVisible()
  await setOffline(page, false)
  await expect(page).toHaveURL(/\/diagnostics\//, { timeout: 90_000 })
  await expect(page.getByText('Scan completed successfully')).toBeVisible()
})

test('the report of a domain deleted in another tab says "not found", and the list drops it', async ({
  open,
  world,
}) => {
  test.setTimeout(60_000)
  const [one, other] = [await open(null), await open(null)]
  expectRefusal(one)
  await newcomerWith(one, world, 'perfect.example')
  await scan(one, 'perfect.example').click()
  await expect(one).toHaveURL(/\/diagnostics\//, { timeout: 30_000 })
  // A page load: nothing is known of the report here.
  await one.goto('/domains')
  await expect(one.getByRole('link', { name: 'perfect.example', exact: true })).toBeVisible()
  await other.goto('/domains')
  await other.getByRole('button', { name: 'Delete perfect.example' }).click()
  await other.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(other.getByText('Domain deleted successfully')).toBeVisible()

  await one.getByRole('link', { name: 'perfect.example', exact: true }).click()
  await expect(one.getByRole('heading', { name: 'Domain not found' })).toBeVisible()
  await expect(one.getByText('Domain or scan results not found')).toBeVisible()
  await expect(one.getByText('No scan results yet')).toHaveCount(0)
  await expect(one.getByText('perfect.example')).toHaveCount(0)
  await one.getByRole('link', { name: 'Back to Domains' }).click()
  await expect(one.getByText('Start Your Email Security Journey')).toBeVisible()
})

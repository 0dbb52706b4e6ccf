/** One account in two tabs, beside `domain-tabs.spec.ts`. */
import { expect, test } from './fixtures.ts'
import { newcomerWith } from './newcomer.ts'

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

/** The alert settings against the real server: what is saved, refused, sent and watched. */
import type { Page } from '@playwright/test'
import { expect, expectRefusal, test } from './fixtures.ts'
import { tabTo } from './tab-to.ts'

async function openAlerts(page: Page): Promise<void> {
  await page.goto('/alerts')
  await expect(page.getByRole('heading', { name: 'Alert types' })).toBeVisible()
}

const saved = (page: Page) => expect(page.getByText('Settings saved')).toBeVisible()

test('switches and the frequency are kept, a bad webhook is refused beside its field, a test mail can be read', async ({
  open,
}) => {
  const page = await open('scratch')
  expectRefusal(page)
  await openAlerts(page)
  // With the keyboard only; the switch keeps the focus.
  const choice = page.getByRole('switch', { name: 'High threat' })
  await tabTo(page, choice)
  await page.keyboard.press('Space')
  await saved(page)
  await expect(choice).toBeFocused()
  await page.getByLabel('Check frequency').selectOption('Every 24 hours')
  await saved(page)
  await expect(page.getByText('Saving...')).toBeHidden()
  await page.reload()
  await expect(choice).not.toBeChecked()
  await expect(page.getByLabel('Check frequency')).toHaveValue('24')

  const slack = page.getByLabel('Slack webhook URL')
  await slack.fill('https://127.0.0.1/services/T02')
  await expect(page.getByText('Failed to save settings')).toBeVisible()
  await expect(slack).toHaveAccessibleDescription(/\S/)
  await expect(slack).toHaveAttribute('aria-invalid', 'true')
  await expect(slack).toHaveValue('https://127.0.0.1/services/T02')

  await page.getByRole('button', { name: 'Send test to Email' }).click()
  await expect(page.getByText('Kept').first()).toBeVisible()
  await page.getByText('Read the mail').first().click()

  await page.goto('/dns-history')
  await expect(page.getByText('DNS monitoring runs every 24 hours.').first()).toBeVisible()
})

test('a save of another tab is not undone; addresses are watched and no longer watched', async ({ open }) => {
  const page = await open('growing')
  expectRefusal(page)
  await openAlerts(page)
  const other = await open('growing')
  await openAlerts(other)
  await other.getByRole('switch', { name: 'Blacklist detection' }).click()
  await saved(other)
  await page.getByRole('switch', { name: 'DMARC failure' }).click()
  await expect(page.getByText('The settings changed elsewhere and were reloaded')).toBeVisible()
  await expect(page.getByRole('switch', { name: 'Blacklist detection' })).not.toBeChecked()
  await expect(page.getByRole('switch', { name: 'DMARC failure' })).toBeChecked()
  await page.getByRole('switch', { name: 'DMARC failure' }).click()
  await saved(page)

  const range = page.getByLabel('IP address or range')
  await range.fill('20.7.8.0/30')
  await range.press('Enter')
  await expect(page.getByText('20.7.8.0/30 is now watched')).toBeVisible()
  // The field becomes empty a moment after the notice, with what was typed meanwhile.
  await expect(range).toHaveValue('')
  await range.fill('20.7.8.0/30')
  await range.press('Enter')
  await expect(range).toHaveAttribute('aria-invalid', 'true')
  await page.getByRole('button', { name: 'Remove 20.7.8.0/30' }).click()
  await expect(page.getByText('20.7.8.0/30 is no longer watched')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Remove 20.7.8.0/30' })).toHaveCount(0)
})

test('a schedule is saved from the menu of a domain, and the list shows it', async ({ open }) => {
  const page = await open('full')
  await page.goto('/domains')
  await page.getByRole('button', { name: 'More for customer-1.example' }).click()
  await page.getByRole('menuitem', { name: 'Schedule' }).click()
  await page.getByRole('radio', { name: 'Weekly' }).check()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Schedule saved')).toBeVisible()
  const row = page.getByRole('row').filter({ hasText: 'customer-1.example' })
  await expect(row).toContainText('Weekly, ')
  await expect(page.getByRole('button', { name: 'More for customer-1.example' })).toBeFocused()
})

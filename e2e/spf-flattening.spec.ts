/** The SPF flattening manager in use: where the focus goes, and what a reload keeps. */
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { configuration, listOf } from './scenes/flattened.ts'
import { fault } from './scenes/scene.ts'
import { openFlattening } from './scenes/spf-flattening.ts'

const create = (page: Page) => page.getByRole('button', { name: 'New Configuration' })
const domainField = (page: Page) => page.getByLabel('Domain', { exact: true })
const recordField = (page: Page) => page.getByLabel('Current SPF Record')

test('the form takes the focus, shows its first error, and gives the focus back', async ({ open }) => {
  const page = await open('business')
  await openFlattening(page, listOf([]))
  await create(page).press('Enter')
  await expect(domainField(page)).toBeFocused()
  await recordField(page).fill('mx -all')
  await recordField(page).press('Tab')
  await page.keyboard.press('Enter')
  await expect(domainField(page)).toBeFocused()
  await expect(page.getByText('Please select a domain')).toBeVisible()
  await domainField(page).selectOption({ label: 'bare.example' })
  await page.getByRole('button', { name: 'Create Configuration' }).press('Enter')
  await expect(recordField(page)).toBeFocused()
  await page.getByRole('button', { name: 'Cancel' }).press('Enter')
  await expect(create(page)).toBeFocused()
})

test('the form is there after a reload, with its domain and its text, until Cancel', async ({ open }) => {
  const page = await open('business')
  await openFlattening(page, listOf([]))
  await create(page).click()
  await domainField(page).selectOption({ label: 'monitoring.example' })
  await expect(recordField(page)).toHaveValue(/^v=spf1/)
  await recordField(page).fill('v=spf1 mx -all')
  const name = await page.getByText(/^monitoring-example-\w{6}\.waxseal\.email$/).textContent()
  await page.reload()
  await expect(domainField(page).locator('option:checked')).toHaveText('monitoring.example')
  await expect(recordField(page)).toHaveValue('v=spf1 mx -all')
  await expect(page.getByText(name ?? '')).toBeVisible()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.reload()
  await expect(create(page)).toBeVisible()
  await expect(domainField(page)).toBeHidden()
})

test('the dialogs take the focus and give it back', async ({ open, world }) => {
  const page = await open('business')
  const conflict = { code: 'conflict', detail: 'The SPF record of monitoring.example still includes it.' }
  await fault(page, 'DELETE', '/spf-flattening/configurations/*', 409, conflict)
  await openFlattening(page, listOf([configuration(world, 'monitoring.example')]))
  const edit = page.getByRole('button', { name: 'Edit Original SPF' })
  await edit.press('Enter')
  await expect(page.getByRole('dialog').getByRole('textbox')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(edit).toBeFocused()
  const remove = page.getByRole('button', { name: 'Delete' })
  await remove.press('Enter')
  const dialog = page.getByRole('alertdialog')
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await dialog.getByRole('button', { name: 'Delete' }).press('Enter')
  await expect(dialog.getByRole('alert')).toHaveText(conflict.detail)
  await expect(dialog.getByRole('button', { name: 'Delete anyway' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(remove).toBeFocused()
})

test('the spinner of a check is on its configuration alone', async ({ open, world }) => {
  const page = await open('business')
  await page.route('**/api/spf-flattening/configurations/monitoring.example/check', () => new Promise(() => {}))
  await openFlattening(
    page,
    listOf([configuration(world, 'monitoring.example'), configuration(world, 'mixed.example')]),
  )
  const first = page.getByRole('region', { name: 'monitoring.example' })
  const second = page.getByRole('region', { name: 'mixed.example' })
  await first.getByRole('button', { name: 'Check for Updates' }).click()
  await expect(first.getByRole('button', { name: 'Checking...' })).toHaveAttribute('aria-busy', 'true')
  await expect(second.getByRole('button', { name: 'Check for Updates' })).not.toHaveAttribute('aria-busy')
  await second.getByRole('button', { name: 'Edit Original SPF' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
})

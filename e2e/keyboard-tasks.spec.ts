/**
 * The main tasks that no other walk does with the keyboard only. The others: sign up, add, scan, evidence and copy in
 * keyboard.spec.ts, the builders in builders.spec.ts, a plan in billing.spec.ts, palette and keys in palette.spec.ts.
 */
import { expect, test } from './fixtures.ts'
import { tabTo } from './tab-to.ts'
import { password } from './world.ts'

test('sign in with the keyboard only', async ({ open }) => {
  const page = await open(null)
  await page.goto('/')
  await tabTo(page, page.getByRole('banner').getByRole('button', { name: 'Sign In' }))
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Email')).toBeFocused()
  await page.keyboard.type('business@waxseal.example')
  await tabTo(page, page.getByLabel('Password'))
  await page.keyboard.type(password)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Security Dashboard' })).toBeVisible()
})

test('analyze a header with the keyboard only', async ({ open }) => {
  const page = await open('business')
  await page.goto('/headers')
  await tabTo(page, page.getByRole('button', { name: 'Load Sample' }))
  await page.keyboard.press('Enter')
  await tabTo(page, page.getByRole('button', { name: 'Analyze Headers' }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Analysis', exact: true })).toBeFocused()
  await tabTo(page, page.getByRole('tab', { name: 'Headers' }))
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('tab', { name: 'Routing' })).toBeFocused()
  await expect(page.getByRole('tabpanel')).toContainText('02:12 minutes')
})

test('change an alert setting with the keyboard only', async ({ open }) => {
  const page = await open('business')
  await page.goto('/alerts')
  const choice = page.getByRole('switch', { name: 'High threat' })
  await tabTo(page, choice)
  const before = await choice.isChecked()
  await page.keyboard.press('Space')
  await expect(page.getByText('Settings saved')).toBeVisible()
  await expect(choice).toBeFocused()
  await page.keyboard.press('Space')
  await expect(choice).toBeChecked({ checked: before })
})

/** A visitor checks a domain without an account, and keeps watching it with a new one. */
import type { Locator, Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { password } from './world.ts'

const score = (place: Page | Locator): Locator => place.getByRole('group', { name: /^Health score \d+ of 100/ })

test('a visitor checks a domain on a phone and reads its report, signs up at a desk, and the domain is added and scanned', async ({
  open,
}) => {
  test.setTimeout(120_000)
  const domain = 'nodmarc.example'
  const page = await open(null, { width: 390 })
  await page.goto('/')
  await page.getByRole('textbox', { name: 'Your domain' }).fill(domain)
  await page.keyboard.press('Enter')
  const report = page.getByRole('region', { name: 'Report' })
  await expect(score(report)).toBeVisible({ timeout: 60_000 })
  const missing = report.getByText('DMARC record missing').first()
  const keep = page.getByRole('button', { name: 'Keep watching this domain' })
  await expect(missing).toBeVisible()
  await keep.click({ trial: true })

  await page.setViewportSize({ width: 1280, height: 900 })
  await expect(missing).toBeVisible()
  await keep.click()
  const form = page.getByRole('dialog', { name: 'Create your account' })
  await form.getByLabel('Name').fill('Mary Jackson')
  await form.getByLabel('Email').fill(`mary-${Date.now()}@waxseal.example`)
  await form.getByLabel('Password').fill(password)
  await form.getByRole('button', { name: 'Create account' }).click()
  await expect(page).toHaveURL(/\/diagnostics\//, { timeout: 60_000 })
  await expect(page.getByRole('heading', { level: 1, name: domain })).toBeVisible()
  await expect(score(page)).toBeVisible({ timeout: 60_000 })
})

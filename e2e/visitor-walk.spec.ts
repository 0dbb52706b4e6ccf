/** A visitor checks a domain without an account, and keeps watching it with a new one. */
import { expect, test } from './fixtures.ts'
import { password } from './world.ts'

for (const width of [1280, 390]) {
  test(`at ${width} pixels: a visitor checks a domain, reads its report, signs up, and the domain is added and scanned`, async ({
    open,
  }) => {
    test.setTimeout(120_000)
    const domain = 'nodmarc.example'
    const page = await open(null, { width })
    await page.goto('/')
    await page.getByRole('textbox', { name: 'Your domain' }).fill(domain)
    await page.keyboard.press('Enter')
    const report = page.getByRole('region', { name: 'Report' })
    await expect(report.getByRole('group', { name: /^Health score \d+ of 100/ })).toBeVisible({ timeout: 60_000 })
    await expect(report.getByText('DMARC record missing').first()).toBeVisible()

    await page.getByRole('button', { name: 'Keep watching this domain' }).click()
    const form = page.getByRole('dialog', { name: 'Create your account' })
    await form.getByLabel('Name').fill('Mary Jackson')
    await form.getByLabel('Email').fill(`mary-${Date.now()}-${width}@waxseal.example`)
    await form.getByLabel('Password').fill(password)
    await form.getByRole('button', { name: 'Create account' }).click()
    await expect(page).toHaveURL(/\/diagnostics\//, { timeout: 60_000 })
    await expect(page.getByRole('heading', { level: 1, name: domain })).toBeVisible()
    await expect(page.getByRole('group', { name: /^Health score \d+ of 100/ })).toBeVisible({ timeout: 60_000 })
  })
}

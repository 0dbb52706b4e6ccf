/** A person whose mail goes to spam, from the landing page to a better score. The clicks are counted. */
import type { Locator, Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { publish } from './publishing.ts'
import { password } from './world.ts'

for (const width of [1280, 390]) {
  test(`at ${width} pixels: sign up, add, scan, copy the record in two clicks, publish, rescan, and read what is fixed`, async ({
    open,
  }) => {
    test.setTimeout(90_000)
    const domain = `newcomer-${width}.example`
    const page = await open(null, { width })
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    const clicks = counter()

    await test.step('from the landing page to the report', async () => {
      await page.goto('/')
      await clicks(page.getByRole('button', { name: 'Start Free Trial' }).first())
      await page.getByLabel('Name').fill('Katherine Johnson')
      await page.getByLabel('Email').fill(`katherine-${Date.now()}-${width}@waxseal.example`)
      await page.getByLabel('Password').fill(password)
      await clicks(page.getByRole('button', { name: 'Create account' }))
      await expect(page).toHaveURL(/\/dashboard$/)
      if (width < 600) await clicks(page.getByRole('button', { name: 'Open menu' }))
      await clicks(page.getByRole('link', { name: 'Domains', exact: true }))
      await clicks(page.getByRole('button', { name: 'Add Your First Domain' }))
      await page.getByLabel('Domain Name').fill(domain)
      await clicks(page.getByRole('button', { name: 'Add and scan' }))
      await expect(page).toHaveURL(/\/diagnostics\//)
      await expect(page.getByRole('group', { name: /^Health score 63 of 100, Fair/ })).toBeVisible()
      expect(clicks.count).toBeLessThanOrEqual(width < 600 ? 6 : 5)
    })

    const record = `v=DMARC1; p=none; rua=mailto:dmarc@${domain}`
    await test.step('from the report to the copied record: two clicks', async () => {
      const before = clicks.count
      const next = page.getByRole('region', { name: 'Next step' })
      await expect(next.getByText('DMARC record missing')).toBeVisible()
      await expect(next.getByText('63 → 83')).toBeVisible()
      await clicks(next.getByRole('button', { name: 'Publish the record: DMARC record missing' }))
      await clicks(next.getByRole('button', { name: `Copy value of _dmarc.${domain}` }))
      await expect.poll(() => clipboard(page)).toBe(record)
      expect(clicks.count - before).toBe(2)
    })

    await test.step('the zone is changed, checked, and scanned again', async () => {
      const before = clicks.count
      const next = page.getByRole('region', { name: 'Next step' })
      await clicks(next.getByRole('button', { name: `Copy host of _dmarc.${domain}` }))
      await expect.poll(() => clipboard(page)).toBe('_dmarc')
      await publish(domain, `_dmarc.${domain}. 300 IN TXT "${record}"`)
      await clicks(next.getByRole('button', { name: 'Check DNS now' }))
      await expect(next.getByRole('status')).toContainText('live')
      await clicks(next.getByRole('button', { name: 'Rescan' }))
      expect(clicks.count - before).toBe(3)
      const changed = page.getByText('63 → 83, fixed: DMARC record missing; new: DMARC only monitors', {
        exact: true,
      })
      await expect(changed).toBeVisible({ timeout: 30_000 })
      // The next finding does not inherit the open steps.
      await expect(next.getByRole('button', { name: 'Replace the record: DMARC only monitors' })).toHaveAttribute(
        'aria-expanded',
        'false',
      )
      // From the landing page to the better score.
      expect(clicks.count).toBeLessThanOrEqual(width < 600 ? 11 : 10)
      await expect(page.getByRole('group', { name: /^Health score 83 of 100, Good/ })).toBeVisible()
    })
  })
}

/** Clicks, and counts them. */
function counter() {
  const click = async (target: Locator): Promise<void> => {
    click.count += 1
    await target.click()
  }
  click.count = 0
  return click
}

function clipboard(page: Page): Promise<string> {
  return page.evaluate(() => navigator.clipboard.readText())
}

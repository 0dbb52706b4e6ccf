/** The sizes that the specification gives. A rem has 16 pixels. */
import type { Locator } from '@playwright/test'
import { expect, test } from './fixtures.ts'

/** The height up to which a region grows, in rem; beyond it the region scrolls by itself. */
async function highest(region: Locator): Promise<number> {
  await expect(region).toHaveCSS('overflow-y', 'auto')
  return region.evaluate(element => Number.parseFloat(getComputedStyle(element).maxHeight) / 16)
}

test('the recent activity scrolls at 24 rem', async ({ show }) => {
  const page = await show('dashboard-activity')
  expect(await highest(page.getByRole('region', { name: 'Scans and alerts' }))).toBe(24)
})

test('the list of blacklists scrolls at 24 rem', async ({ show }) => {
  const page = await show('diagnostics-all-wrong')
  const list = page.getByRole('region', { name: 'Blocklists', exact: true })
  expect(await highest(list)).toBe(24)
  expect((await list.boundingBox())?.height).toBe(24 * 16)
})

test('the list of vendors scrolls at 10 rem', async ({ show }) => {
  const page = await show('diagnostics-vendors')
  expect(await highest(page.getByRole('region', { name: 'Vendors', exact: true }))).toBe(10)
})

for (const scene of ['assistant-analysis', 'headers-assistant'] as const) {
  test(`the panel of the assistant is 500 px wide, at the right side: ${scene}`, async ({ show }) => {
    const page = await show(scene, { width: 1280 })
    await page.evaluate(() => Promise.allSettled(document.getAnimations().map(animation => animation.finished)))
    const box = await page.getByRole('dialog').boundingBox()
    expect(box?.width).toBe(500)
    expect((box?.x ?? 0) + 500).toBe(1280)
  })
}

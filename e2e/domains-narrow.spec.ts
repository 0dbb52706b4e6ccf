/** The domain list on a phone: one short row for each domain, its actions in a menu, filters behind a button. */
import type { Locator, Page } from '@playwright/test'
import type { DomainItem } from '@waxseal/contract'
import { expectToAppear } from './appears.ts'
import { expect, ignoreConsole, test } from './fixtures.ts'
import { openDomains } from './scenes/domains.ts'
import { rewrite } from './scenes/scene.ts'

const rows = (page: Page): Locator => page.getByRole('row').filter({ has: page.getByRole('rowheader') })

for (const width of [390, 768]) {
  test(`at ${width} every domain is a row of at most 72 pixels, the first one on the first screen`, async ({
    open,
  }) => {
    const page = await open('business', { width })
    await page.setViewportSize({ width, height: 844 })
    await rewrite<DomainItem[]>(page, '/domains', domains =>
      domains.map((domain, at) => ({
        ...domain,
        ...(at % 4 === 1 && { domain_unicode: 'ein-sehr-langer-name-mit-einem-ü-für-die-zweite-zeile.example' }),
        tags: at % 3 === 1 ? ['client: Müller', 'to be moved in the spring', 'newsletter', 'EU'] : [],
      })),
    )
    await openDomains(page)
    await expect(rows(page)).toHaveCount(14)
    const boxes = await rows(page).evaluateAll(all => all.map(row => row.getBoundingClientRect().toJSON() as DOMRect))
    for (const { height } of boxes) expect(height).toBeLessThanOrEqual(72)
    expect(boxes[0]?.bottom).toBeLessThanOrEqual(844)
    const overflowing = await rows(page).evaluateAll(all => all.filter(row => row.scrollHeight > row.clientHeight + 1))
    expect(overflowing).toEqual([])
  })
}

test('a row has the score, the name and the worst result, and all of it leads to the report', async ({
  open,
  world,
}) => {
  const page = await open('business', { width: 390 })
  await openDomains(page)
  const row = rows(page).filter({ hasText: 'nodmarc.example' })
  await expect(row.getByRole('img', { name: /^Health score \d+ of 100$/ })).toBeVisible()
  await expect(row).toContainText('DMARC missing')
  await expect(rows(page).filter({ hasText: 'never.example' })).toContainText('Never scanned')
  await row.scrollIntoViewIfNeeded()
  const box = await row.boundingBox()
  if (box === null) throw new Error('no row')
  // Beside the name, on the worst result, and on the score.
  for (const x of [box.x + 250, box.x + 130, box.x + 45]) {
    await page.mouse.click(x, box.y + box.height - 12)
    await expect(page).toHaveURL(new RegExp(`/diagnostics/${world.accounts.business.domains['nodmarc.example']}$`))
    await page.goBack()
    await expect(row).toBeVisible()
  }
})

test('filters, order and view are behind one button, which counts the filters', async ({ open }) => {
  const page = await open('business', { width: 390 })
  await openDomains(page)
  const filters = page.getByRole('button', { name: 'Filters' })
  await expect(page.getByRole('radio', { name: 'Critical' })).toBeHidden()
  await filters.click()
  await expect(filters).toHaveAttribute('aria-expanded', 'true')
  await page.getByRole('radio', { name: 'Critical' }).check()
  await page.getByLabel('Sort by').selectOption('Health Score')
  await filters.click()
  await expect(page.getByRole('radio', { name: 'Critical' })).toBeHidden()
  await expect(page.getByRole('button', { name: 'Filters (1)' })).toBeVisible()
  await expect(page).toHaveURL(/\?filter=critical&sort=score$/)
  await page.reload()
  await expect(page.getByRole('button', { name: 'Filters (1)' })).toBeVisible()
  await expect(page.getByText(/of 14 domains, lowest score first$/)).toBeVisible()
})

test('the menu of a row scans, tags and deletes', async ({ open }) => {
  const page = await open('scratch', { width: 390 })
  ignoreConsole(page)
  await openDomains(page)
  const more = page.getByRole('button', { name: 'More for perfect.example' })
  await more.click()
  await expect(page.getByRole('menuitem')).toHaveText([
    'Scan',
    'View',
    'Tags',
    'Schedule',
    'SPF Builder',
    'DMARC Builder',
    'Delete',
  ])
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await expect(page.getByText('Are you sure you want to delete perfect.example?')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(more).toBeFocused()
  await more.click()
  const texts = ['Starting scan for perfect.example...', 'Scan completed successfully']
  await expectToAppear(page, texts, () => page.getByRole('menuitem', { name: 'Scan' }).click())
  await expect(page).toHaveURL(/\/diagnostics\//)
})

/** The wishes of people and the form of paper: contrast, colors of the system, motion, print, wide windows. */
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import type { DomainItem } from '@waxseal/contract'
import { expect, ignoreConsole, test } from './fixtures.ts'
import { rewrite } from './scenes/scene.ts'

const report = (world: { accounts: { business: { domains: Record<string, string> } } }): string =>
  `/diagnostics/${world.accounts.business.domains['nodmarc.example']}`

test('with forced colors a state is still an icon and a word, and the seal keeps its colors', async ({
  open,
  world,
}) => {
  const page = await open('business')
  await page.emulateMedia({ forcedColors: 'active' })
  await page.goto(report(world))
  const seal = page.getByRole('group', { name: /^Health score/ })
  await expect(seal).toBeVisible()
  await page.screenshot({ path: 'test-results/screens/report-forced-colors.png' })
  await page.goto('/domains')
  const pressed = page.getByRole('button', { name: 'Table view' })
  await expect(pressed).toHaveCSS('outline-style', 'solid')
  await page.screenshot({ path: 'test-results/screens/domains-forced-colors.png' })
})

test('with more contrast, lines and quiet text are stronger', async ({ open }) => {
  const page = await open('business')
  await page.goto('/domains')
  await expect(page.getByRole('heading', { name: 'Domain Management' })).toBeVisible()
  const line = (): Promise<string> =>
    page.evaluate(() => getComputedStyle(document.querySelector('header') ?? document.body).borderBottomColor)
  const usual = await line()
  await page.emulateMedia({ contrast: 'more' })
  expect(await line()).not.toBe(usual)
})

test('with reduced motion nothing moves', async ({ open, world }) => {
  const page = await open('business', { reducedMotion: 'reduce' })
  await page.goto(report(world))
  await expect(page.getByRole('heading', { name: 'Email Health Score' })).toBeVisible()
  const moving = await page.evaluate(
    () =>
      document.getAnimations().filter(({ effect }) => Number(effect?.getComputedTiming().activeDuration ?? 0) > 1)
        .length,
  )
  expect(moving).toBe(0)
})

for (const [name, path] of [
  ['report', null],
  ['dns-history', '/dns-history'],
  ['headers', '/headers'],
] as const) {
  test(`${name}: paper has black on white, nothing to press, and all of each list`, async ({ open, world }) => {
    const page = await open('business', { theme: 'dark', width: 800 })
    await page.goto(path ?? report(world))
    await expect(page.getByRole('banner').getByRole('link', { name: 'Waxseal' })).toBeVisible()
    await expect(page.locator('.skeleton')).toHaveCount(0)
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)).toBe(
      'rgb(255, 255, 255)',
    )
    expect(await page.evaluate(() => getComputedStyle(document.body).color)).toBe('rgb(0, 0, 0)')
    await expect(page.getByRole('navigation')).toHaveCount(0)
    // What else is a button has its words as content: the title of a part, a count, a part of a record.
    await expect(page.locator('main .select-none').filter({ visible: true })).toHaveCount(0)
    await expect(page.getByText(/^(?:Show as table|Back to Domains)$/).filter({ visible: true })).toHaveCount(0)
    const hidden = await page.evaluate(
      () =>
        [...document.querySelectorAll('main *')].filter(
          one => one.checkVisibility() && getComputedStyle(one).overflowY === 'auto',
        ).length,
    )
    expect(hidden, 'parts that scroll').toBe(0)
    await page.screenshot({ path: `test-results/screens/${name}-print.png`, fullPage: true })
  })
}

test('headers: paper has all four parts of an analysis, each below its name', async ({ show }) => {
  const page = await show('headers-analysis', { width: 800 })
  const parts = {
    Headers: 'Message ID',
    Routing: 'Receiving host',
    Authentication: 'Sender rules',
    VirusTotal: 'Domain Reputation',
  }
  const panels = page.locator('[role=tabpanel]')
  await expect(panels.filter({ visible: true })).toHaveCount(1)
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('tablist')).toHaveCount(0)
  await expect(panels.filter({ visible: true })).toHaveCount(4)
  for (const [at, [name, text]] of Object.entries(parts).entries()) {
    await expect(panels.nth(at).getByText(text).filter({ visible: true }).first()).toBeVisible()
    const title = await panels.nth(at).evaluate(panel => getComputedStyle(panel, '::before').content)
    expect(title).toBe(`"${name}"`)
  }
  await page.screenshot({ path: 'test-results/screens/headers-analysis-print.png', fullPage: true })
})

/** The text of the page on paper. */
async function onPaper(page: Page, path: string): Promise<string> {
  writeFileSync(path, await page.pdf({ format: 'A4' }))
  return execFileSync('pdftotext', ['-layout', path, '-'], { encoding: 'utf8' })
}

for (const [count, view, width] of [
  [18, 'table', 800],
  [18, 'grid', 1280],
  [230, 'table', 1280],
  [230, 'grid', 1280],
] as const) {
  test(`domains: paper has all ${count} domains of the ${view} at ${width} pixels`, async ({ open }, info) => {
    const page = await open('business', { width })
    ignoreConsole(page)
    const names = Array.from({ length: count }, (_, at) => `printed-${at}.example`)
    await rewrite<DomainItem[]>(page, '/domains', ([first]) =>
      first === undefined ? [] : names.map((name, at) => ({ ...first, id: `id-${at}`, domain_name: name })),
    )
    await page.goto(view === 'grid' ? '/domains?view=grid' : '/domains')
    await expect(page.getByText(names[0] ?? '', { exact: true })).toBeVisible()
    const text = await onPaper(page, info.outputPath('domains.pdf'))
    expect(names.filter(name => !text.includes(name))).toEqual([])
    expect(text).not.toMatch(/All Status|Sort by/)
    // The screen is as before.
    await expect(page.getByRole('checkbox').first()).toBeVisible()
    if (count > 100) await expect.poll(() => page.locator('[data-domain]').count()).toBeLessThan(count)
  })
}

test('a wide window gives the width to lists, and compact rows are remembered', async ({ open }) => {
  const page = await open('business', { width: 1920 })
  await page.goto('/domains')
  const row = page.getByRole('row').nth(1)
  await expect(row).toBeVisible()
  const box = async () => (await row.boundingBox()) ?? { width: 0, height: 0 }
  expect((await box()).width).toBeGreaterThan(1_350)
  const usual = (await box()).height
  await page.screenshot({ path: 'test-results/screens/domains-1920.png' })
  await page.getByRole('button', { name: 'Compact rows' }).click()
  await expect.poll(async () => (await box()).height).toBeLessThan(usual)
  await page.reload()
  await expect(page.getByRole('button', { name: 'Compact rows' })).toHaveAttribute('aria-pressed', 'true')
  await page.screenshot({ path: 'test-results/screens/domains-1920-compact.png' })
  await page.goto('/account')
  await expect(page.getByRole('heading', { name: 'Account & Billing' })).toBeVisible()
  expect((await page.getByRole('main').boundingBox())?.width).toBeLessThanOrEqual(1_024)
})

test('the tab’s icon has the color of the worst band without a list of domains', async ({ open }) => {
  const page = await open('business')
  const lists: string[] = []
  page.on('request', request => {
    if (new URL(request.url()).pathname === '/api/domains') lists.push(request.url())
  })
  await page.goto('/tools')
  const icon = page.locator('link[rel=icon]')
  await expect(icon).toHaveAttribute('href', /^data:image\/svg\+xml,.*d33b36/)
  expect(lists).toEqual([])
})

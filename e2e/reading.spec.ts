/**
 * The screens with the settings of users who see or read differently: larger, narrower, longer words, without motion.
 * `screens.spec.ts` looks at every scene at four widths. So here is one scene of each kind of layout;
 * `reading.soak.spec.ts` has the others.
 */
import { expect, test } from './fixtures.ts'
import { newcomerWith } from './newcomer.ts'
import { expectReadable } from './readable.ts'
import type { SceneName } from './scenes/index.ts'

/** Each with what only it has. */
const screens = {
  'landing-sign-up': 'a public page, and a form in a dialog over it',
  'dashboard-scanned': 'cards and a feed',
  'domains-odd': 'a table, with the longest names',
  'domains-grid': 'a grid of cards',
  'diagnostics-all-wrong': 'a report with every finding, badge and section',
  'diagnostics-hostile-evidence': 'a drawer, with texts that have no place to break',
  'diagnostics-mail-path-many': 'a drawn figure',
  account: 'forms, meters and plans beside each other',
  'flattening-open': 'a tree of records',
  'spf-builder-long': 'a builder with a record of many lines',
  'dns-history-open': 'a timeline with differences',
  'alerts-busy': 'settings with switches, and a list of deliveries',
} as const satisfies Partial<Record<SceneName, string>>

for (const scene of Object.keys(screens) as (keyof typeof screens)[]) {
  test(`${scene} is readable at 200%, at 320 pixels, with larger type and with words 40% longer: ${screens[scene]}`, async ({
    show,
  }) => {
    await expectReadable(await show(scene))
  })
}

test('reduced motion stops all movement; without it the seal of a new scan is drawn once', async ({ open, world }) => {
  for (const reducedMotion of ['reduce', 'no-preference'] as const) {
    // Each with an account of its own: a scan that another test starts would draw the seal again.
    const page = await open(null, { reducedMotion })
    await newcomerWith(page, world, 'perfect.example')
    await page.getByRole('link', { name: 'perfect.example', exact: true }).click()
    await page.getByRole('button', { name: 'Run First Scan' }).click()
    await expect(page.getByText('Scan completed successfully')).toBeVisible()
    const seal = page.locator('.seal-sweep')
    await expect(seal).toHaveCSS('animation-duration', reducedMotion === 'reduce' ? '1e-05s' : '0.6s')
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Email Health Score' })).toBeVisible()
    await expect(seal).toHaveCount(0)
    await page.context().clearCookies()
  }
})

test('a report is available in sentences', async ({ show }) => {
  const page = await show('diagnostics-no-dmarc')
  const sentences = ['DNS lookups: 1 of 10', 'Void lookups: 0 of 2']
  await expect(
    page.getByRole('group', { name: 'Health score 63 of 100, Fair. Points lost: DMARC 35, SPF 2.' }),
  ).toBeVisible()
  await expect(page.getByText(/^From 100 down to 63: DMARC record missing −35;/)).toHaveCount(1)
  const images = await page.getByRole('img').evaluateAll(all => all.map(image => image.getAttribute('aria-label')))
  for (const sentence of sentences) expect(images).toContain(sentence)
  await expect(page.getByRole('table', { name: 'Mail servers by priority' })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('nodmarc.example')
})

test('print is light in every theme', async ({ show }) => {
  const page = await show('diagnostics-no-dmarc')
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.evaluate(() => document.documentElement.setAttribute('data-theme', 'dark'))
  const ink = page.getByRole('heading', { level: 1 })
  await expect(ink).toHaveCSS('color', 'rgb(233, 238, 237)')
  await page.emulateMedia({ colorScheme: 'dark', media: 'print' })
  await expect(ink).toHaveCSS('color', 'rgb(0, 0, 0)')
})

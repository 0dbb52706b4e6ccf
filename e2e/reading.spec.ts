/**
 * The screens with the settings of users who see or read differently: larger, narrower, longer words, without motion.
 */
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import type { SceneName } from './scenes/index.ts'

/** Polls, because the first frames after a change of size may still have the old one. */
const softly = expect.configure({ soft: true })

const screens: readonly SceneName[] = [
  'landing',
  'landing-sign-up',
  'terms',
  'dashboard-scanned',
  'domains-list',
  'domains-odd',
  'domains-grid',
  'domains-scheduled',
  'domains-selected',
  'domains-no-match',
  'domains-bulk-started',
  'domains-limit-pro',
  'domains-delete-confirm',
  'diagnostics-partial',
  'diagnostics-all-wrong',
  'diagnostics-keys',
  'diagnostics-hostile-evidence',
  'diagnostics-decided',
  'diagnostics-decide-past',
  'diagnostics-history',
  'diagnostics-mail-path-many',
  'account',
  'tools',
  'subdomain-spf-records',
  'spf-comparison',
  'flattening',
  'flattening-open',
  'flattening-created',
  'flattening-edit',
  'spf-builder-changes',
  'spf-builder-long',
  'dmarc-builder-options',
  'dmarc-builder-consent',
  'dns-history-open',
  'alerts-busy',
  'watched-addresses',
]

for (const scene of screens) {
  test(`${scene} is readable at 200%, at 320 pixels, with larger type and with words 40% longer`, async ({ show }) => {
    const page = await show(scene)
    // At 200%, 1280 × 900 has room for half of it; WCAG 1.4.10 requires 320.
    for (const width of [640, 320]) {
      await page.setViewportSize({ width, height: 450 })
      await softly.poll(() => beyond(page), { message: `at ${width}` }).toEqual([])
    }
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 900 })
      await page.evaluate(() => (document.documentElement.style.fontSize = '150%'))
      await softly.poll(() => beyond(page), { message: `larger type at ${width}` }).toEqual([])
      await page.evaluate(() => (document.documentElement.style.fontSize = ''))
    }
    await page.evaluate(lengthenWords)
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 900 })
      await softly.poll(() => beyond(page), { message: `longer words at ${width}` }).toEqual([])
    }
  })
}

/** Elements beyond the window, which would need sideways scrolling or are cut off. */
function beyond(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const wide = [...document.querySelectorAll('body *')].filter(element => {
      // Single-line names end in an ellipsis; for vertical scrolling only the width counts.
      if (element.matches('.overflow-y-auto')) return element.scrollWidth > element.clientWidth + 1
      if (element.closest('.truncate, .overflow-y-auto, [class*="sr-only"]')) return false
      const box = element.getBoundingClientRect()
      const hidden = box.width <= 1 || box.height <= 1 || getComputedStyle(element).visibility === 'hidden'
      return !hidden && (box.right > window.innerWidth + 1 || box.left < -1)
    })
    return wide
      .map(element => `${element.tagName} ${element.className} ${element.textContent.slice(0, 40)}`)
      .slice(0, 5)
  })
}

/** Lengthens all words by 40%, as some translations would. */
function lengthenWords(): void {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const texts: Text[] = []
  while (walker.nextNode()) if (walker.currentNode instanceof Text) texts.push(walker.currentNode)
  for (const text of texts) {
    if (text.data.trim() === '') continue
    text.data = text.data.replaceAll(/[A-Za-z]{3,}/g, word => word + word.slice(0, Math.ceil(word.length * 0.4)))
  }
}

test('reduced motion stops all movement; without it the seal of a new scan is drawn once', async ({ open, world }) => {
  const report = `/diagnostics/${world.accounts.scratch.domains['perfect.example']}`
  for (const reducedMotion of ['reduce', 'no-preference'] as const) {
    const page = await open('scratch', { reducedMotion })
    await page.goto(report)
    await page.getByRole('button', { name: /^(Rescan|Run First Scan)$/ }).click()
    await expect(page.getByText('Scan completed successfully')).toBeVisible()
    const seal = page.locator('.seal-sweep')
    // Another test may scan the same domain meanwhile, which renders a new sheet with a new seal.
    await expect(seal).toHaveCSS('animation-duration', reducedMotion === 'reduce' ? '1e-05s' : '0.6s')
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Email Health Score' })).toBeVisible()
    await expect(seal).toHaveCount(0)
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

import { gzipSync } from 'node:zlib'
import type { Page, Response } from '@playwright/test'
import { expect, expectRefusal, test } from './fixtures.ts'
import { shiftOf, watchShifts } from './shift.ts'
import type { World } from './world.ts'

/** Kilobytes after gzip; fonts are compressed themselves. */
const budget = { firstScript: 150, route: 40, style: 20, font: 70 }
const shiftMax = 0.02

const routes = {
  '/': { as: null, path: () => '/', shown: 'Pricing' },
  '/dashboard': { as: 'business', path: () => '/dashboard', shown: 'Recent Activity' },
  '/domains': { as: 'business', path: () => '/domains', shown: 'perfect.example' },
  '/diagnostics/{id}': {
    as: 'business',
    path: ({ accounts }: World) => `/diagnostics/${accounts.business.domains['monitoring.example']}`,
    shown: 'Score Breakdown',
  },
  '/account': { as: 'business', path: () => '/account', shown: 'Scans this month' },
  '/tools': { as: 'business', path: () => '/tools', shown: 'DMARC Record Builder' },
  '/tools/subdomain-spf': { as: 'business', path: () => '/tools/subdomain-spf', shown: 'No records generated yet' },
  '/spf-wizard/{id}': {
    as: 'business',
    path: ({ accounts }: World) => `/spf-wizard/${accounts.business.domains['monitoring.example']}`,
    shown: 'Checked against live DNS',
  },
  '/dmarc-wizard/{id}': {
    as: 'business',
    path: ({ accounts }: World) => `/dmarc-wizard/${accounts.business.domains['monitoring.example']}`,
    shown: 'Policy that will apply',
  },
  '/tools/spf-comparison': { as: 'business', path: () => '/tools/spf-comparison', shown: 'External dependency' },
} as const

for (const [name, { as, path, shown }] of Object.entries(routes)) {
  test(`${name} stays within its size budget, and does not shift while it loads`, async ({ open, world }) => {
    for (const width of [1280, 390]) {
      const page = await open(as, { width })
      // The domain has no generated record: the browser logs the 404 of the saved settings.
      if (name.includes('wizard')) expectRefusal(page)
      const weights = weigh(page)
      await watchShifts(page)
      await page.goto(path(world))
      await expect(page.getByText(shown, { exact: true }).filter({ visible: true }).first()).toBeVisible()
      await page.evaluate(() => document.fonts.ready)
      expect(await shiftOf(page), `layout shift at ${width}`).toBeLessThanOrEqual(shiftMax)

      // Files that a page loads after its first paint count too.
      await page.waitForLoadState('networkidle')
      const { script, style, font } = await weights()
      const first = await page.evaluate(() =>
        Array.from(document.querySelectorAll('script[src], link[rel=modulepreload]'), element =>
          element instanceof HTMLScriptElement ? element.src : (element as HTMLLinkElement).href,
        ),
      )
      // Vite adds preload links for a route's code when it loads it, so the first load is what index.html names.
      const html = await (await page.request.get('/')).text()
      const inHtml = [...new Set(first)].filter(url => html.includes(new URL(url).pathname))
      const firstScript = sum(inHtml.map(url => script.get(url) ?? Number.NaN))
      const rest = sum([...script].filter(([url]) => !inHtml.includes(url)).map(([, kilobytes]) => kilobytes))
      expect(firstScript, 'first JavaScript').toBeLessThanOrEqual(budget.firstScript)
      expect(rest, 'JavaScript of the route').toBeLessThanOrEqual(budget.route)
      expect(sum(style.values()), 'CSS').toBeLessThanOrEqual(budget.style)
      expect(sum(font.values()), 'fonts').toBeLessThanOrEqual(budget.font)
      expect(Math.min(firstScript, rest, sum(style.values()), sum(font.values())), 'all was measured').toBeGreaterThan(
        0,
      )
      await page.close()
    }
  })
}

type Kind = 'script' | 'style' | 'font'
const kinds: Record<string, Kind> = { '.js': 'script', '.css': 'style', '.woff2': 'font' }

/** Records what a page loads. The returned function ends the recording and gives the kilobytes of each file. */
function weigh(page: Page): () => Promise<Record<Kind, Map<string, number>>> {
  const loading: Promise<{ kind: Kind; url: string; kilobytes: number }>[] = []
  const hear = (response: Response): void => {
    const url = response.url()
    const kind = kinds[url.slice(url.lastIndexOf('.'))]
    if (kind === undefined) return
    loading.push(
      response.body().then(body => ({ kind, url, kilobytes: (kind === 'font' ? body : gzipSync(body)).length / 1000 })),
    )
  }
  page.on('response', hear)
  return async () => {
    // Later files, such as a card loaded in advance, could not be read after the page is closed.
    page.off('response', hear)
    const weights: Record<Kind, Map<string, number>> = { script: new Map(), style: new Map(), font: new Map() }
    for (const { kind, url, kilobytes } of await Promise.all(loading)) weights[kind].set(url, kilobytes)
    return weights
  }
}

function sum(numbers: Iterable<number>): number {
  return Array.from(numbers).reduce((total, number) => total + number, 0)
}

import { callerOf } from './api.ts'
import { expect, expectRefusal, test } from './fixtures.ts'
import { everyStatus, listOf } from './scenes/flattened.ts'
import { answer } from './scenes/scene.ts'
import { shiftOf, watchShifts } from './shift.ts'
import { watchWire, weightOf } from './wire.ts'
import type { World } from './world.ts'

/** Kilobytes on the wire, as a browser receives them: compressed, with the headers of the replies. */
const budget = { firstScript: 135, route: 40, style: 12, font: 70 }
/** The same for the two screens that people see first: all scripts and styles, and these with fonts. */
const firstScreens: readonly string[] = ['/', '/dashboard']
const firstScreenBudget = { code: 150, withFonts: 220 }
const shiftMax = 0.02

/** The path of a new share link to the report of a domain. */
async function sharedReport({ url, accounts: { business } }: World): Promise<string> {
  const call = await callerOf(url, business)
  const link = await call('POST', `/diagnostics/share/${business.domains['toomany.example']}`, { expires_in_days: 1 })
  return new URL((link as { url: string }).url).pathname
}

const routes = {
  '/': { as: null, path: () => '/', shown: 'Pricing' },
  '/terms': { as: null, path: () => '/terms', shown: 'Terms of Service' },
  '/privacy': { as: null, path: () => '/privacy', shown: 'Privacy Policy' },
  '/dashboard': { as: 'business', path: () => '/dashboard', shown: 'Quick Actions' },
  '/domains': { as: 'business', path: () => '/domains', shown: 'perfect.example' },
  '/diagnostics/{id}': {
    as: 'business',
    path: ({ accounts }: World) => `/diagnostics/${accounts.business.domains['monitoring.example']}`,
    shown: 'Score Breakdown',
  },
  '/shared/{token}': { as: null, path: sharedReport, shown: 'Score Breakdown' },
  '/account': { as: 'business', path: () => '/account', shown: 'Scans this month' },
  '/alerts': { as: 'business', path: () => '/alerts', shown: 'Recent deliveries' },
  '/dns-history': { as: 'business', path: () => '/dns-history', shown: 'Change Timeline' },
  '/analytics': { as: 'business', path: () => '/analytics', shown: 'Findings over time' },
  '/chat': { as: 'business', path: () => '/chat', shown: 'Explain DMARC policy' },
  '/headers': { as: 'business', path: () => '/headers', shown: 'No Analysis Yet' },
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
  '/tools/spf-flattening': {
    as: 'business',
    path: () => '/tools/spf-flattening',
    shown: 'Identical over every IPv4 and IPv6 address',
  },
  '/tools/spf-comparison': { as: 'business', path: () => '/tools/spf-comparison', shown: 'External dependency' },
} as const

for (const [name, { as, path, shown }] of Object.entries(routes)) {
  test(`${name} stays within its size budget, and does not shift while it loads`, async ({ open, world }) => {
    const address = await path(world)
    for (const width of [1280, 390]) {
      const page = await open(as, { width })
      // The domain has no generated record: the browser logs the 404 of the saved settings.
      if (name.includes('wizard')) expectRefusal(page)
      // With every part of the screen in use.
      await answer(page, '/spf-flattening/configurations', listOf(everyStatus(world)))
      const { loads } = await watchWire(page)
      await watchShifts(page)
      await page.goto(address)
      await expect(page.getByText(shown, { exact: true }).filter({ visible: true }).first()).toBeVisible()
      await page.evaluate(() => document.fonts.ready)
      expect(await shiftOf(page), `layout shift at ${width}`).toBeLessThanOrEqual(shiftMax)

      // Files that a page loads after its first paint count too.
      await page.waitForLoadState('networkidle')
      // Vite adds preload links for a route's code when it loads it, so the first load is what index.html names outside
      // its inline scripts: one of these names what only the landing page loads.
      const html = (await (await page.request.get('/')).text()).replaceAll(/<script>.*?<\/script>/gs, '')
      // So is what all signed-in screens use, which a visitor does not load.
      const isFirst = (path: string): boolean => html.includes(path) || /\/(?:signed-in|shell)-/.test(path)
      // A shared report has tables and times, as signed-in screens have.
      if (as === null && !name.startsWith('/shared/'))
        expect(loads.map(({ path }) => path).join(' ')).not.toContain('/signed-in-')
      const first = weightOf(loads, ({ kind, path }) => kind === 'script' && isFirst(path))
      const route = weightOf(loads, ({ kind, path }) => kind === 'script' && !isFirst(path))
      const style = weightOf(loads, ({ kind }) => kind === 'style')
      const font = weightOf(loads, ({ kind }) => kind === 'font')
      const measured = JSON.stringify({ width, first, route, style, font })
      test.info().annotations.push({ type: 'measured', description: measured })
      expect(Math.min(first, route, style, font), 'all was measured').toBeGreaterThan(0)
      expect(first, 'first JavaScript').toBeLessThanOrEqual(budget.firstScript)
      expect(route, 'JavaScript of the route').toBeLessThanOrEqual(budget.route)
      expect(style, 'CSS').toBeLessThanOrEqual(budget.style)
      expect(font, 'fonts').toBeLessThanOrEqual(budget.font)
      if (firstScreens.includes(name)) {
        expect(first + route + style, 'scripts and styles').toBeLessThanOrEqual(firstScreenBudget.code)
        expect(first + route + style + font, 'with fonts').toBeLessThanOrEqual(firstScreenBudget.withFonts)
      }
      await page.close()
    }
  })
}

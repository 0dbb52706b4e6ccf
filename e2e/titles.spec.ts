/** Every screen names itself: in the window's title, in one heading, and where the focus goes. */
import type { Page } from '@playwright/test'
import type { auditLog, ReplyOf } from '@waxseal/contract'
import { patterns } from '../packages/web/src/lib/paths.ts'
import { expect, expectRefusal, test } from './fixtures.ts'
import { answer } from './scenes/scene.ts'
import type { World } from './world.ts'

interface Screen {
  title: string
  /** Signed out. */
  isPublic?: true
  /** Instead of the address of the pattern. */
  at?: (world: World) => string
}

const domain = 'nodmarc.example'
const idOf = ({ accounts }: World): string => accounts.business.domains[domain] ?? ''

const screens: Record<keyof typeof patterns, Screen> = {
  landing: { title: 'Email security and deliverability', isPublic: true },
  terms: { title: 'Terms of Service', isPublic: true },
  privacy: { title: 'Privacy Policy', isPublic: true },
  join: { title: 'Join a workspace', isPublic: true },
  confirmAddress: { title: 'Confirm your address', isPublic: true },
  unsubscribe: { title: 'Unsubscribe from alerts', isPublic: true },
  dashboard: { title: 'Security Dashboard' },
  domains: { title: 'Domain Management' },
  diagnostics: { title: domain, at: world => `/diagnostics/${idOf(world)}` },
  alerts: { title: 'Alert Settings' },
  account: { title: 'Account & Billing' },
  chat: { title: 'AI Security Assistant' },
  dnsHistory: { title: 'DNS Change History' },
  analytics: { title: 'Analytics' },
  sharedReport: { title: 'Shared report', isPublic: true, at: () => '/shared/unknown' },
  testPage: { title: 'Test payment', at: () => '/billing/test/none' },
  spfWizard: { title: `SPF Record Builder: ${domain}`, at: world => `/spf-wizard/${idOf(world)}` },
  dmarcWizard: { title: `DMARC Record Builder: ${domain}`, at: world => `/dmarc-wizard/${idOf(world)}` },
  spfBuilder: { title: 'SPF Record Builder' },
  dmarcBuilder: { title: 'DMARC Record Builder' },
  headers: { title: 'Email Header Analyzer' },
  headerAnalyzer: { title: 'Email Header Analyzer' },
  tools: { title: 'Email Security Tools' },
  subdomainSpf: { title: 'Subdomain SPF Generator' },
  spfFlattening: { title: 'SPF Flattening Service' },
  spfComparison: { title: 'SPF approaches compared' },
}

for (const signedIn of [true, false]) {
  test(`${signedIn ? 'signed in' : 'signed out'}: each screen has its title and one heading`, async ({
    open,
    world,
  }) => {
    test.setTimeout(120_000)
    const page = await open(signedIn ? 'business' : null)
    // Some of the addresses lead to nothing, which the server says with a 404.
    expectRefusal(page)
    for (const [name, { title, isPublic = false, at }] of Object.entries(screens)) {
      if (isPublic === signedIn) continue
      await test.step(name, async () => {
        await page.goto(at?.(world) ?? patterns[name as keyof typeof patterns])
        await expect(page).toHaveTitle(`${title} · Waxseal`)
        await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
      })
    }
  })
}

test('a change of screen moves the focus to its beginning, and Back restores the place', async ({ open }) => {
  const page = await open('business', { width: 390 })
  await page.goto('/tools')
  await expect(page.getByRole('heading', { name: 'Email Security Tools' })).toBeVisible()
  await page.evaluate(() => window.scrollTo(0, 300))
  await page.getByRole('link', { name: 'Subdomain SPF' }).first().focus()
  const left = await page.evaluate(() => window.scrollY)
  expect(left).toBeGreaterThan(0)
  await page.keyboard.press('Enter')
  await expect(page).toHaveTitle('Subdomain SPF Generator · Waxseal')
  await expect(page.getByRole('main')).toBeFocused()
  expect(await page.evaluate(() => window.scrollY)).toBe(0)
  await page.goBack()
  await expect(page).toHaveTitle('Email Security Tools · Waxseal')
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(left)
})

const top = (page: Page) => page.evaluate(() => Math.round(window.scrollY))

/** Leaves the account page for another screen and comes back. @returns the place that was left, in pixels */
async function leaveAndReturn(page: Page): Promise<number> {
  const left = await top(page)
  // With keys: a click on the header may scroll.
  await page.keyboard.press('g')
  await page.keyboard.press('t')
  await expect(page).toHaveTitle('Email Security Tools · Waxseal')
  await page.goBack()
  await expect(page).toHaveTitle('Account & Billing · Waxseal')
  await expect(page.getByRole('heading', { name: 'Audit log' })).toBeVisible()
  await expect.poll(() => top(page)).toBe(left)
  return left
}

test('Back restores the place on the landing page', async ({ open }) => {
  const page = await open(null, { width: 390 })
  await page.goto('/')
  const terms = page.getByRole('link', { name: 'Terms of Service' })
  await terms.scrollIntoViewIfNeeded()
  const left = await top(page)
  expect(left).toBeGreaterThan(1_000)
  await terms.click()
  await expect(page.getByRole('heading', { level: 1, name: 'Terms of Service' })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible()
  await expect.poll(() => top(page)).toBe(left)
})

test('Back restores the place on the account page below the audit log, which loads when it is near', async ({
  open,
}) => {
  const page = await open('business')
  await answer(page, '/account/audit-log?*', { events: manyEvents, next: null })
  await page.goto('/account')
  await page.getByRole('heading', { name: 'Audit log' }).scrollIntoViewIfNeeded()
  await expect(page.getByRole('row', { name: /Added the domain d29\.example/ })).toHaveCount(1)
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
  await expect.poll(() => top(page)).toBeGreaterThan(1_000)
  await leaveAndReturn(page)
})

test('Back restores the place on the account page also at an address that names a section', async ({ open }) => {
  const page = await open('business')
  await page.goto('/account#plans')
  await expect(page.getByRole('heading', { name: 'Audit log' })).toBeVisible()
  await expect.poll(() => top(page)).toBeGreaterThan(100)
  await page.evaluate(() => window.scrollTo(0, 40))
  expect(await leaveAndReturn(page)).toBe(40)
})

/** More than fit into the place that is kept while the log loads. */
const manyEvents: ReplyOf<typeof auditLog>['events'] = Array.from({ length: 30 }, (_, at) => ({
  id: `event ${at}`,
  at: new Date(Date.now() - at * 60_000).toISOString(),
  text: `Added the domain d${at}.example`,
  action: 'domain.added',
  group: 'domains',
  subject: `d${at}.example`,
  actor: { kind: 'person', name: 'Ada Business', email: 'ada@waxseal.example', you: true },
}))

/**
 * Every screen names itself, in the window's title, in one heading, and where the focus goes. While it loads, nothing of
 * it moves, and it loads the code that its budget counts.
 */
import type { Page, Response } from '@playwright/test'
import type { auditLog, ReplyOf } from '@waxseal/contract'
import { patterns } from '../packages/web/src/lib/paths.ts'
import { browser, chromium } from './browsers.ts'
import { BuiltCode, headersOfReply } from './built-code.ts'
import { expect, expectRefusal, test } from './fixtures.ts'
import { everyStatus, listOf } from './scenes/flattened.ts'
import { answer } from './scenes/scene.ts'
import { type Screen, screens } from './screen-loads.data.ts'
import { shiftOf, watchShifts } from './shift.ts'

const shiftMax = 0.02

// What moves while a font loads depends on the fonts that the program has until then.
test.use(browser(chromium))

type Name = keyof typeof screens
const visited = (Object.entries(screens) as [Name, Screen][]).filter(([, { isPublic }]) => isPublic === true)
const signedIn = (Object.entries(screens) as [Name, Screen][]).filter(([, { isPublic }]) => isPublic !== true)
const half = Math.ceil(signedIn.length / 2)

for (const width of [1280, 390]) {
  for (const [who, all] of [
    ['a visitor', visited],
    ['a signed-in person (first half)', signedIn.slice(0, half)],
    ['a signed-in person (second half)', signedIn.slice(half)],
  ] as const) {
    test(`at ${width} pixels, ${who}: each screen has its title and one heading, stays where it is while it loads, and loads its own code only`, async ({
      open,
      world,
    }) => {
      test.setTimeout(120_000)
      const built = new BuiltCode()
      const page = await open(who === 'a visitor' ? null : 'business', { width })
      // Some of the addresses lead to nothing, which the server says with a 404.
      expectRefusal(page)
      await watchShifts(page)
      // With every part of the screen in use. A page whose requests may be answered here has no cache.
      await answer(page, '/spf-flattening/configurations', listOf(everyStatus(world)))
      const scripts: Response[] = []
      page.on('response', response => {
        if (new URL(response.url()).pathname.endsWith('.js')) scripts.push(response)
      })
      for (const [name, { title, at, shown, code }] of all) {
        if (width === 390 && shown === undefined) continue
        await test.step(name, async () => {
          scripts.length = 0
          await page.goto((await at?.(world)) ?? patterns[name])
          if (shown !== undefined) {
            await expect(page.getByText(shown, { exact: true }).filter({ visible: true }).first()).toBeVisible()
          }
          await expect(page).toHaveTitle(`${title} · Waxseal`)
          await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
          await page.evaluate(() => document.fonts.ready)
          expect.soft(await shiftOf(page), `layout shift of ${name}`).toBeLessThanOrEqual(shiftMax)
          // What loads after the first paint counts too.
          await page.waitForLoadState('networkidle')
          const loaded = new Set(scripts.map(response => new URL(response.url()).pathname))
          expect.soft([...loaded].toSorted(), `scripts of ${name}`).toEqual(built.scriptsOf(code))
          const headers = scripts.map(async response => (await response.request().sizes()).responseHeadersSize)
          expect.soft(Math.max(...(await Promise.all(headers)))).toBeLessThanOrEqual(headersOfReply)
        })
      }
    })
  }
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

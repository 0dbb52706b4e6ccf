/**
 * How soon a newcomer on a slow line can read and act: 1.6 Mbit/s, 150 ms for each round trip, an empty cache, and a
 * processor as fast as this machine's. The line decides these times, and other tests disturb them little: the best of
 * three loads counts.
 */
import type { CDPSession } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { shiftOf, watchShifts } from './shift.ts'
import { watchWire, weightOf } from './wire.ts'

const line = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 200_000 }
/** Milliseconds from the start of the navigation. */
const budget = { text: 1_500, usable: 3_000 }
const shiftMax = 0.02

const screens = {
  '/ signed out, until "Sign In" can be pressed': { as: null, path: '/', selector: 'header button:text-is("Sign In")' },
  '/dashboard signed in, until its first content can be pressed': {
    as: 'business',
    path: '/dashboard',
    selector: 'main h3:text-is("Quick Actions")',
  },
} as const

// One after the other: at the same time each would take the other's processor.
test.describe.configure({ mode: 'default' })

for (const [name, { as, path, selector }] of Object.entries(screens)) {
  test(`${name}: in time on a slow line`, async ({ open }) => {
    test.setTimeout(120_000)
    const loads: { text: number; usable: number; shift: number }[] = []
    for (let load = 0; load < 3; load++) {
      const page = await open(as)
      const { browser } = await watchWire(page)
      await watchShifts(page)
      await browser.send('Network.emulateNetworkConditions', line)
      await page.goto(path, { waitUntil: 'commit' })
      await page.locator(selector).click({ trial: true, timeout: 20_000 })
      const usable = await page.evaluate(() => performance.now())
      const text = await page.evaluate(
        () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
      )
      await page.waitForLoadState('networkidle')
      loads.push({ text, usable, shift: await shiftOf(page) })
      await page.close()
    }
    test.info().annotations.push({ type: 'measured', description: JSON.stringify(loads) })
    const best = (figure: 'text' | 'usable' | 'shift'): number => Math.min(...loads.map(load => load[figure]))
    expect(best('text'), 'first text').toBeLessThanOrEqual(budget.text)
    expect(best('usable'), 'usable').toBeLessThanOrEqual(budget.usable)
    expect(best('shift'), 'layout shift').toBeLessThanOrEqual(shiftMax)
    expect(best('text'), 'the text was measured').toBeGreaterThanOrEqual(line.latency)
  })
}

/**
 * A processor four times slower takes three times more of what the main thread computes. That is added to the times of
 * the line, and not measured on a slowed page: there a slow hour of the machine counts four times.
 */
const slowedBy = 3

/** Milliseconds that the main thread of a page has computed. */
async function computed(browser: CDPSession): Promise<number> {
  const { metrics } = await browser.send('Performance.getMetrics')
  return 1_000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN)
}

test('/ on a slow line and a processor four times slower: painted, usable, still, and from one origin', async ({
  open,
}) => {
  test.setTimeout(120_000)
  const most = { paint: 2_500, usable: 3_500, scripts: 150 }
  const measured: { paint: number; usable: number; shift: number; scripts: number }[] = []
  for (let load = 0; load < 3; load++) {
    const page = await open(null)
    const { loads, browser } = await watchWire(page)
    await watchShifts(page)
    const origins = new Set<string>()
    page.on('request', request => origins.add(new URL(request.url()).origin))
    await browser.send('Network.emulateNetworkConditions', line)
    await browser.send('Performance.enable', { timeDomain: 'threadTicks' })
    await page.goto('/', { waitUntil: 'commit' })
    // By CSS: a search by role computes the names of all elements, which takes part of the slowed processor.
    await page.locator('form button:text-is("Check")').click({ trial: true, timeout: 20_000 })
    const more = slowedBy * (await computed(browser))
    const usable = more + (await page.evaluate(() => performance.now()))
    await page.waitForLoadState('networkidle')
    const paint = await page.evaluate(
      () =>
        new Promise<number>(resolve => {
          new PerformanceObserver(list => resolve(list.getEntries().at(-1)?.startTime ?? Number.NaN)).observe({
            type: 'largest-contentful-paint',
            buffered: true,
          })
        }),
    )
    measured.push({
      paint: more + paint,
      usable,
      shift: await shiftOf(page),
      scripts: weightOf(loads, ({ kind }) => kind === 'script'),
    })
    expect([...origins]).toEqual([new URL(page.url()).origin])
    await page.close()
  }
  test.info().annotations.push({ type: 'measured', description: JSON.stringify(measured) })
  const best = (figure: keyof (typeof measured)[number]): number => Math.min(...measured.map(one => one[figure]))
  expect(best('paint'), 'largest paint').toBeLessThanOrEqual(most.paint)
  expect(best('usable'), 'usable').toBeLessThanOrEqual(most.usable)
  expect(best('shift'), 'layout shift').toBeLessThanOrEqual(shiftMax)
  expect(best('scripts'), 'kilobytes of JavaScript').toBeLessThanOrEqual(most.scripts)
  expect(best('paint'), 'the paint was measured').toBeGreaterThanOrEqual(line.latency)
})

test('a large reply of the API comes compressed, and one with an identity never does', async ({ open }) => {
  const page = await open('business')
  const encodings = new Map<string, string | undefined>()
  page.on('response', response => {
    encodings.set(new URL(response.url()).pathname, response.headers()['content-encoding'])
  })
  const domains = page.waitForResponse(response => new URL(response.url()).pathname === '/api/domains')
  await page.goto('/domains')
  const reply = await domains
  expect(reply.headers()['content-encoding']).toBe('br')
  expect((await reply.body()).byteLength).toBeGreaterThan(1_024)
  expect((await reply.request().sizes()).responseBodySize).toBeLessThan((await reply.body()).byteLength / 2)
  expect([...encodings.keys()]).toContain('/api/auth/me')
  expect(encodings.get('/api/auth/me')).toBeUndefined()
})

test('the product’s name is painted without any script or stylesheet', async ({ open }) => {
  for (const theme of ['light', 'dark'] as const) {
    const page = await open(null, { theme })
    await page.route('**/assets/**', () => {})
    await page.goto('/', { waitUntil: 'commit' })
    await expect(page.getByRole('heading', { name: 'Waxseal' })).toBeVisible()
    await expect(page).toHaveTitle('Waxseal')
    await page.screenshot({ path: `test-results/screens/first-paint-${theme}.png` })
    await page.close()
  }
})

test('a chosen theme is there at the first paint', async ({ open }) => {
  const page = await open(null, { theme: 'light' })
  await page.goto('/')
  await page.getByRole('button', { name: /^Theme: system/ }).click()
  await page.getByRole('button', { name: /^Theme: light/ }).click()
  await page.route('**/assets/**', () => {})
  await page.reload({ waitUntil: 'commit' })
  await expect(page.getByRole('heading', { name: 'Waxseal' })).toBeVisible()
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)).toBe('rgb(11, 20, 24)')
})

/**
 * How soon the two heaviest screens load on a slow machine: a processor four times slower than this one, an empty
 * browser cache. Other programs on this machine must not count: the time of each load is divided by the slowdown of a
 * piece of work just before and after it, and the best of three loads is judged. Where another test takes the processor
 * in the middle of each, further loads follow until one was left alone.
 */
import type { Page } from '@playwright/test'
import type { DomainItem } from '@waxseal/contract'
import { expect, test } from './fixtures.ts'
import { rewrite } from './scenes/scene.ts'
import type { World } from './world.ts'
import type { AccountName } from './world-accounts.data.ts'

const slower = 4
const loads = { least: 3, most: 8 }
/** Milliseconds from the start of the navigation; layout shift as measured by the browser. */
const budget: Load = { largestPaint: 2_500, interactive: 3_500, shift: 0.02 }

interface Load {
  largestPaint: number
  /** The end of the last task over 50 ms before the page is quiet, and not before its largest paint. */
  interactive: number
  shift: number
}

const figures = ['largestPaint', 'interactive', 'shift'] as const

interface Measured extends Load {
  /** 1 on an idle machine; the times are divided by it. */
  disturbance: number
}

interface Screen {
  as: AccountName
  path: (world: World) => string
  shown: string
  domains?: number
}

const screens: Readonly<Record<string, Screen>> = {
  '/domains with 500 domains': { as: 'business', path: () => '/domains', shown: '500 domains, by name', domains: 500 },
  '/diagnostics/{id}': {
    as: 'business',
    path: ({ accounts }) => `/diagnostics/${accounts.business.domains['monitoring.example']}`,
    shown: 'Score Breakdown',
  },
}

// One after the other: at the same time each would measure the other.
test.describe.configure({ mode: 'default' })

for (const [name, { as, path, shown, domains }] of Object.entries(screens)) {
  test(`${name} is painted, interactive and idle in time on a slow machine`, async ({ open, world }) => {
    test.setTimeout(240_000)
    const measured: Measured[] = []
    const best = (figure: keyof Load): number => Math.min(...measured.map(load => load[figure]))
    const isSlow = (): boolean => figures.some(figure => best(figure) > budget[figure])
    while (measured.length < loads.least || (measured.length < loads.most && isSlow())) {
      const page = await open(as)
      if (domains !== undefined) await manyDomains(page, domains)
      measured.push(await loadSlowly(page, path(world), shown))
      await page.close()
    }
    test.info().annotations.push({ type: 'measured', description: JSON.stringify(measured) })
    for (const figure of figures) {
      expect.soft(best(figure), `${figure}, best of ${measured.length}`).toBeLessThanOrEqual(budget[figure])
      expect.soft(measured[0]?.[figure], `${figure} was measured`).toBeGreaterThanOrEqual(figure === 'shift' ? 0 : 1)
    }
  })
}

async function manyDomains(page: Page, count: number): Promise<void> {
  await rewrite<DomainItem[]>(page, '/domains', ([first]) =>
    first === undefined
      ? []
      : Array.from({ length: count }, (_, at) => ({ ...first, id: `id-${at}`, domain_name: `customer-${at}.example` })),
  )
}

/** Waits for 1.5 seconds without a long task. A load takes that much longer than its reported time. */
const quietMs = 1_500

async function loadSlowly(page: Page, path: string, shown: string): Promise<Measured> {
  const before = await disturbanceOf(page)
  const browser = await page.context().newCDPSession(page)
  await browser.send('Network.setCacheDisabled', { cacheDisabled: true })
  await browser.send('Emulation.setCPUThrottlingRate', { rate: slower })
  await page.addInitScript(() => {
    const seen = { largestPaint: 0, lastTask: 0, shift: 0 }
    Object.assign(window, { seen })
    const observer = new PerformanceObserver(list => {
      for (const entry of list.getEntries()) {
        const { value, hadRecentInput } = entry as PerformanceEntry & { value: number; hadRecentInput: boolean }
        if (entry.entryType === 'largest-contentful-paint') seen.largestPaint = entry.startTime
        else if (entry.entryType === 'longtask') seen.lastTask = entry.startTime + entry.duration
        else if (!hadRecentInput) seen.shift += value
      }
    })
    for (const type of ['largest-contentful-paint', 'longtask', 'layout-shift'])
      observer.observe({ type, buffered: true })
  })
  await page.goto(path)
  await expect(page.getByText(shown, { exact: true })).toBeVisible({ timeout: 20_000 })
  const seen = await page.evaluate(async quietMs => {
    const { seen } = window as Window & { seen?: { largestPaint: number; lastTask: number; shift: number } }
    if (seen === undefined) throw new Error('nothing was watched')
    while (performance.now() - Math.max(seen.lastTask, seen.largestPaint) < quietMs) {
      await new Promise(resolve => setTimeout(resolve, 50))
    }
    return seen
  }, quietMs)
  await browser.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  const disturbance = (before + (await disturbanceOf(page))) / 2
  return {
    largestPaint: Math.round(seen.largestPaint / disturbance),
    interactive: Math.round(Math.max(seen.lastTask, seen.largestPaint) / disturbance),
    shift: seen.shift,
    disturbance: Math.round(disturbance * 100) / 100,
  }
}

/** The average time of a piece of work, relative to its best time. */
function disturbanceOf(page: Page): Promise<number> {
  return page.evaluate(() => {
    const times: number[] = []
    for (let round = 0; round < 120; round++) {
      const start = performance.now()
      for (let sum = 0; sum < 20_000_000; sum++) Math.imul(sum, sum)
      times.push(performance.now() - start)
    }
    // The first rounds are not compiled yet.
    const counted = times.slice(20)
    return counted.reduce((total, time) => total + time) / counted.length / Math.min(...counted)
  })
}

/**
 * The Playwright fixtures of every browser test: the demo world, and pages with the right account signed in. A test fails
 * when one of its pages throws an uncaught error, violates the content security policy, or logs a console.error that no
 * injected fault explains.
 */
import { type BrowserContext, test as base, type Page } from '@playwright/test'
import { countCalls, pace } from './pace.ts'
import { type Pages, pagesOf } from './pages.ts'
import { startCount } from './process-cost.ts'
import { type SceneName, scenes } from './scenes/index.ts'
import { isFaulted, type Scene } from './scenes/scene.ts'
import { type WalkPages, walkPagesOf } from './walk-pages.ts'
import { readWorld, type World } from './world.ts'
import type { AccountName } from './world-accounts.data.ts'

interface Form {
  width?: number
  theme?: 'light' | 'dark'
}

interface Fixtures {
  world: World
  /** Opens a page in this form and shows the scene in it. */
  show: (name: SceneName, form?: Form) => Promise<Page>
  /** Opens an empty page with this account signed in; null: signed out. Pages of one account are tabs of one browser. */
  open: (as: AccountName | null, options?: Form & { reducedMotion?: 'reduce' | 'no-preference' }) => Promise<Page>
}

export interface WorkerFixtures {
  /** Whether `show` shows its scenes in one page, one after the other; see pages.ts. */
  sharesPages: boolean
  pages: Pages
  /** Whether `open` begins with pages that earlier tests have left; see walk-pages.ts. */
  keepsPages: boolean
  walkPages: WalkPages
}

/** Unexpected errors and console lines of the pages of one test. */
type Complaints = string[]

export const test = base.extend<Fixtures & { complaints: Complaints; cost: void }, WorkerFixtures>({
  cost: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads a fixture's needs from the pattern
    async ({}, use, { file }) => {
      const endCount = startCount()
      await use()
      endCount(file)
    },
    { auto: true },
  ],
  sharesPages: [false, { scope: 'worker', option: true }],
  pages: [
    async ({ browser }, use) => {
      const pages = pagesOf(browser)
      await use(pages)
      await pages.close()
    },
    { scope: 'worker' },
  ],
  keepsPages: [false, { scope: 'worker', option: true }],
  walkPages: [
    async ({ browser }, use) => {
      const walkPages = walkPagesOf(browser)
      await use(walkPages)
      await walkPages.close()
    },
    { scope: 'worker' },
  ],
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads a fixture's needs from the pattern
  world: async ({}, use) => {
    await use(readWorld())
  },
  complaints: [
    // oxlint-disable-next-line no-empty-pattern -- as above
    async ({}, use) => {
      const complaints: Complaints = []
      await use(complaints)
      expect(complaints, 'what the console said').toEqual([])
    },
    { auto: true },
  ],
  open: async ({ browser, world, complaints, keepsPages, walkPages }, use) => {
    const contexts = new Map<string, BrowserContext>()
    const kept = new Set<Page>()
    await use(async (as, { width = 1280, theme = 'light', reducedMotion = 'reduce' } = {}) => {
      const key = `${as} ${theme} ${reducedMotion}`
      const storage = as === null ? null : world.accounts[as].storage
      const opened = contexts.get(key)
      const isKept = keepsPages && opened === undefined && reducedMotion === 'reduce'
      await pace(as)
      const page = isKept
        ? await walkPages.take(storage, theme)
        : await (
            opened ??
            (await browser.newContext({
              colorScheme: theme,
              reducedMotion,
              ...(storage !== null && { storageState: storage }),
            }))
          ).newPage()
      if (isKept) kept.add(page)
      contexts.set(key, page.context())
      for (const set of [refused, ignored]) set.delete(page)
      await page.setViewportSize({ width, height: heightOf(width) })
      listen(page, complaints)
      countCalls(page, as)
      if (slowed > 1) await slowDown(page)
      return page
    })
    for (const page of kept) await walkPages.giveBack(page)
    const left = new Set([...kept].map(page => page.context()))
    for (const context of contexts.values()) {
      if (left.has(context)) continue
      // A changed reply may still be on its way from the server, and a held request goes there now: what the page says to
      // their replies is no longer of the test.
      for (const page of context.pages()) {
        page.removeAllListeners('console')
        await page.unrouteAll({ behavior: 'ignoreErrors' })
      }
      await context.close()
    }
  },
  show: async ({ open, world, pages, sharesPages, complaints }, use) => {
    /** An empty page that earlier tests have used. */
    async function again({ as, isFirstAddress }: Scene, { width = 1280, theme = 'light' }: Form = {}): Promise<Page> {
      await pace(as)
      const page = await pages.empty(as === null ? null : world.accounts[as].storage, theme, isFirstAddress)
      await page.setViewportSize({ width, height: heightOf(width) })
      for (const set of [refused, ignored]) set.delete(page)
      listen(page, complaints)
      countCalls(page, as)
      if (slowed > 1) await slowDown(page)
      return page
    }
    await use(async (name, form) => {
      const scene: Scene = scenes[name]
      const page = await (sharesPages ? again(scene, form) : open(scene.as, form))
      if (scene.refused) expectRefusal(page)
      await scene.show(page, world)
      return page
    })
    await pages.leave()
  },
})

/**
 * E2E_SLOWED=3 makes the processor of every page three times slower and its network slow. This exposes tests that pass by
 * luck. Tests that cut the network or measure time fail under it.
 */
const slowed = Number(process.env['E2E_SLOWED'] ?? 1)

async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowed })
  await session.send('Network.enable')
  const unlimited = { downloadThroughput: -1, uploadThroughput: -1 }
  await session.send('Network.emulateNetworkConditions', { offline: false, latency: slowed * 40, ...unlimited })
}

const heightOf = (width: number): number => (width < 600 ? 844 : 900)

const refused = new WeakSet<Page>()
const ignored = new WeakSet<Page>()

/** From now on, the browser's own console line about a 4xx reply does not fail the test. */
export function expectRefusal(page: Page): void {
  refused.add(page)
}

/** From now on, console lines of this page do not fail the test, except violations of the content security policy. */
export function ignoreConsole(page: Page): void {
  ignored.add(page)
}

function listen(page: Page, complaints: Complaints): void {
  page.on('dialog', dialog => {
    complaints.push(`a window of the browser: ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on('pageerror', error => complaints.push(`uncaught: ${error.message}`))
  page.on('console', message => {
    const text = message.text()
    if (/content security policy|trusted ?(type|html|script)/i.test(text)) complaints.push(text)
    else if (message.type() === 'error') {
      if (isFaulted(page) || ignored.has(page)) return
      if (refused.has(page) && /status of 4\d\d/.test(text)) return
      complaints.push(`${text} (${message.location().url})`)
    }
  })
}

export const expect = base.expect

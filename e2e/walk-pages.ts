/**
 * The first page of a walk, for each account and theme, is one that earlier walks have left, whatever their account: its
 * process has read and compiled the scripts, which takes half of the time of a page's first load. It is emptied of all that
 * they left in it, and loads the product as a new page does.
 */
import { readFileSync } from 'node:fs'
import type { Browser, BrowserContext, Page } from '@playwright/test'
import { forgetFaults } from './scenes/scene.ts'

type Theme = 'light' | 'dark'

export interface WalkPages {
  /** @param storage the file of the account's cookies, as `storageState` reads it; null: signed out */
  take: (storage: string | null, theme: Theme) => Promise<Page>
  /** Takes a page back that `take` gave, and closes it where it cannot be emptied. */
  giveBack: (page: Page) => Promise<void>
  close: () => Promise<void>
}

interface Kept {
  /** That of the pages that the walk or the product opens beside it. */
  theme: Theme
  context: BrowserContext
  page: Page
  /** A walk has changed what cannot be taken back. */
  isSpoiled: boolean
}

type Cookies = Parameters<BrowserContext['addCookies']>[0]

/** Keeps the pages of a worker. */
export function walkPagesOf(browser: Browser): WalkPages {
  const free = new Set<Kept>()
  const taken = new Map<Page, Kept>()

  async function create(theme: Theme): Promise<Kept> {
    const context = await browser.newContext({ colorScheme: theme, reducedMotion: 'reduce' })
    const page = await context.newPage()
    const kept: Kept = { theme, context, page, isSpoiled: false }
    noteSpoiling(kept)
    return kept
  }

  async function empty({ context, page }: Kept): Promise<void> {
    for (const other of context.pages()) if (other !== page) await other.close()
    await context.setOffline(false)
    await context.clearPermissions()
    // At our own origin the page keeps its process, with all scripts compiled.
    await page.goto('/favicon.svg')
    await page.evaluate(() => {
      sessionStorage.clear()
      localStorage.clear()
    })
    await page.mouse.move(0, 0)
    forgetFaults(page)
    await context.clearCookies()
  }

  return {
    async take(storage, theme) {
      const kept = [...free].find(page => page.theme === theme) ?? (await create(theme))
      free.delete(kept)
      taken.set(kept.page, kept)
      if (storage !== null) {
        const { cookies } = JSON.parse(readFileSync(storage, 'utf8')) as { cookies: Cookies }
        await kept.context.addCookies(cookies)
      }
      await kept.page.emulateMedia({ media: null, colorScheme: theme, reducedMotion: 'reduce' })
      return kept.page
    },
    async giveBack(page) {
      const kept = taken.get(page)
      if (kept === undefined) return
      taken.delete(page)
      for (const one of kept.context.pages()) await quiet(one)
      const isFit =
        !kept.isSpoiled &&
        !page.isClosed() &&
        (await empty(kept).then(
          () => true,
          () => false,
        ))
      if (isFit) free.add(kept)
      else await kept.context.close()
    },
    async close() {
      for (const { context } of free) await context.close()
    },
  }
}

/** What the page still does or says belongs to no walk, nor what it still hears from the server. */
async function quiet(page: Page): Promise<void> {
  for (const event of [
    'console',
    'dialog',
    'download',
    'pageerror',
    'request',
    'requestfinished',
    'requestfailed',
    'response',
  ] as const) {
    page.removeAllListeners(event)
  }
  await page.unrouteAll({ behavior: 'ignoreErrors' })
}

/** Scripts for later documents, a changed clock, sessions with the browser and routes of the whole context stay. */
function noteSpoiling(kept: Kept): void {
  const { context, page } = kept
  const spoils = <Args extends unknown[], Result>(method: (...args: Args) => Result) => {
    return (...args: Args): Result => {
      kept.isSpoiled = true
      return method(...args)
    }
  }
  page.addInitScript = spoils(page.addInitScript.bind(page))
  page.clock.install = spoils(page.clock.install.bind(page.clock))
  page.clock.setSystemTime = spoils(page.clock.setSystemTime.bind(page.clock))
  context.newCDPSession = spoils(context.newCDPSession.bind(context))
  context.route = spoils(context.route.bind(context))
  const emulateMedia = page.emulateMedia.bind(page)
  page.emulateMedia = options => {
    if (options?.contrast !== undefined || options?.forcedColors !== undefined) kept.isSpoiled = true
    return emulateMedia(options)
  }
}

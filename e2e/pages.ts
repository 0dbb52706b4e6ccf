/**
 * Pages that one test after the other uses, each of one account and theme. A page that has shown the product before
 * shows it again in a third of the time: its process has read and compiled the scripts. Before each use it is emptied of
 * all that the use before has left in it.
 */
import { readFileSync } from 'node:fs'
import type { Browser, BrowserContext, Page } from '@playwright/test'
import { forgetFaults } from './scenes/scene.ts'

export interface Pages {
  /** @param storage the file of the account's cookies, as `storageState` reads it; null: signed out */
  empty: (storage: string | null, theme: 'light' | 'dark') => Promise<Page>
  /** Leaves the pages used since the last time, so that they do nothing more. */
  leave: () => Promise<void>
  close: () => Promise<void>
}

interface Kept {
  context: BrowserContext
  page: Page
  storage: string | null
  /** A script for all later documents of a page cannot be taken back. */
  hasScript: boolean
}

type Cookies = Parameters<BrowserContext['addCookies']>[0]

export function pagesOf(browser: Browser): Pages {
  const all = new Map<string, Kept>()
  const used = new Set<Kept>()

  async function create(storage: string | null, theme: 'light' | 'dark'): Promise<Kept> {
    const context = await browser.newContext({
      colorScheme: theme,
      reducedMotion: 'reduce',
      ...(storage !== null && { storageState: storage }),
    })
    const kept: Kept = { context, page: await context.newPage(), storage, hasScript: false }
    const addInitScript = kept.page.addInitScript.bind(kept.page)
    kept.page.addInitScript = (...script: Parameters<Page['addInitScript']>) => {
      kept.hasScript = true
      return addInitScript(...script)
    }
    return kept
  }

  /** What the page still does or says belongs to no test. */
  async function quiet({ page }: Kept): Promise<void> {
    for (const event of [
      'console',
      'dialog',
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

  async function empty({ context, page, storage }: Kept): Promise<void> {
    await context.setOffline(false)
    await context.clearPermissions()
    // At our own origin the page keeps its process, with all scripts compiled. For `about:blank` the browser starts a new
    // one, and another for the next screen.
    await page.goto('/favicon.svg')
    await page.evaluate(() => {
      sessionStorage.clear()
      localStorage.clear()
    })
    await page.mouse.move(0, 0)
    forgetFaults(page)
    await context.clearCookies()
    if (storage !== null)
      await context.addCookies((JSON.parse(readFileSync(storage, 'utf8')) as { cookies: Cookies }).cookies)
  }

  async function leaveAll(): Promise<void> {
    for (const kept of used) {
      used.delete(kept)
      await quiet(kept)
      const isFit = !kept.hasScript && kept.context.pages().length === 1
      // A page that cannot be emptied, as that of a browser's own error, is not used again.
      const isEmpty =
        isFit &&
        (await empty(kept).then(
          () => true,
          () => false,
        ))
      if (isEmpty) continue
      for (const [key, other] of all) if (other === kept) all.delete(key)
      await kept.context.close()
    }
  }

  return {
    async empty(storage, theme) {
      await leaveAll()
      const key = `${storage} ${theme}`
      const kept = all.get(key) ?? (await create(storage, theme))
      all.set(key, kept)
      used.add(kept)
      await kept.page.emulateMedia({ media: null, colorScheme: theme, reducedMotion: 'reduce' })
      return kept.page
    },
    leave: leaveAll,
    async close() {
      for (const { context } of all.values()) await context.close()
    },
  }
}

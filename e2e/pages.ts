/**
 * Pages that one test after the other uses, each of one account and theme. A page that has shown the product before
 * shows it again in a third of the time: its process has read and compiled the scripts. Where it can, it goes on from the
 * scene before without a load (in-page.ts); otherwise it is emptied of all that the use before has left in it.
 */
import { readFileSync } from 'node:fs'
import type { Browser, BrowserContext, Page } from '@playwright/test'
import { isFresh, makeTurnable, rest, turnTo } from './in-page.ts'
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
  /** What `rest` has returned: where not null, the product is open in it, and most addresses need no load. */
  touched: readonly string[] | null
  /** The scene has changed what only a load brings back, or what only a load shows. */
  needsLoad: boolean
  /** The scene has cut the network, or may do what the browser asks for. */
  hasChangedBrowser: boolean
  load: Page['goto']
}

/** Calls after which the product remembers what is no reply and is not stored: a scan of many domains, the session. */
const remembered = /\/api\/(?:diagnostics\/scan|identity\/(?!token|get-session))/

/** Calls that the product makes when it starts, and pages that it starts in a way of their own. */
const ofStart = /\/api\/identity|^\/(?:shared|check)\/|^\/(?:[?#]|$)/

type Cookies = Parameters<BrowserContext['addCookies']>[0]

function textOf(cookies: readonly { name: string; value: string }[]): string {
  return cookies
    .map(({ name, value }) => `${name}=${value}`)
    .sort()
    .join('; ')
}

/** A scene may have signed out, or in as someone else. */
async function putBackCookies(context: BrowserContext, storage: string | null): Promise<void> {
  const own = storage === null ? [] : (JSON.parse(readFileSync(storage, 'utf8')) as { cookies: Cookies }).cookies
  if (textOf(await context.cookies()) === textOf(own)) return
  await context.clearCookies()
  await context.addCookies(own)
}

export function pagesOf(browser: Browser): Pages {
  const all = new Map<string, Kept>()
  const used = new Set<Kept>()

  async function create(storage: string | null, theme: 'light' | 'dark'): Promise<Kept> {
    const context = await browser.newContext({
      colorScheme: theme,
      reducedMotion: 'reduce',
      ...(storage !== null && { storageState: storage }),
    })
    const page = await context.newPage()
    await makeTurnable(page)
    const load = page.goto.bind(page)
    const kept: Kept = {
      context,
      page,
      storage,
      hasScript: false,
      touched: null,
      needsLoad: false,
      hasChangedBrowser: false,
      load,
    }
    const addInitScript = page.addInitScript.bind(page)
    page.addInitScript = (...script: Parameters<Page['addInitScript']>) => {
      kept.hasScript = true
      return addInitScript(...script)
    }
    const route = page.route.bind(page)
    page.route = (...routing: Parameters<Page['route']>) => {
      const [pattern] = routing
      if (typeof pattern !== 'string' || ofStart.test(pattern)) kept.needsLoad = true
      return route(...routing)
    }
    const setOffline = context.setOffline.bind(context)
    context.setOffline = offline => {
      kept.needsLoad = true
      kept.hasChangedBrowser = true
      return setOffline(offline)
    }
    const grantPermissions = context.grantPermissions.bind(context)
    context.grantPermissions = permissions => {
      kept.hasChangedBrowser = true
      return grantPermissions(permissions)
    }
    page.goto = async (...[address, options]: Parameters<Page['goto']>) => {
      if (ofStart.test(address)) kept.needsLoad = true
      const { touched, needsLoad, hasScript } = kept
      const isTurn = touched !== null && isFresh(address, touched) && !needsLoad && !hasScript
      // A scene that opens a second address means a load.
      kept.touched = null
      if (!isTurn) return load(address, options)
      await turnTo(page, address)
      return null
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

  /** Takes the product out of the page, with all it has stored. */
  async function clear({ page, load }: Kept): Promise<void> {
    // At our own origin the page keeps its process, with all scripts compiled. For `about:blank` the browser starts a new
    // one, and another for the next screen.
    await load('/favicon.svg')
    await page.evaluate(() => {
      sessionStorage.clear()
      localStorage.clear()
    })
  }

  async function empty(kept: Kept): Promise<boolean> {
    const { context, page, storage } = kept
    if (kept.hasScript || context.pages().length > 1) return false
    kept.touched = kept.needsLoad ? null : await rest(page).catch(() => null)
    if (kept.touched === null) await clear(kept)
    if (kept.hasChangedBrowser) {
      await context.setOffline(false)
      await context.clearPermissions()
    }
    await page.mouse.move(0, 0)
    forgetFaults(page)
    await putBackCookies(context, storage)
    kept.needsLoad = false
    kept.hasChangedBrowser = false
    return true
  }

  async function leaveAll(): Promise<void> {
    for (const kept of used) {
      used.delete(kept)
      await quiet(kept)
      // A page that cannot be emptied, as that of a browser's own error, is not used again.
      if (await empty(kept).catch(() => false)) continue
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
      kept.page.on('request', request => {
        if (remembered.test(request.url())) kept.needsLoad = true
      })
      await kept.page.emulateMedia({ media: null, colorScheme: theme, reducedMotion: 'reduce' })
      return kept.page
    },
    leave: leaveAll,
    async close() {
      for (const { context } of all.values()) await context.close()
    },
  }
}

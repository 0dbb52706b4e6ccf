/**
 * The page that one test after the other uses, whatever their account and theme. A page that has shown the product
 * before shows it again in a third of the time: its process has read and compiled the scripts. Where it can, it goes on
 * from the scene before without a load (in-page.ts); otherwise it is emptied of all that the use before has left in it.
 */
import { readFileSync } from 'node:fs'
import type { Browser, BrowserContext, Page } from '@playwright/test'
import { makeTurnable, rest, signIn, turnTo } from './in-page.ts'
import { forgetFaults } from './scenes/scene.ts'

export interface Pages {
  /**
   * @param storage the file of the account's cookies, as `storageState` reads it; null: signed out
   * @param isFirstAddress the next address is loaded
   */
  empty: (storage: string | null, theme: 'light' | 'dark', isFirstAddress?: boolean) => Promise<Page>
  /** Leaves the pages used since the last time, so that they do nothing more. */
  leave: () => Promise<void>
  close: () => Promise<void>
}

interface Kept {
  context: BrowserContext
  page: Page
  storage: string | null
  /** Take back the scripts that the scene has given to later documents. */
  scripts: { dispose: () => Promise<void> }[]
  /** The product is open in it, and shows the next screen without a load. */
  isResting: boolean
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

/** The browser is that of this account: a scene may have signed out, or in as someone else. */
async function putCookies(context: BrowserContext, storage: string | null): Promise<void> {
  const own = storage === null ? [] : (JSON.parse(readFileSync(storage, 'utf8')) as { cookies: Cookies }).cookies
  if (textOf(await context.cookies()) === textOf(own)) return
  await context.clearCookies()
  await context.addCookies(own)
}

export function pagesOf(browser: Browser): Pages {
  let free: Kept | null = null
  let used: Kept | null = null

  async function create(): Promise<Kept> {
    const context = await browser.newContext({ reducedMotion: 'reduce' })
    const page = await context.newPage()
    await makeTurnable(page)
    const load = page.goto.bind(page)
    const kept: Kept = {
      context,
      page,
      storage: null,
      scripts: [],
      isResting: false,
      needsLoad: false,
      hasChangedBrowser: false,
      load,
    }
    const addInitScript = page.addInitScript.bind(page)
    page.addInitScript = async (...script: Parameters<Page['addInitScript']>) => {
      const added = await addInitScript(...script)
      kept.scripts.push(added)
      return added
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
      const { isResting } = kept
      // A scene that opens a second address means a load.
      kept.isResting = false
      if (!isResting) return load(address, options)
      if (kept.needsLoad || kept.scripts.length > 0) {
        await clear(kept)
        return load(address, options)
      }
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
    const { context, page, storage, scripts, needsLoad } = kept
    if (context.pages().length > 1) return false
    for (const script of scripts) await script.dispose()
    if (kept.hasChangedBrowser) {
      await context.setOffline(false)
      await context.clearPermissions()
    }
    await putCookies(context, storage)
    // What a script did to a document ends with the document.
    kept.isResting = !needsLoad && scripts.length === 0 && (await rest(page).catch(() => false))
    if (!kept.isResting) await clear(kept)
    await page.mouse.move(0, 0)
    forgetFaults(page)
    kept.scripts = []
    kept.needsLoad = false
    kept.hasChangedBrowser = false
    return true
  }

  async function leave(): Promise<void> {
    if (used === null) return
    const kept = used
    used = null
    await quiet(kept)
    // A page that cannot be emptied, as that of a browser's own error, is not used again.
    if (await empty(kept).catch(() => false)) free = kept
    else await kept.context.close()
  }

  /** The page is that of another account. */
  async function handOver(kept: Kept, storage: string | null): Promise<void> {
    const isTurn = kept.isResting && kept.storage !== null && storage !== null
    kept.storage = storage
    await putCookies(kept.context, storage)
    if (isTurn && (await signIn(kept.page).catch(() => false))) return
    if (kept.isResting) await clear(kept)
    kept.isResting = false
  }

  return {
    async empty(storage, theme, isFirstAddress = false) {
      await leave()
      const kept = free ?? (await create())
      free = null
      used = kept
      if (kept.storage !== storage) await handOver(kept, storage)
      kept.needsLoad = isFirstAddress
      kept.page.on('request', request => {
        if (remembered.test(request.url())) kept.needsLoad = true
      })
      // A refusal by the plan opens a window over all screens, maybe after the scene has seen all that it waits for.
      kept.page.on('response', response => {
        if (response.status() === 403) kept.needsLoad = true
      })
      await kept.page.emulateMedia({ media: null, colorScheme: theme, reducedMotion: 'reduce' })
      return kept.page
    },
    leave,
    async close() {
      await free?.context.close()
      await used?.context.close()
    },
  }
}

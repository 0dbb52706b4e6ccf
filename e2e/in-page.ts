/**
 * The way from one scene to the next inside a page that has the product open. The router leads to a quiet page and from
 * there to the next screen, and all replies are forgotten: the screen mounts its parts and asks the server as after a
 * load, and the scripts need not start again. Only a page that the scene before has left as a load leaves it is used so.
 */
import type { Page } from '@playwright/test'

/** It is outside the shell and asks nothing. */
const quietPath = '/unsubscribe'

/**
 * Leads the page to the quiet page and forgets all replies.
 *
 * @returns the paths whose screens would not be as after a load: sections that were opened there, and where a link leads to
 * the list of domains as it was left, all others. Null when more of the scene is left that would outlive it: stored values,
 * a window over all screens, a toast of work that goes on or can be taken back, a change on its way to the server.
 */
export function rest(page: Page): Promise<readonly string[] | null> {
  return page.evaluate(async path => {
    const app = window.productOf?.()
    const stored = new Map([...Object.entries(localStorage), ...Object.entries(sessionStorage)])
    // A tab remembers that no other workspace was chosen.
    const isPlain = [...stored].every(
      ([key, value]) =>
        key === 'waxseal.drafts' || (key === 'waxseal.workspace' && value.includes('"workspaceId":null')),
    )
    const { kept: drafts } = JSON.parse(stored.get('waxseal.drafts') ?? '{"kept":[]}') as { kept: [string, string][] }
    const touched = drafts.flatMap(([id, text]) => {
      const [kind, place = ''] = id.split(' ')
      if (kind === 'sections') return place
      if (kind !== 'domain-list') return 'unknown'
      return text === '""' ? [] : 'all but /domains'
    })
    const windows = '[role=dialog], [role=alertdialog], [role=menu]'
    const toasts = '[data-sonner-toast]'
    // The product remembers beside all screens that this one is open.
    const isUpgrade = [...document.querySelectorAll(windows)].some(({ textContent }) =>
      /Compare plans|Not included/.test(textContent),
    )
    // A toast that only says what happened goes as if its time were over.
    const shown = [...document.querySelectorAll(toasts)]
    const isOver = isUpgrade || shown.some(toast => toast.matches('[data-type=loading], :has([data-button])'))
    if (app === undefined || !isPlain || touched.includes('unknown')) return null
    if (isOver || app.queries.isMutating() > 0) return null
    for (const toast of shown) {
      const key = Object.keys(toast).find(name => name.startsWith('__reactFiber$'))
      let fiber = key === undefined ? null : ((toast as Element & Record<string, Fiber>)[key] ?? null)
      while (fiber !== null && fiber.memoizedProps?.removeToast === undefined) fiber = fiber.return
      fiber?.memoizedProps?.removeToast?.(fiber.memoizedProps.toast)
    }
    await app.router.navigate(path)
    // React draws the new page a moment after the router has its address.
    const isLeft = (): boolean => document.querySelector(`${windows}, ${toasts}, [role=tooltip]`) === null
    for (let frame = 0; frame < 20 && !isLeft(); frame++) await new Promise(requestAnimationFrame)
    app.queries.clear()
    window.scrollTo(0, 0)
    return location.pathname === path && isLeft() ? touched : null
  }, quietPath)
}

/** Whether the screen at an address is as after a load, by what `rest` has returned. */
export function isFresh(address: string, touched: readonly string[]): boolean {
  const { pathname } = new URL(address, 'http://localhost')
  return !touched.includes(pathname) && (pathname === '/domains' || !touched.includes('all but /domains'))
}

/** Leads a page that rests to another address. */
export async function turnTo(page: Page, address: string): Promise<void> {
  await page.evaluate(async path => {
    const app = window.productOf?.()
    // What the quiet page asked belongs to it.
    app?.queries.clear()
    await app?.router.navigate(path)
  }, address)
}

interface Product {
  queries: { clear: () => void; isMutating: () => number }
  router: { navigate: (path: string) => Promise<void> }
}

interface Fiber {
  child: Fiber | null
  return: Fiber | null
  memoizedProps: { client?: object; router?: object; toast?: object; removeToast?: (toast?: object) => void } | null
}

declare global {
  interface Window {
    /** The parts of the running product, from the tree of React; undefined where it is not open. */
    productOf?: () => Product | undefined
  }
}

/** From the next load on, the page can be asked for the product in it. */
export async function makeTurnable(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.productOf = () => {
      const root = document.getElementById('root') as (HTMLElement & Record<string, Fiber>) | null
      const key = Object.keys(root ?? {}).find(name => name.startsWith('__reactContainer$'))
      const product: Partial<Product> = {}
      let fiber: Fiber | null = key === undefined ? null : (root?.[key] ?? null)
      for (; fiber !== null && product.router === undefined; fiber = fiber.child) {
        const { client, router } = fiber.memoizedProps ?? {}
        if (client !== undefined && 'isMutating' in client) product.queries = client as Product['queries']
        if (router !== undefined && 'navigate' in router) product.router = router as Product['router']
      }
      return product.queries && product.router ? (product as Product) : undefined
    }
  })
}

/**
 * The way from one scene to the next inside a page that has the product open. The router leads to a quiet page and from
 * there to the next screen, and all replies are forgotten: the screen mounts its parts and asks the server as after a
 * load, and the scripts need not start again. Only a page that the scene before has left as a load leaves it is used so.
 */
import type { Page } from '@playwright/test'

/** It is outside the shell and asks nothing. */
const quietPath = '/unsubscribe'

/**
 * Leads the page to the quiet page and forgets all replies and drafts.
 *
 * @returns whether the next screen will be as after a load. It is not when more of the scene is left that would outlive it:
 * stored values, a window over all screens, a toast of work that goes on or can be taken back, a change on its way to the
 * server.
 */
export async function rest(page: Page): Promise<boolean> {
  return (await page.evaluate(leadToQuiet, quietPath)) && (await page.evaluate(signInAnew))
}

/**
 * Signs the page that rests in with the cookies that its browser has now.
 *
 * @returns whether someone is signed in
 */
export function signIn(page: Page): Promise<boolean> {
  return page.evaluate(signInAnew)
}

/** Runs in the page. */
async function leadToQuiet(path: string): Promise<boolean> {
  const app = window.productOf?.()
  // Places to which Back would scroll: the next address is a new one.
  sessionStorage.removeItem('react-router-scroll-positions')
  const stored = new Map([...Object.entries(localStorage), ...Object.entries(sessionStorage)])
  // A tab remembers that no other workspace was chosen.
  const isPlain = [...stored].every(
    ([key, value]) => key === 'waxseal.drafts' || (key === 'waxseal.workspace' && value.includes('"workspaceId":null')),
  )
  const windows = '[role=dialog], [role=alertdialog], [role=menu]'
  const toasts = '[data-sonner-toast]'
  // The product remembers beside all screens that this one is open.
  const isUpgrade = [...document.querySelectorAll(windows)].some(({ textContent }) =>
    /Compare plans|Not included/.test(textContent),
  )
  // A toast that only says what happened goes as if its time were over.
  const shown = [...document.querySelectorAll(toasts)]
  const isOver = isUpgrade || shown.some(toast => toast.matches('[data-type=loading], :has([data-button])'))
  if (app === undefined || !isPlain || isOver || app.queries.isMutating() > 0) return false
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
  return location.pathname === path && isLeft()
}

/**
 * Runs in the page: someone else signs in for a moment, with whom all drafts and the choice of a workspace end, and then
 * the person of the cookies. So opened sections, forms and the list of domains are again as at first.
 */
async function signInAnew(): Promise<boolean> {
  const auth = window.productOf?.()?.auth
  if (auth === undefined) return false
  if (auth.state().status === 'signed-out') return true
  const claims = btoa(JSON.stringify({ sub: 'someone-else', sid: 'none', exp: 60, iat: 0 }))
  const ask = window.fetch
  window.fetch = () => Promise.resolve(Response.json({ token: `.${claims}.` }))
  const exchange = auth.getToken({ skipCache: true })
  window.fetch = ask
  await exchange
  if (auth.state().session?.userId !== 'someone-else') return false
  await auth.getToken({ skipCache: true })
  return auth.state().status === 'signed-in' && auth.state().session?.userId !== 'someone-else'
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
  auth: {
    state: () => { status: string; session?: { userId: string } }
    getToken: (options: { skipCache: true }) => Promise<string | null>
  }
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
        if (client !== undefined && 'getToken' in client) product.auth = client as Product['auth']
        if (client !== undefined && 'isMutating' in client) product.queries = client as Product['queries']
        if (router !== undefined && 'navigate' in router) product.router = router as Product['router']
      }
      return product.auth && product.queries && product.router ? (product as Product) : undefined
    }
  })
}

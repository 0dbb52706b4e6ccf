import type { Page } from '@playwright/test'
import type { AccountName, World } from '../world.ts'

/** One state of one screen, brought up in the running product. */
export interface Scene {
  /** Who looks at it; null: nobody is signed in. */
  as: AccountName | null
  show: (page: Page, world: World) => Promise<void>
  /** The state is a refusal of the server (a wrong password, a limit): the browser itself logs such answers. */
  refused?: true
}

const faulted = new WeakSet<Page>()

/** Has a fault been put between this page and the server? Then its console may speak of it. */
export function isFaulted(page: Page): boolean {
  return faulted.has(page)
}

/** Answers one call with a fault of our making, the others as they are. */
export async function fault(
  page: Page,
  method: string,
  path: string,
  status: number,
  body: object = {},
): Promise<void> {
  faulted.add(page)
  await page.route(`**/api${path}`, async route => {
    if (route.request().method() !== method) return route.fallback()
    return route.fulfill({ status, json: body })
  })
}

/** Takes the network away from this browser, or gives it back. */
export async function setOffline(page: Page, offline: boolean): Promise<void> {
  faulted.add(page)
  await page.context().setOffline(offline)
}

/** Changes what a call answers on its way to the browser: for states that take the world days to get into. */
export async function rewrite<T>(page: Page, path: string, change: (answer: T) => T): Promise<void> {
  await page.route(`**/api${path}`, async route => {
    if (route.request().method() !== 'GET') return route.fallback()
    const response = await route.fetch()
    return route.fulfill({ response, json: change((await response.json()) as T) })
  })
}

/** Answers what a call asks for in the server's place. */
export async function answer(page: Page, path: string, json: object): Promise<void> {
  await page.route(`**/api${path}`, async route => {
    if (route.request().method() !== 'GET') return route.fallback()
    return route.fulfill({ json })
  })
}

/** Holds a call back until the page is left, so that the state before its answer stays. */
export async function hold(page: Page, path: string): Promise<void> {
  await page.route(`**/api${path}`, () => new Promise(() => {}))
}

import type { Page } from '@playwright/test'
import type { World } from '../world.ts'
import type { AccountName } from '../world-accounts.data.ts'

/** One state of one screen in the running product. */
export interface Scene {
  /** The signed-in account; null: signed out. */
  as: AccountName | null
  show: (page: Page, world: World) => Promise<void>
  /** The server refuses a call in this state (a wrong password, a limit), which the browser itself logs. */
  refused?: true
  /** Back leads elsewhere where the address is the first one of the tab, so it is loaded. */
  isFirstAddress?: true
}

const faulted = new WeakSet<Page>()

/** Whether a fault was injected between this page and the server, which its console may report. */
export function isFaulted(page: Page): boolean {
  return faulted.has(page)
}

/** The page is shown another scene. */
export function forgetFaults(page: Page): void {
  faulted.delete(page)
}

/** Answers one call with an injected fault, the others unchanged. */
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

/** Cuts the network of this browser, or restores it. */
export async function setOffline(page: Page, offline: boolean): Promise<void> {
  faulted.add(page)
  await page.context().setOffline(offline)
}

/** Changes the reply of a call on its way to the browser, for states that take days to reach. */
export async function rewrite<T>(page: Page, path: string, change: (answer: T) => T): Promise<void> {
  await page.route(`**/api${path}`, async route => {
    if (route.request().method() !== 'GET') return route.fallback()
    const response = await route.fetch()
    return route.fulfill({ response, json: change((await response.json()) as T) })
  })
}

/** Answers a call instead of the server. */
export async function answer(page: Page, path: string, json: object): Promise<void> {
  await page.route(`**/api${path}`, async route => {
    if (route.request().method() !== 'GET') return route.fallback()
    return route.fulfill({ json })
  })
}

/** Holds a call until the page is left, so that the state before its reply stays. */
export async function hold(page: Page, path: string): Promise<void> {
  await page.route(`**/api${path}`, () => new Promise(() => {}))
}

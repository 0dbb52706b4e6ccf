import { matchRoutes, type RouteObject } from 'react-router'

/** The events that announce a visit: the pointer or the focus on a link, or a finger on it. */
const intents = ['pointerover', 'focusin', 'touchstart'] as const

/**
 * Loads the code of a screen as soon as a link to it is about to be used. Holds for every link of the page.
 *
 * @returns ends it
 */
export function preloadScreens(routes: RouteObject[]): () => void {
  function prepare({ target }: Event): void {
    const link = target instanceof Element ? target.closest('a[href]') : null
    // Some browsers remember a module that could not be loaded: nothing is tried without a connection.
    if (!(link instanceof HTMLAnchorElement) || link.origin !== location.origin || !navigator.onLine) return
    for (const { route } of matchRoutes(routes, link.pathname) ?? []) {
      // The visit itself reports a failure. The browser loads a module only once.
      if (typeof route.lazy === 'function') route.lazy().catch(() => {})
    }
  }
  for (const intent of intents) document.addEventListener(intent, prepare, { passive: true })
  return () => {
    for (const intent of intents) document.removeEventListener(intent, prepare)
  }
}

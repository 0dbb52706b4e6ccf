/**
 * Leaves the product for another page, such as the checkout. Resolves only if the browser shows this page again as it was
 * left (its Back button): until then a button that waits for it stays busy, and a second click does nothing.
 */
export function leavePage(url: string): Promise<void> {
  return new Promise(resolve => {
    window.addEventListener('pageshow', () => resolve(), { once: true })
    window.location.assign(url)
  })
}

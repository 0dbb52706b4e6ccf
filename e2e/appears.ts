import { expect, type Page } from '@playwright/test'

/**
 * Acts, and expects that each text appears on the page afterwards, for however short a time. `toBeVisible` looks now and
 * then, and misses a toast that the next one replaces between two looks, as on a fast server that has just asked the names.
 */
export async function expectToAppear(page: Page, texts: readonly string[], act: () => Promise<unknown>): Promise<void> {
  const watch = await page.evaluateHandle(awaited => {
    const missing = new Set(awaited)
    const observer = new MutationObserver(() => {
      const shown = document.body.textContent
      for (const text of missing) if (shown.includes(text)) missing.delete(text)
      if (missing.size === 0) observer.disconnect()
    })
    observer.observe(document.body, { subtree: true, childList: true, characterData: true })
    return { left: () => [...missing] }
  }, texts)
  await act()
  await expect
    .poll(() => watch.evaluate(({ left }) => left()), { message: 'texts that have not appeared', timeout: 30_000 })
    .toEqual([])
  await watch.dispose()
}

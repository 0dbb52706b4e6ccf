import { expect, type Locator, type Page } from '@playwright/test'

/** Presses Tab until the element has the focus, like a keyboard-only user; Shift and Tab where that is the shorter way. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible()
  const hasFocus = () => target.evaluate(element => element === document.activeElement)
  if (await hasFocus()) return
  // What had the focus is gone, and the next one shows where on the page that was.
  if (await page.evaluate(() => document.activeElement === document.body)) await page.keyboard.press('Tab')
  if (await hasFocus()) return
  const isBehind = await target.evaluate(element => {
    const { activeElement: focused, body } = document
    if (focused === null || focused === body) return false
    return (focused.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_PRECEDING) !== 0
  })
  const key = isBehind ? 'Shift+Tab' : 'Tab'
  for (let presses = 0; presses < 80; presses++) {
    await page.keyboard.press(key)
    if (await hasFocus()) return
  }
  throw new Error(`80 times ${key} does not lead to ${target.toString()}`)
}

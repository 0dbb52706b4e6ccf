import { expect, type Locator, type Page } from '@playwright/test'

/** Presses Tab until the element has the focus, like a keyboard-only user. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible()
  for (let presses = 0; presses < 80; presses++) {
    await page.keyboard.press('Tab')
    if (await target.evaluate(element => element === document.activeElement)) return
  }
  throw new Error(`80 times Tab does not lead to ${target.toString()}`)
}

import type { Page } from '@playwright/test'

/** From the next page on, adds up movements without user input (Cumulative Layout Shift). */
export async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const seen = { shift: 0 }
    Object.assign(window, { seen })
    new PerformanceObserver(list => {
      for (const entry of list.getEntries()) {
        const { value, hadRecentInput } = entry as PerformanceEntry & { value: number; hadRecentInput: boolean }
        if (!hadRecentInput) seen.shift += value
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

/** The sum so far; NaN without `watchShifts`. */
export function shiftOf(page: Page): Promise<number> {
  return page.evaluate(() => (window as Window & { seen?: { shift: number } }).seen?.shift ?? Number.NaN)
}

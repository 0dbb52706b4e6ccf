/** How a screen is looked at with the settings of people who read differently: larger, narrower, with longer words. */
import type { Page } from '@playwright/test'
import { expect } from './fixtures.ts'

/** Polls, because the first frames after a change of size may still have the old one. */
const softly = expect.configure({ soft: true })

/** Nothing is cut off or scrolls sideways: at 200%, at 320 pixels, with larger type and with words 40% longer. */
export async function expectReadable(page: Page): Promise<void> {
  // At 200%, 1280 × 900 has room for half of it; WCAG 1.4.10 requires 320.
  for (const width of [640, 320]) {
    await page.setViewportSize({ width, height: 450 })
    await softly.poll(() => beyond(page), { message: `at ${width}` }).toEqual([])
  }
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 900 })
    await page.evaluate(() => (document.documentElement.style.fontSize = '150%'))
    await softly.poll(() => beyond(page), { message: `larger type at ${width}` }).toEqual([])
    await page.evaluate(() => (document.documentElement.style.fontSize = ''))
  }
  await page.evaluate(lengthenWords)
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 900 })
    await softly.poll(() => beyond(page), { message: `longer words at ${width}` }).toEqual([])
  }
}

/** Elements beyond the window, which would need sideways scrolling or are cut off. */
function beyond(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const wide = [...document.querySelectorAll('body *')].filter(element => {
      // Single-line names end in an ellipsis; for vertical scrolling only the width counts.
      if (element.matches('.overflow-y-auto')) return element.scrollWidth > element.clientWidth + 1
      if (element.closest('.truncate, .overflow-y-auto, [class*="sr-only"]')) return false
      const box = element.getBoundingClientRect()
      const hidden = box.width <= 1 || box.height <= 1 || getComputedStyle(element).visibility === 'hidden'
      return !hidden && (box.right > window.innerWidth + 1 || box.left < -1)
    })
    return wide
      .map(element => `${element.tagName} ${element.className} ${element.textContent.slice(0, 40)}`)
      .slice(0, 5)
  })
}

/** Lengthens all words by 40%, as some translations would. */
function lengthenWords(): void {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const texts: Text[] = []
  while (walker.nextNode()) if (walker.currentNode instanceof Text) texts.push(walker.currentNode)
  for (const text of texts) {
    if (text.data.trim() === '') continue
    text.data = text.data.replaceAll(/[A-Za-z]{3,}/g, word => word + word.slice(0, Math.ceil(word.length * 0.4)))
  }
}

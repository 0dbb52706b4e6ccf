import type { Locator, Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import type { SceneName } from './scenes/index.ts'
import { type TextRow, textCatalogue } from './text-catalogue.data.ts'

/** Finds every text of the catalogue for this scene, each in its own step. */
export async function seeTexts(page: Page, scene: SceneName): Promise<void> {
  // Toasts disappear after four seconds, so all texts are searched in parallel.
  await Promise.all(
    textCatalogue
      .filter(row => row.scene === scene)
      .map(row =>
        test.step(`${row.screen}: “${row.text}” when ${row.trigger}`, async () => {
          if (row.as === 'title') return expect.soft(page).toHaveTitle(row.text)
          const found = placesOf(page, row)
          // An option is visible only while its list is open.
          if (row.as === 'option') return expect.soft(found.first()).toBeAttached()
          return expect.soft(found.filter({ visible: true }).first()).toBeVisible()
        }),
      ),
  )
}

function placesOf(page: Page, { as = 'text', text }: TextRow): Locator {
  if (as === 'text') return page.getByText(wordForWord(text))
  if (as === 'toast') return page.locator('[data-sonner-toast]').getByText(wordForWord(text))
  if (as === 'placeholder' || as === 'title') return page.getByPlaceholder(text, { exact: true })
  return page.getByRole(as).filter({ hasText: inCase(text) })
}

/** The text in upper and lower case as it is written, with any white space between its words. */
function inCase(text: string): RegExp {
  return new RegExp(patternOf(text))
}

/** The same, and not a part of longer words: “Open” is not found in “Opened”. The next sentence may follow without a space. */
function wordForWord(text: string): RegExp {
  const before = /^[\p{L}\p{N}]/u.test(text) ? String.raw`(?<![\p{L}\p{N}])` : ''
  const after = /[\p{L}\p{N}]$/u.test(text) ? String.raw`(?![\p{Ll}\p{N}])` : ''
  return new RegExp(before + patternOf(text) + after, 'u')
}

function patternOf(text: string): string {
  return (
    text
      .trim()
      .split(/\s+/)
      .map(word => word.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`))
      .join(String.raw`\s+`)
      // Playwright does not find the end of an expression with quotation marks.
      .replaceAll("'", String.raw`\x27`)
      .replaceAll('"', String.raw`\x22`)
  )
}

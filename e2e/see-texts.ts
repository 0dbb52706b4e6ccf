import type { Locator, Page } from '@playwright/test'
import { inCase, wordForWord } from '../packages/web/src/lib/text-pattern.fixture.ts'
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

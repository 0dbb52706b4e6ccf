/** Accessibility checks by axe-core itself. Its adapter for Playwright enters frames, which our pages do not have. */
import type { Page } from '@playwright/test'
import axe from 'axe-core'

declare global {
  interface Window {
    axe: typeof axe
  }
}

/**
 * All that axe finds in the page, a line for each broken rule: its id and the elements.
 *
 * @param rules the rules to check; by default all of them
 */
export async function axeFindings(page: Page, rules?: readonly string[]): Promise<string[]> {
  await giveAxe(page)
  return page.evaluate(async only => {
    const { violations } = await window.axe.run(document, {
      resultTypes: ['violations'],
      ...(only && { runOnly: { type: 'rule', values: [...only] } }),
    })
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(node => node.target.join(' ')).join(', ')}`)
  }, rules)
}

/** Brings axe into the page. The browser compiles the same text once for all pages of a process. */
export async function giveAxe(page: Page): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
}

/** Asks axe about a page. Its own engine, without the adapter for Playwright: our pages have no frames that it would enter. */
import type { Page } from '@playwright/test'
import axe from 'axe-core'

/**
 * All that axe finds in the page, a line for each broken rule: its id and the elements.
 *
 * @param rules only these; all others too when left out
 */
export async function axeFindings(page: Page, rules?: readonly string[]): Promise<string[]> {
  // The browser compiles the same text once for all pages of a process.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  return page.evaluate(async only => {
    const engine = (window as unknown as { axe: typeof axe }).axe
    const { violations } = await engine.run(document, {
      resultTypes: ['violations'],
      ...(only && { runOnly: { type: 'rule', values: [...only] } }),
    })
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(node => node.target.join(' ')).join(', ')}`)
  }, rules)
}

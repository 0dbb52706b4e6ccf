/** The badges above a report, and the seal beside them, are links to their evidence below. */
import { expect, test } from './fixtures.ts'
import { makeTurnable, rest, turnTo } from './in-page.ts'

test('each badge of each report, and each part of its seal, leads to a place that is there', async ({
  open,
  world,
}) => {
  test.slow()
  for (const account of ['odd', 'business', 'whole'] as const) {
    const page = await open(account)
    await makeTurnable(page)
    // A name may have no report: it was never scanned.
    const scanned = Object.entries(world.accounts[account].domains).filter(([name]) => !/^(never|slow)\./.test(name))
    // The first one is a load; the others follow inside the page, and mount as after one.
    for (const [index, [name, id]] of scanned.entries()) {
      if (index > 0 && (await rest(page))) await turnTo(page, `/diagnostics/${id}`)
      else await page.goto(`/diagnostics/${id}`)
      const sheet = page.getByRole('region', { name: 'Email Health Score' })
      await expect(sheet.getByText('Open Relay', { exact: true })).toBeVisible()
      const links = sheet.getByRole('link').and(page.locator('[href*="#"]'))
      // An address may be relative, and that of an arc of the seal is no URL object.
      const targets = await links.evaluateAll(all => all.map(link => link.getAttribute('href')?.split('#')[1] ?? ''))
      expect(targets.length, name).toBeGreaterThanOrEqual(5)
      // A place that is not there once is looked for again: its part may load later.
      const counts = (): Promise<string[]> =>
        page.evaluate(all => all.map(id => `${id} ${document.querySelectorAll(`[id="${id}"]`).length}`), targets)
      await expect.poll(counts, name).toEqual(targets.map(target => `${target} 1`))
    }
  }
})

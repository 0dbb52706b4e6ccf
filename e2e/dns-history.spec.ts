/** The DNS change history: the link from a report, and what many changes cost. */
import { expect, test } from './fixtures.ts'
import { withChanges } from './scenes/dns-history.ts'

test('a report leads to the changes of its domain, and Back leads to the report', async ({ open, world }) => {
  const page = await open('business')
  const id = world.accounts.business.domains['monitoring.example'] ?? ''
  await page.goto(`/diagnostics/${id}`)
  await page.getByRole('link', { name: 'DNS changes' }).click()
  await expect(page).toHaveURL(`/dns-history?domain=${id}`)
  await expect(page.getByLabel('Domain')).toHaveValue(id)
  await expect(page.getByRole('heading', { name: 'Change Timeline' })).toBeVisible()
  await page.getByLabel('Domain').selectOption({ index: 0 })
  await expect(page).toHaveURL('/dns-history')
  await page.goBack()
  await expect(page).toHaveURL(`/diagnostics/${id}`)
})

test('1,000 changes have few elements each, and a counter filters them within a frame or two', async ({ open }) => {
  const page = await open('business')
  await withChanges(page, many(1_000))
  await page.goto('/dns-history')
  const timeline = page.getByRole('region', { name: 'Change Timeline' })
  for (const shown of [200, 400, 600, 800]) {
    await expect(timeline.getByRole('listitem')).toHaveCount(shown)
    await page.getByRole('button', { name: 'Show older changes' }).click()
  }
  await expect(timeline.getByRole('listitem')).toHaveCount(1_000)
  const elements = await timeline.locator('*').count()
  const ms = await page.getByRole('button', { name: 'Critical' }).first().evaluate(pressed)
  test.info().annotations.push({ type: 'measured', description: JSON.stringify({ elements, ms }) })
  expect(elements / 1_000).toBeLessThanOrEqual(25)
  await expect(timeline.getByRole('listitem')).toHaveCount(100)
  // On a busy machine too; a quiet one takes a tenth of it.
  expect(ms).toBeLessThanOrEqual(1_000)
})

function many(count: number) {
  return Array.from({ length: count }, (_, n) => ({
    id: `change-${n}`,
    domain_id: 'id-kite.example',
    domain_name: 'kite.example',
    domain_unicode: null,
    change_type: 'mx_modified',
    change_description: `Mail server mx${n}.kite.example added`,
    severity: n % 10 === 0 ? ('critical' as const) : ('warning' as const),
    timestamp: new Date(Date.now() - n * 3_600_000).toISOString(),
    old_value: [`10 mx${n}.kite.example`],
    new_value: [`10 mx${n}.kite.example`, `20 mx${n + 1}.kite.example`],
  }))
}

/** Runs in the page: presses the button, and returns the milliseconds until the next picture. */
function pressed(button: Element): Promise<number> {
  const start = performance.now()
  if (button instanceof HTMLElement) button.click()
  return new Promise(resolve =>
    requestAnimationFrame(() => requestAnimationFrame(() => resolve(performance.now() - start))),
  )
}

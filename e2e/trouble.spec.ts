import type { Page } from '@playwright/test'
import { expect, expectRefusal, ignoreConsole, test } from './fixtures.ts'
import { fault } from './scenes/scene.ts'

const domainsPath = '**/api/domains'
const scanPath = '**/api/diagnostics/scan/*'

/** Counts a page's calls of one kind. */
function countCalls(page: Page, method: string, pattern: RegExp): () => number {
  let calls = 0
  page.on('request', request => {
    if (request.method() === method && pattern.test(request.url())) calls++
  })
  return () => calls
}

test('a refused token is replaced and the call repeated once, without any visible effect', async ({ open }) => {
  const page = await open('business')
  expectRefusal(page)
  const tokens = countCalls(page, 'GET', /\/api\/identity\/token$/)
  let refusals = 0
  await page.route(domainsPath, async route => {
    if (refusals++ > 0) return route.fallback()
    return route.fulfill({ status: 401, json: { detail: 'Please sign in', code: 'unauthorized', request_id: 'x' } })
  })
  await page.goto('/domains')
  await expect(page.getByRole('link', { name: 'perfect.example', exact: true })).toBeVisible()
  expect(refusals).toBe(2)
  expect(tokens()).toBe(2)
})

test('a stream cut in the middle of a scan still ends with the stored result', async ({ open, world }) => {
  const page = await open('scratch')
  const stored = countCalls(page, 'GET', /\/latest-scan$/)
  await page.route(scanPath, async route => {
    const response = await route.fetch()
    // The part that arrived before the connection broke: the beginning, and half of an event.
    const whole = await response.text()
    await route.fulfill({ response, body: whole.slice(0, whole.indexOf('event: result') + 20) })
  })
  await page.goto(`/diagnostics/${world.accounts.scratch.domains['nodmarc.example']}`)
  await page.getByRole('button', { name: /^(Rescan|Run First Scan)$/ }).click()
  await expect(page.getByText('Scan completed successfully')).toBeVisible()
  await expect(page.getByRole('group', { name: /^Health score 63 of 100, Fair/ })).toBeVisible()
  expect(stored()).toBeGreaterThan(0)
})

test('two tabs that scan at the same time follow one scan, and a third waits for it', async ({ open, world }) => {
  test.setTimeout(90_000)
  const report = `/diagnostics/${world.accounts.odd.domains['slow.example']}`
  const [first, second, third] = [await open('odd'), await open('odd'), await open('odd')]
  for (const page of [first, second]) {
    await page.goto(report)
    await expect(page.getByRole('button', { name: /^(Rescan|Run First Scan)$/ })).toBeVisible()
  }
  const scansBefore = await scansThisMonth(third)
  for (const page of [first, second]) await page.getByRole('button', { name: /^(Rescan|Run First Scan)$/ }).click()
  await expect(first.getByText('MX done').or(first.getByText(/lookups sent/))).toBeVisible()
  await third.goto(report)
  await expect(third.getByText('A scan started elsewhere is running.')).toBeVisible()
  for (const page of [first, second]) {
    await expect(page.getByText('Scan completed successfully')).toBeVisible({ timeout: 60_000 })
  }
  for (const page of [first, second, third]) {
    await expect(page.getByRole('heading', { name: 'Email Health Score' })).toBeVisible()
  }
  expect(await scansThisMonth(third)).toBe(scansBefore + 1)
})

async function scansThisMonth(page: Page): Promise<number> {
  await page.goto('/account')
  const text = await page
    .getByText(/^\d+(?:, no limit| of \d+)$/)
    .first()
    .innerText()
  return Number.parseInt(text, 10)
}

test('a double click starts one scan and adds one domain', async ({ open }) => {
  const page = await open('growing')
  const adds = countCalls(page, 'POST', /\/api\/domains$/)
  const scans = countCalls(page, 'POST', /\/api\/diagnostics\/scan\//)
  await page.goto('/domains')
  await page.getByRole('button', { name: addButton }).dblclick()
  const name = `twice-${Date.now()}.example`
  await page.getByLabel('Domain Name').fill(name)
  await page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).dblclick()
  await expect(page.getByText('Domain added successfully')).toHaveCount(1)
  await page.getByRole('button', { name: `Scan ${name}` }).dblclick()
  await expect(page).toHaveURL(/\/diagnostics\//)
  expect([adds(), scans()]).toEqual([1, 1])
})

test('back and forward lead through the screens, each with its title', async ({ open }) => {
  const page = await open('business')
  await page.goto('/dashboard')
  await expect(page).toHaveTitle('Security Dashboard · Waxseal')
  await page.getByRole('link', { name: 'Domains', exact: true }).click()
  await expect(page).toHaveTitle('Domain Management · Waxseal')
  await page.getByRole('link', { name: 'monitoring.example', exact: true }).click()
  await expect(page).toHaveTitle('monitoring.example · Waxseal')
  await page
    .getByRole('button', { name: /^Evidence: / })
    .first()
    .click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page.getByRole('heading', { name: 'Domain Management' })).toBeVisible()
  await page.goBack()
  await expect(page).toHaveTitle('Security Dashboard · Waxseal')
  await page.goForward()
  await page.goForward()
  await expect(page).toHaveTitle('monitoring.example · Waxseal')
  await expect(page.getByRole('heading', { name: 'Email Health Score' })).toBeVisible()
})

test('three toasts are visible at once, 356 px wide', async ({ open }) => {
  const page = await open('business')
  await page.goto('/domains')
  // All within the six seconds of a failure toast.
  const nothingSelected = page.getByRole('button', { name: 'Bulk Scan' })
  for (let clicks = 0; clicks < 4; clicks++) await nothingSelected.click()
  const toasts = page.locator('[data-sonner-toast]')
  await expect(toasts).toHaveCount(4)
  await expect(page.locator('[data-sonner-toast][data-visible="true"]')).toHaveCount(3)
  expect((await toasts.first().boundingBox())?.width).toBe(356)
})

test('a toast closes after 4 seconds, a failure after 6', async ({ open }) => {
  const page = await open('growing')
  await page.goto('/domains')
  await expect(page.getByRole('button', { name: addButton })).toBeVisible()
  await page.clock.install()
  const name = `leaves-${Date.now()}.example`
  await addDomain(page, name)
  const success = page.getByText('Domain added successfully')
  await expect(success).toBeVisible()
  await page.clock.fastForward(2_500)
  await expect(success).toBeVisible()
  await page.clock.fastForward(1_500)
  await expect(success).toBeHidden()

  await fault(page, 'DELETE', '/domains/*', 500)
  await page.getByRole('button', { name: `Delete ${name}` }).click()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  const failure = page.getByText('Failed to delete domain')
  await expect(failure).toBeVisible()
  await page.clock.fastForward(4_500)
  await expect(failure).toBeVisible()
  await page.clock.fastForward(1_500)
  await expect(failure).toBeHidden()
})

const addButton = /^Add (Domain|Your First Domain)$/

async function addDomain(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: addButton }).click()
  await page.getByLabel('Domain Name').fill(name)
  await page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
}

test('a scan and a screen report a lost network, and recover with it', async ({ open, world }) => {
  const page = await open('scratch')
  await page.goto(`/diagnostics/${world.accounts.scratch.domains['perfect.example']}`)
  const scan = page.getByRole('button', { name: /^(Rescan|Run First Scan)$/ })
  await expect(scan).toBeVisible()
  ignoreConsole(page)
  await page.context().setOffline(true)
  await scan.click()
  await expect(page.getByText('Failed to run scan')).toBeVisible()
  await page.getByRole('link', { name: 'Account', exact: true }).click()
  await expect(
    page.getByText('Your usage could not be loaded').or(page.getByText('This page did not load')),
  ).toBeVisible()
  await page.context().setOffline(false)
  await page.goto('/account')
  await expect(page.getByText('Scans this month')).toBeVisible()
})

test('malicious records are shown as text', async ({ show }) => {
  const page = await show('diagnostics-hostile')
  await expect(page.getByText('<img/src=x/onerror=alert(1)>').first()).toBeVisible()
  expect(await page.locator('img[src="x"], svg[onload], main script').count()).toBe(0)
  // Characters that change the reading direction or control a terminal are escaped, so that they mislead no reader.
  const text = await page.locator('main').innerText()
  expect(text.replaceAll(/\s/g, '')).not.toMatch(/[\p{Cc}\p{Cf}]/u)
})

/**
 * The domain list in use: search, order, selection, bulk scan, with and without keyboard and network, and with other
 * tabs.
 */
import type { Locator, Page } from '@playwright/test'
import { expectToAppear } from './appears.ts'
import { expect, expectRefusal, test } from './fixtures.ts'
import { openDomains, selectDomain } from './scenes/domains.ts'
import { setOffline } from './scenes/scene.ts'

const names = (page: Page): Locator => page.getByRole('rowheader').getByRole('link')
const search = (page: Page): Locator => page.getByRole('searchbox', { name: 'Search domains' })
const bulkScan = (page: Page): Locator => page.getByRole('button', { name: 'Bulk Scan' })

test('the list is searched, filtered and sorted', async ({ open }) => {
  const page = await open('business')
  await openDomains(page)
  await expect(page.getByText('14 domains, by name')).toBeVisible()
  const alphabetical = await names(page).allInnerTexts()
  expect(alphabetical).toEqual([...alphabetical].sort())

  await search(page).fill(' HTTPS://postmaster@Parked.example/path ')
  await expect(names(page)).toHaveText(['parked.example'])
  await expect(page.getByText('1 of 14 domains, by name')).toBeVisible()
  await search(page).fill('')

  await page.getByLabel('Sort by').selectOption('Health Score')
  await expect(page.getByText('14 domains, lowest score first')).toBeVisible()
  const seals = page.getByRole('img', { name: /^(Health score|No score)/ })
  await expect(seals).toHaveCount(14)
  const labels = await seals.evaluateAll(all => all.map(image => image.getAttribute('aria-label') ?? ''))
  const scores = labels.map(label => Number(/\d+/.exec(label)?.[0] ?? 101))
  expect(scores).toEqual([...scores].sort((a, b) => a - b))

  await page.getByRole('radio', { name: 'Critical' }).check()
  const critical = scores.filter(score => score < 40).length
  await expect(names(page)).toHaveCount(critical)
  await expect(page.getByText(`${critical} of 14 domains`)).toBeVisible()
})

test('search, filter, order and view are in the address: Back and a reload keep them, a new visit clears them', async ({
  open,
}) => {
  const page = await open('business')
  await openDomains(page)
  await search(page).fill('nodmarc')
  await page.getByLabel('Sort by').selectOption('Recently Added')
  await page.getByRole('radio', { name: 'Warning' }).check()
  await page.getByRole('button', { name: 'Grid view' }).click()
  await expect(page).toHaveURL(/\/domains\?q=nodmarc&filter=warning&sort=added&view=grid$/)
  const link = page.getByRole('listitem').getByRole('link', { name: 'nodmarc.example', exact: true })
  await link.click()
  await expect(page).toHaveTitle('nodmarc.example · Waxseal')
  await page.goBack()
  await expect(search(page)).toHaveValue('nodmarc')
  await expect(link).toBeVisible()

  await page.getByRole('link', { name: 'Dashboard', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Security Dashboard' })).toBeVisible()
  await page.getByRole('link', { name: 'Domains', exact: true }).click()
  await expect(search(page)).toHaveValue('')
  await expect(page.getByText('14 domains, by name')).toBeVisible()
  await expect(page).toHaveURL(/\/domains$/)
})

test('a search that is typed just before a link is followed returns with Back', async ({ open }) => {
  const page = await open('business')
  await openDomains(page)
  await search(page).fill('parked')
  await names(page).filter({ hasText: 'parked.example' }).click()
  await expect(page).toHaveTitle('parked.example · Waxseal')
  await page.goBack()
  await expect(page).toHaveURL(/\?q=parked$/)
  await expect(search(page)).toHaveValue('parked')
  await expect(names(page)).toHaveText(['parked.example'])
})

test('Back to Domains leads to the list as it was left, also after a reload of the report', async ({ open }) => {
  const page = await open('business')
  await openDomains(page)
  await page.getByLabel('Sort by').selectOption('Recently Added')
  await search(page).fill('parked')
  await names(page).filter({ hasText: 'parked.example' }).click()
  await expect(page).toHaveTitle('parked.example · Waxseal')
  await page.reload()
  await page.getByRole('link', { name: 'Back to Domains' }).click()
  await expect(page).toHaveURL(/\/domains\?q=parked&sort=added$/)
  await expect(search(page)).toHaveValue('parked')
})

test('a shared link shows its part of the list, and unknown values in it are the defaults', async ({ open }) => {
  const page = await open('business')
  await page.goto('/domains?q=example&filter=critical&sort=-score')
  await expect(page.getByText(/of 14 domains, highest score first$/)).toBeVisible()
  await expect(page.getByRole('radio', { name: 'Critical' })).toBeChecked()
  await page.goto('/domains?filter=everything&sort=toString&view=map')
  await expect(page.getByText('14 domains, by name')).toBeVisible()
  await expect(page.getByRole('radio', { name: 'All Status' })).toBeChecked()
})

test('the headings of the table sort it, and a second press turns the order round', async ({ open }) => {
  const page = await open('business')
  await openDomains(page)
  const heading = (name: string): Locator => page.getByRole('columnheader', { name })
  await expect(heading('Domain')).toHaveAttribute('aria-sort', 'ascending')
  await heading('Health').getByRole('button').click()
  await expect(heading('Health')).toHaveAttribute('aria-sort', 'ascending')
  await expect(heading('Domain')).not.toHaveAttribute('aria-sort')
  await expect(page.getByText('14 domains, lowest score first')).toBeVisible()
  const lowest = await names(page).first().innerText()
  await heading('Health').getByRole('button').press('Enter')
  await expect(heading('Health')).toHaveAttribute('aria-sort', 'descending')
  await expect(page).toHaveURL(/\?sort=-score$/)
  await expect(names(page).first()).not.toHaveText(lowest)
  await heading('Last scan').getByRole('button').click()
  await expect(heading('Last scan')).toHaveAttribute('aria-sort', 'descending')
  await expect(page.getByText('14 domains, latest scan first')).toBeVisible()
})

test('when nothing matches, one button shows all domains again', async ({ show }) => {
  const page = await show('domains-no-match')
  await expect(page.getByText('No domain matches “https://elsewhere.example/” and is Critical')).toBeVisible()
  await page.getByRole('button', { name: 'Show all 14 domains' }).click()
  await expect(search(page)).toHaveValue('')
  await expect(names(page)).toHaveCount(14)
  await expect(page.getByRole('main')).toBeFocused()
})

test('one checkbox selects all visible domains, and clears them again', async ({ open }) => {
  const page = await open('business')
  await openDomains(page)
  const all = page.getByRole('checkbox', { name: 'Select all shown' })
  await selectDomain(page, 'perfect.example')
  await expect(all).toBeChecked({ indeterminate: true })
  await search(page).fill('customer')
  await expect(names(page)).toHaveCount(2)
  await all.check()
  await expect(page.getByText('3 selected, 1 not shown')).toBeVisible()
  await all.uncheck()
  await expect(page.getByText('1 selected, 1 not shown')).toBeVisible()
  await page.getByRole('button', { name: 'Clear Selection' }).click()
  await expect(page.getByText(/\d selected/)).toHaveCount(0)
})

test('Enter in the dialog adds the domain and scans it, and its report opens', async ({ open }) => {
  const page = await open('growing')
  const name = `scanned-${Date.now()}.example`
  await page.goto('/domains')
  await page.getByRole('button', { name: /^Add (Domain|Your First Domain)$/ }).click()
  await page.getByLabel('Domain Name').fill(name)
  await expect(page.getByRole('button', { name: 'Add and scan' })).toBeVisible()
  const texts = ['Domain added successfully', `Starting scan for ${name}...`]
  await expectToAppear(page, texts, () => page.getByLabel('Domain Name').press('Enter'))
  await expect(page).toHaveURL(/\/diagnostics\//)
  await expect(page).toHaveTitle(`${name} · Waxseal`)
})

test('a bulk scan runs one by one, then clears the selection and reloads the list', async ({ open }) => {
  const page = await open('scratch')
  await openDomains(page)
  let running = 0
  const seen = Promise.withResolvers<void>()
  await page.route('**/api/diagnostics/scan/*', async route => {
    running += 1
    await seen.promise
    expect(running).toBe(1)
    const response = await route.fetch()
    running -= 1
    await route.fulfill({ response })
  })
  await page.getByLabel('Select all shown').check()
  await bulkScan(page).click()
  await expect(page.getByText('Scanning nodmarc.example, 1 of 2.')).toBeVisible()
  seen.resolve()
  await expect(page.getByText('Bulk scan completed', { exact: true })).toBeVisible({ timeout: 30_000 })
  await expect(page.getByText(/\d selected/)).toHaveCount(0)
  for (const domain of ['nodmarc.example', 'perfect.example']) {
    await expect(page.getByRole('row').filter({ hasText: domain })).toContainText('Just now')
  }
})

test('a bulk scan waits for a lost network and then continues', async ({ show }) => {
  const page = await show('domains-bulk-offline')
  await expect(
    page.getByText('No connection. 2 of 2 domains are left. The scan continues when the connection returns.'),
  ).toBeVisible()
  await setOffline(page, false)
  await expect(page.getByText('Bulk scan completed', { exact: true })).toBeVisible({ timeout: 30_000 })
})

test('a bulk scan can be stopped', async ({ show }) => {
  const page = await show('domains-bulk-offline')
  await page.getByRole('button', { name: 'Stop' }).click()
  await expect(page.getByText('Bulk scan stopped, 0 of 2 scanned')).toBeVisible()
  await expect(bulkScan(page)).not.toHaveAttribute('aria-busy', 'true')
  await expect(bulkScan(page)).toBeFocused()
})

test('a bulk scan continues on another screen', async ({ open }) => {
  const page = await open('scratch')
  const release = Promise.withResolvers<void>()
  await page.route('**/api/diagnostics/scan/*', async route => {
    await release.promise
    await route.fallback()
  })
  await openDomains(page)
  await page.getByLabel('Select all shown').check()
  await bulkScan(page).click()
  await page.getByRole('link', { name: 'Account', exact: true }).click()
  await expect(page.getByText('Scans this month')).toBeVisible()
  await page.getByRole('link', { name: 'Domains', exact: true }).click()
  await expect(page.getByText('Scanning nodmarc.example, 1 of 2.')).toBeVisible()
  await page.getByRole('link', { name: 'Account', exact: true }).click()
  release.resolve()
  await expect(page.getByText('Bulk scan completed', { exact: true })).toBeVisible({ timeout: 30_000 })
})

test('a selected domain deleted in another tab counts as a failure and leaves the list', async ({ open }) => {
  const [here, elsewhere] = [await open('growing'), await open('growing')]
  expectRefusal(here)
  const gone = `gone-${Date.now()}.example`
  await here.goto('/domains')
  await here.getByRole('button', { name: /^Add (Domain|Your First Domain)$/ }).click()
  await here.getByLabel('Domain Name').fill(gone)
  await here.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).click()
  await selectDomain(here, gone)
  await openDomains(elsewhere)
  await elsewhere.getByRole('button', { name: `Delete ${gone}` }).click()
  await elsewhere.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(elsewhere.getByText('Domain deleted successfully')).toBeVisible()
  await bulkScan(here).click()
  await expect(here.getByText('Bulk scan completed, 1 of 1 failed')).toBeVisible()
  await expect(here.getByRole('link', { name: gone, exact: true })).toHaveCount(0)
})

test('by keyboard: search, filter, order, select, scan in bulk, delete', async ({ open }) => {
  const page = await open('scratch')
  const { keyboard } = page
  await openDomains(page)

  await keyboard.press('/')
  await expect(search(page)).toBeFocused()
  await keyboard.type('/example')
  await expect(search(page)).toHaveValue('/example')
  await keyboard.press('Escape')
  await expect(search(page)).toHaveValue('')
  await keyboard.type('nodmarc')
  await expect(names(page)).toHaveText(['nodmarc.example'])

  await keyboard.press('Tab')
  await expect(page.getByRole('radio', { name: 'All Status' })).toBeFocused()
  await keyboard.press('ArrowRight')
  await expect(page.getByRole('radio', { name: 'Healthy' })).toBeChecked()
  await keyboard.press('ArrowLeft')
  await keyboard.press('Tab')
  await expect(page.getByLabel('Sort by')).toBeFocused()
  await keyboard.press('/')
  await expect(page.getByLabel('Sort by')).toBeFocused()
  for (const view of ['Table view', 'Grid view', 'Compact rows']) {
    await keyboard.press('Tab')
    await expect(page.getByRole('button', { name: view })).toBeFocused()
  }
  await keyboard.press('Tab')
  await expect(page.getByLabel('Select all shown')).toBeFocused()
  await keyboard.press('Space')
  await expect(page.getByText('1 selected')).toBeVisible()
  await keyboard.press('Tab')
  await keyboard.press('Enter')
  await expect(page.getByText('Starting scans for 1 domain(s)...')).toBeVisible()
  await expect(page.getByText('Bulk scan completed', { exact: true })).toBeVisible({ timeout: 30_000 })
  await expect(bulkScan(page)).toBeFocused()

  await keyboard.press('/')
  await expect(search(page)).toBeFocused()
  const remove = page.getByRole('button', { name: 'Delete nodmarc.example' })
  await remove.focus()
  await keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await keyboard.press('/')
  await expect(page.getByText('Are you sure you want to delete nodmarc.example?')).toBeVisible()
  await keyboard.press('Escape')
  // The closed dialog returns the focus a moment after it disappears.
  await expect(remove).toBeFocused()

  await page.getByRole('button', { name: /^User menu/ }).click()
  await page.getByRole('menuitem', { name: 'Turn off shortcuts' }).press('Enter')
  await page.getByRole('button', { name: /^User menu/ }).press('/')
  await expect(search(page)).not.toBeFocused()
})

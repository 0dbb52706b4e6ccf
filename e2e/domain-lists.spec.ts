/** Adding many domains at once: pasted, from a file, dropped; which were added, which were not and why. */
import type { Page } from '@playwright/test'
import { expect, expectRefusal, test } from './fixtures.ts'
import { typeList } from './scenes/domain-lists.ts'

const box = (page: Page) => page.getByLabel('List of domains')
const send = (page: Page) => page.getByRole('button', { name: 'Add Domains' })

let runs = 0
const anyName = (): string => `many-${process.pid}-${Date.now()}-${runs++}.example`

test('a pasted list is added in one call, and each skipped name is shown with its reason', async ({ open }) => {
  const page = await open('growing')
  const [first, second] = [anyName(), anyName()]
  let calls = 0
  page.on('request', request => {
    if (request.url().endsWith('/api/domains/bulk')) calls += 1
  })
  await typeList(page, `${first}\nhttps://www.${second}/path; ${first.toUpperCase()}\nno domain at all, co.uk`)
  await expect(page.getByText('3 domains found. Not a domain name: “no domain at all”.')).toBeVisible()
  await send(page).click()
  await expect(page.getByText('2 domains added, 2 not added')).toBeFocused()
  const told = page.getByRole('region', { name: 'Not added' }).getByRole('listitem')
  await expect(told).toHaveText([
    'no domain at allPlease enter a valid domain name',
    'co.ukPlease enter a valid domain name',
  ])
  expect(calls).toBe(1)

  // The list to correct has the names that were not added.
  await page.getByRole('button', { name: 'Correct the list' }).click()
  await expect(box(page)).toHaveValue('no domain at all\nco.uk')
  await box(page).fill(`${first}\n${anyName()}`)
  await expect(page.getByText('2 domains found, 1 already in your list.')).toBeVisible()
  await send(page).click()
  await expect(page.getByText('1 domain added, 1 not added')).toBeVisible()
  await expect(page.getByText('Domain already added')).toBeVisible()
  await page.getByRole('button', { name: 'Select new domains' }).click()
  await expect(page.getByText('1 selected')).toBeVisible()
  for (const name of [first, `www.${second}`]) {
    await expect(page.getByRole('link', { name, exact: true })).toBeVisible()
  }
})

test('the added domains are scanned at once, one by one', async ({ open }) => {
  const page = await open('growing')
  const added = [anyName(), anyName()]
  await typeList(page, added.join())
  await send(page).click()
  await page.getByRole('button', { name: 'Scan all added' }).click()
  await expect(page.getByText('Starting scans for 2 domain(s)...')).toBeVisible()
  await expect(page.getByText(`Scanning ${added[0]}, 1 of 2.`)).toBeVisible()
  await expect(page.getByText('Bulk scan completed', { exact: true })).toBeVisible({ timeout: 30_000 })
})

test('a CSV file is chosen or dropped anywhere, in a spreadsheet’s code page', async ({ open }) => {
  const page = await open('scratch')
  await typeList(page, '')
  const file = page.getByLabel('CSV file of domains')
  const latin = Buffer.from('Kunde;Domain\r\nMüller;bücher.example\r\nSöhne;soehne.example\r\n', 'latin1')
  await file.setInputFiles({ name: 'kunden.csv', mimeType: 'text/csv', buffer: latin })
  await expect(page.getByText('2 domains found.')).toBeVisible()
  await expect(box(page)).toHaveValue(/Müller;bücher\.example/)
  await expect(box(page)).toBeFocused()

  const dropped = await page.evaluateHandle(() => {
    const data = new DataTransfer()
    data.items.add(new File(['domain,owner\na.example,Ada\nb.example,\nperfect.example,'], 'list.csv'))
    return data
  })
  const overlay = page.locator('body')
  await overlay.dispatchEvent('dragover', { dataTransfer: dropped })
  await overlay.dispatchEvent('drop', { dataTransfer: dropped })
  await expect(page.getByText('3 domains found, 1 already in your list.')).toBeVisible()

  await file.setInputFiles({ name: 'large.csv', mimeType: 'text/csv', buffer: Buffer.alloc(200_000, 'a.example\n') })
  await expect(page.getByText('large.csv: You can add at most 64 KB of text at a time')).toBeVisible()
  await expect(page.getByText('3 domains found, 1 already in your list.')).toBeVisible()
})

test('an invalid list is reported before it is sent, and a failed one is not lost', async ({ show }) => {
  const page = await show('domains-list-failed')
  await expect(page.getByText('Failed to add the domains')).toBeVisible()
  await expect(box(page)).toHaveValue('client.example')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Add Domain' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(box(page)).toHaveValue('client.example')

  let calls = 0
  page.on('request', request => {
    if (request.url().endsWith('/api/domains/bulk')) calls += 1
  })
  for (const text of [
    '',
    'a.example '.repeat(7_000),
    Array.from({ length: 1_001 }, (_, n) => `d${n}.example`).join(),
  ]) {
    await box(page).fill(text)
    await send(page).click()
    await expect(page.getByRole('alert')).toBeVisible()
    await expect(box(page)).toBeFocused()
  }
  expect(calls).toBe(0)
})

test('a full plan opens the upgrade dialog, and the list stays', async ({ open }) => {
  const page = await open('full')
  expectRefusal(page)
  await typeList(page, 'one-too-many.example\ncustomer-0.example')
  await expect(page.getByText('Your plan’s domain limit is reached.')).toBeVisible()
  await send(page).click()
  const dialog = page.getByRole('dialog', { name: 'Domain limit reached' })
  await expect(dialog).toContainText('Your Pro plan allows 10 domains. Upgrade to Business for unlimited domains.')
  await page.getByRole('button', { name: 'Not now' }).click()
  await page.getByRole('button', { name: 'Add Domain' }).click()
  await expect(box(page)).toHaveValue('one-too-many.example\ncustomer-0.example')
})

test('five hundred pasted names are counted, with the plan’s remaining room', async ({ open }) => {
  const page = await open('whole')
  const names = Array.from({ length: 500 }, (_, at) => `customer-${at}.example`)
  await typeList(page, names.join())
  await expect(page.getByText('500 domains found.')).toBeVisible()
  await expect(page.getByText('Your plan has room for 3 of the 500 new domains.')).toBeVisible()
})

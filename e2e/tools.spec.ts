/** The tools in use: their links, and the subdomain generator by keyboard and with awkward input. */
import type { Locator, Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { listOf } from './scenes/flattened.ts'
import { answer } from './scenes/scene.ts'
import { fillGenerator, generate } from './scenes/tools.ts'

const heading = (page: Page, name: string): Locator => page.getByRole('heading', { level: 1, name })

test('the tools lead to their screens, and the header stays at Tools', async ({ open }) => {
  const page = await open('business')
  await answer(page, '/spf-flattening/configurations', listOf([]))
  await page.goto('/dashboard')
  const nav = page.getByRole('navigation', { name: 'Main' })
  await nav.getByRole('link', { name: 'Tools', exact: true }).click()
  await expect(page).toHaveTitle('Email Security Tools · Waxseal')
  for (const [link, path] of [
    ['SPF Record Builder', '/tools/spf-builder'],
    ['Subdomain SPF Generator', '/tools/subdomain-spf'],
    ['SPF Flattening Service', '/tools/spf-flattening'],
    ['DMARC Record Builder', '/tools/dmarc-builder'],
  ] as const) {
    await page.getByRole('main').getByRole('link', { name: link, exact: true }).click()
    await expect(page).toHaveURL(path)
    await expect(page.getByRole('heading', { level: 1 })).not.toHaveText(/Page not found|Email Security Tools/)
    await expect(nav.getByRole('link', { name: 'Tools', exact: true })).toHaveAttribute('aria-current', 'page')
    await page.goBack()
    await expect(heading(page, 'Email Security Tools')).toBeVisible()
  }
})

test('both cards about SPF lookups lead to the comparison, which leads to both tools', async ({ open }) => {
  const page = await open('business')
  await answer(page, '/spf-flattening/configurations', listOf([]))
  await page.goto('/tools')
  const links = page.getByRole('main').getByRole('link', { name: 'Compare the two approaches' })
  await expect(links).toHaveCount(2)
  await links.last().click()
  await page.getByRole('link', { name: 'Open the flattening service' }).click()
  await expect(heading(page, 'SPF Flattening Service')).toBeVisible()
  await page.getByRole('link', { name: 'Compare the two approaches' }).click()
  await expect(page).toHaveURL('/tools/spf-comparison')
})

test('the comparison leads to the generator and to the plans', async ({ open }) => {
  const page = await open('business')
  await page.goto('/tools/spf-comparison')
  for (const link of ['Open the generator', 'Start with Free Tool']) {
    await page.getByRole('link', { name: link }).click()
    await expect(heading(page, 'Subdomain SPF Generator')).toBeVisible()
    await page.goBack()
  }
  await expect(page.getByRole('table').getByRole('row')).toHaveCount(11)
  await page.getByRole('link', { name: 'View Premium Plans' }).click()
  await expect(page).toHaveURL('/account#plans')
  await expect(page.getByRole('heading', { name: 'Compare Plans' })).toBeInViewport()
})

test('the footer of the landing page leads a signed-out visitor to its features', async ({ open }) => {
  const page = await open(null)
  await page.goto('/')
  await page.getByRole('link', { name: 'Features' }).click()
  await expect(page).toHaveURL('/#features')
  await expect(page.getByRole('heading', { name: 'What we check' })).toBeInViewport()
})

test('the menu of a narrow screen leads to the tools', async ({ open }) => {
  const page = await open('business', { width: 390 })
  await page.goto('/tools/spf-comparison')
  await page.getByRole('button', { name: 'Open menu' }).click()
  const menu = page.getByRole('navigation', { name: 'Main' })
  await expect(menu.getByRole('link')).toHaveText(['Dashboard', 'Domains', 'Tools', 'AI Chat', 'Alerts', 'Account'])
  await expect(menu.getByRole('link', { name: 'Tools' })).toHaveAttribute('aria-current', 'page')
  await menu.getByRole('link', { name: 'Tools' }).click()
  await expect(heading(page, 'Email Security Tools')).toBeVisible()
  await expect(menu).toBeHidden()
})

test('the generator works with the keyboard only, and sends nothing to the server', async ({ open }) => {
  const page = await open('used')
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/tools/subdomain-spf')
  const domain = page.getByLabel('Domain', { exact: true })
  const button = page.getByRole('button', { name: 'Generate SPF Records' })
  await expect(button).toBeDisabled()
  await page.waitForLoadState('networkidle')
  const calls: string[] = []
  page.on('request', request => calls.push(request.url()))

  await domain.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Please enter your domain')).toBeVisible()
  await expect(domain).toBeFocused()
  await page.keyboard.type('Example.COM/')
  await expect(domain).toHaveValue('example.com/')
  await expect(page.getByText('In DNS: example.com')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Please choose at least one service')).toBeVisible()
  await expect(page.getByRole('checkbox', { name: 'Google Workspace' })).toBeFocused()
  await page.keyboard.press('Space')
  await expect(page.getByText('Please choose at least one service')).toBeHidden()
  await expect(button).toBeEnabled()
  await page.keyboard.press('Tab')
  await expect(page.getByLabel('Subdomain for Google Workspace')).toBeFocused()
  await page.keyboard.type('two words')
  await expect(page.getByText('Use only letters, digits and hyphens')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Subdomain for Google Workspace')).toBeFocused()
  await expect(page.getByText('No records generated yet')).toBeVisible()
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type('Mail')
  await page.keyboard.press('Enter')

  await expect(page.getByRole('heading', { name: 'mail.example.com' })).toBeInViewport()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Copy TXT record of mail.example.com' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Copied to clipboard!')).toBeVisible()
  expect(await clipboard(page)).toBe('v=spf1 include:_spf.google.com -all')
  await page.getByRole('button', { name: 'Copy name of mail.example.com' }).press('Enter')
  await expect.poll(() => clipboard(page)).toBe('mail')
  await page.getByRole('button', { name: 'Copy value of mail.example.com' }).press('Enter')
  await expect.poll(() => clipboard(page)).toBe('v=spf1 include:_spf.google.com -all')
  // Ctrl A loads the code of the command palette, which Ctrl may open next.
  expect(calls.filter(url => new URL(url).pathname.startsWith('/api'))).toEqual([])
})

test('a slash is text in the generator, and opens the search on the list of domains', async ({ open }) => {
  const page = await open('business')
  await page.goto('/tools/subdomain-spf')
  await page.keyboard.press('/')
  await expect(page.getByRole('main')).not.toContainText('Search')
  await page.getByLabel('Subdomain for Mailchimp').press('/')
  await expect(page.getByLabel('Subdomain for Mailchimp')).toHaveValue(/\//)
  await page.getByRole('link', { name: 'Domains', exact: true }).click()
  const search = page.getByRole('searchbox', { name: 'Search domains' })
  await expect(search).toBeVisible()
  await page.keyboard.press('/')
  await expect(search).toBeFocused()
})

test('text typed in the middle of the domain becomes lower case, and the caret stays', async ({ open }) => {
  const page = await open('used')
  await fillGenerator(page, 'example.com', [])
  const domain = page.getByLabel('Domain', { exact: true })
  await domain.press('Home')
  await page.keyboard.type('MAIL.')
  await expect(domain).toHaveValue('mail.example.com')
  expect(await domain.evaluate(field => field instanceof HTMLInputElement && field.selectionStart)).toBe(5)
})

test('services on one label share a record, and get two records on two labels', async ({ open }) => {
  const page = await open('used')
  await fillGenerator(page, 'example.com', ['SendGrid', 'Postmark'])
  await expect(page.getByText('SendGrid and Postmark share transactional.example.com and one record.')).toBeVisible()
  await generate(page)
  const records = page.getByRole('region', { name: 'Step 3: Records to publish' }).getByRole('listitem')
  const titles = page.getByRole('heading', { level: 3, name: 'example.com' })
  await expect(titles).toHaveText(['transactional.example.com'])
  await expect(records.first()).toContainText('v=spf1 include:sendgrid.net include:spf.mtasv.net -all')
  await page.getByLabel('Subdomain for Postmark').fill('receipts')
  await expect(page.getByText('You changed the form')).toBeVisible()
  await generate(page)
  await expect(titles).toHaveText(['transactional.example.com', 'receipts.example.com'])
  await expect(page.getByText('You changed the form')).toBeHidden()
})

test('hostile input stays text', async ({ open }) => {
  const page = await open('used')
  await fillGenerator(page, '<img src=x onerror=alert(1)>.example', ['SparkPost'])
  await page.getByLabel('Subdomain for SparkPost').fill('"><script>alert(1)</script>')
  await generate(page)
  await expect(page.getByText('Please enter a valid domain name')).toBeVisible()
  await expect(page.getByText('No records generated yet')).toBeVisible()
  await page.getByLabel('Domain', { exact: true }).fill(`${'a'.repeat(63)}.${'b'.repeat(63)}.${'c'.repeat(63)}.example`)
  await page.getByLabel('Subdomain for SparkPost').fill('d'.repeat(63))
  await expect(page.getByText('The whole name would be too long for DNS')).toBeVisible()
  await page.getByLabel('Subdomain for SparkPost').fill('d'.repeat(52))
  await generate(page)
  const name = `${'d'.repeat(52)}.${'a'.repeat(63)}.${'b'.repeat(63)}.${'c'.repeat(63)}.example`
  await expect(page.getByRole('heading', { name })).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0)
})

function clipboard(page: Page): Promise<string> {
  return page.evaluate(() => navigator.clipboard.readText())
}

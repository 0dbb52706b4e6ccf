/** The builders in use: by keyboard only, with slow replies, with awkward input, and the stored drafts. */
import type { Locator, Page } from '@playwright/test'
import { expect, expectRefusal, test } from './fixtures.ts'
import { addEntry, generate, openWizard, previewed, ready, typeDomain } from './scenes/builders.ts'
import { fault } from './scenes/scene.ts'
import { tabTo } from './tab-to.ts'

const field = (page: Page, label: string): Locator => page.getByRole('textbox', { name: label, exact: true })
const entries = (page: Page, label: string): Locator => page.getByRole('list', { name: label }).getByRole('listitem')
const record = (page: Page, name: string): Locator =>
  page.getByRole('region', { name: 'Generated DNS record' }).getByRole('button', { name: `Copy value of ${name}` })

test('an SPF record is built with the keyboard only', async ({ open }) => {
  const page = await open('full')
  expectRefusal(page)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/tools/spf-builder')

  await test.step('choose the domain: the focus stays where it was', async () => {
    await tabTo(page, page.getByLabel('Your domains'))
    // The last of the ten.
    await page.keyboard.press('End')
    await expect(page.getByText('for customer-9.example', { exact: true })).toBeVisible()
    await expect(page.getByLabel('Your domains')).toBeFocused()
    await previewed(page)
  })

  await test.step('add a provider: its button says so, and keeps the focus', async () => {
    const mailchimp = page.getByRole('button', { name: /Mailchimp$/ })
    await tabTo(page, mailchimp)
    await page.keyboard.press('Enter')
    await expect(mailchimp).toHaveAccessibleName('Added: Mailchimp')
    await expect(mailchimp).toBeDisabled()
    await expect(mailchimp).toBeFocused()
    await expect(entries(page, 'Include domains')).toHaveText(['servers.mcsv.net'])
    await page.keyboard.press('Enter')
    await expect(entries(page, 'Include domains')).toHaveCount(1)
  })

  await test.step('find another provider: Enter takes the one that is left', async () => {
    await tabTo(page, page.getByText(/more providers$/))
    await page.keyboard.press('Enter')
    await tabTo(page, page.getByLabel('Search providers'))
    await page.keyboard.type('zendesk')
    await expect(page.getByRole('status').getByText(/^1 of \d+$/)).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(entries(page, 'Include domains')).toHaveText(['servers.mcsv.net', 'mail.zendesk.com'])
    await expect(page.getByText('Added mail.zendesk.com')).toBeAttached()
    await tabTo(page, page.getByRole('button', { name: 'Remove mail.zendesk.com' }))
    await page.keyboard.press('Enter')
    await expect(field(page, 'Include domains')).toBeFocused()
  })

  await test.step('add addresses with Enter; empty ones and repeated ones are ignored', async () => {
    const ip4 = field(page, 'IPv4 addresses')
    await tabTo(page, ip4)
    for (const typed of ['  192.0.2.0/25 ', '   ', 'ip4:192.0.2.0/25', '192.0.2.200']) {
      await page.keyboard.type(typed)
      await page.keyboard.press('Enter')
      await expect(ip4).toHaveValue('')
    }
    await expect(entries(page, 'IPv4 addresses')).toHaveText(['192.0.2.0/25', '192.0.2.200'])
  })

  await test.step('what is none is told beside its field, and stays in it', async () => {
    await page.keyboard.type('192.0.2.1/24')
    await page.keyboard.press('Enter')
    const ip4 = field(page, 'IPv4 addresses')
    await expect(ip4).toHaveAttribute('aria-invalid', 'true')
    await expect(ip4).toHaveAccessibleDescription(
      '"192.0.2.1/24" has bits set after /24. Enter 192.0.2.0/24 for the range, or 192.0.2.1 for one address.',
    )
    await ip4.fill('')
    await expect(ip4).not.toHaveAttribute('aria-invalid')
  })

  await test.step('take one out: the focus goes on in the field', async () => {
    await tabTo(page, page.getByRole('button', { name: 'Remove 192.0.2.200' }))
    await page.keyboard.press('Enter')
    await expect(entries(page, 'IPv4 addresses')).toHaveText(['192.0.2.0/25'])
    await expect(field(page, 'IPv4 addresses')).toBeFocused()
  })

  await test.step('switches and the end of the record', async () => {
    await tabTo(page, page.getByRole('switch', { name: 'Include MX records' }))
    await page.keyboard.press('Space')
    await tabTo(page, page.getByLabel('All other servers (all)'))
    await page.keyboard.press('-')
    await expect(page.getByLabel('All other servers (all)')).toHaveValue('-all')
  })

  await test.step('generate it, what still stands in a field included, and copy it', async () => {
    await field(page, 'IPv6 addresses').fill('2001:DB8::/32')
    await tabTo(page, page.getByRole('button', { name: 'Generate SPF Record' }))
    await page.keyboard.press('Enter')
    await expect(page.getByText('SPF record generated successfully')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Regenerate SPF Record' })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Generated DNS record' })).toBeFocused()
    await tabTo(page, record(page, 'customer-9.example'))
    await page.keyboard.press('Enter')
    await expect(page.getByText('Value copied to clipboard')).toBeVisible()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
      'v=spf1 ip4:192.0.2.0/25 ip6:2001:db8::/32 mx include:servers.mcsv.net -all',
    )
  })

  await test.step('it is there again when the page is opened again', async () => {
    await page.reload()
    await page.getByLabel('Your domains').selectOption('customer-9.example')
    await expect(page.getByText('Filled with your saved settings')).toBeVisible()
    await expect(entries(page, 'IPv6 addresses')).toHaveText(['2001:db8::/32'])
    await expect(page.getByRole('button', { name: 'Regenerate SPF Record' })).toBeVisible()
  })
})

test('a DMARC record is built with the keyboard only, and repaired', async ({ open, world }) => {
  const page = await open('clear')
  expectRefusal(page)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await openWizard(page, world, 'dmarc', 'clear', 'parked.example')
  await tabTo(page, page.getByLabel('Policy', { exact: true }))
  await page.keyboard.press('q')
  await expect(page.getByLabel('Policy', { exact: true })).toHaveValue('quarantine')
  const rua = page.getByLabel('Aggregate report email (RUA)')
  await tabTo(page, rua)
  await expect(rua).toHaveValue('dmarc@parked.example')
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.press('Delete')
  await page.keyboard.press('Enter')
  await expect(rua).toHaveAccessibleDescription('Please enter an aggregate report email (RUA)')
  await expect(rua).toBeFocused()
  await page.keyboard.type('mailto:dmarc@parked.example,dmarc@parked.example, second@parked.example')
  await tabTo(page, page.getByLabel('Percentage (pct)'))
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.press('Delete')
  await tabTo(page, page.getByText('More options', { exact: true }))
  await page.keyboard.press('Enter')
  await tabTo(page, page.getByLabel('Nonexistent subdomains (np)'))
  await page.keyboard.press('r')
  await expect(page.getByRole('row', { name: /^Nonexistent subdomains/ })).toContainText('reject')
  await tabTo(page, page.getByRole('button', { name: 'Generate', exact: true }))
  await page.keyboard.press('Enter')
  await expect(page.getByText('DMARC record generated successfully')).toBeVisible()
  await expect(page.getByLabel('Percentage (pct)')).toHaveValue('100')
  await expect(rua).toHaveValue(/^dmarc@parked\.example, ?second@parked\.example$/)
  await tabTo(page, record(page, '_dmarc.parked.example'))
  await page.keyboard.press('Enter')
  await expect(page.getByText('Value copied to clipboard')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    'v=DMARC1; p=quarantine; np=reject; rua=mailto:dmarc@parked.example,mailto:second@parked.example',
  )
})

test('the preview follows the form: the last one stays visible meanwhile, and older calls are aborted', async ({
  open,
}) => {
  const page = await open('business')
  await typeDomain(page, 'spf', 'shop.example')
  await ready(page, 'spf')
  const held: string[] = []
  const failed: string[] = []
  page.on('requestfailed', request => failed.push(request.postData() ?? ''))
  await page.route('**/api/spf/preview', async route => {
    const body = route.request().postData() ?? ''
    if (body.includes('192.0.2.2')) return route.fallback()
    held.push(body)
    return new Promise(() => {})
  })
  await addEntry(page, 'IPv4 addresses', '192.0.2.1')
  await expect.poll(() => held.length).toBe(1)
  await expect(page.getByText('Checking...')).toBeVisible()
  await expect(page.getByRole('img', { name: 'DNS lookups: 0 of 10' })).toBeVisible()
  await addEntry(page, 'IPv4 addresses', '192.0.2.2')
  await previewed(page)
  const preview = page.getByRole('region', { name: 'Live preview' })
  await expect(preview.getByText('v=spf1 ip4:192.0.2.1 ip4:192.0.2.2 ~all')).toBeVisible()
  expect(failed.some(body => body.includes('192.0.2.1') && !body.includes('192.0.2.2'))).toBe(true)

  await test.step('several quick changes are one call', async () => {
    const calls: string[] = []
    page.on('request', request => request.url().endsWith('/spf/preview') && calls.push(request.postData() ?? ''))
    for (const name of ['Include MX records', 'Include the domain’s A record']) {
      await page.getByRole('switch', { name }).check()
    }
    await expect(preview.getByText('v=spf1 ip4:192.0.2.1 ip4:192.0.2.2 a mx ~all')).toBeVisible()
    expect(calls.length).toBeLessThanOrEqual(2)
  })
})

test('a server’s refusal is shown in its own words', async ({ open }) => {
  const page = await open('business')
  expectRefusal(page)
  // A bare public suffix: only the server knows these.
  await typeDomain(page, 'spf', 'co.uk')
  await expect(page.getByText('No preview of these settings')).toBeVisible()
  await generate(page, 'spf')
  await expect(page.locator('[data-sonner-toast]').getByText('Please enter a valid domain name')).toBeVisible()
})

test('a domain deleted meanwhile is reported as not found, and the form stays', async ({ open, world }) => {
  const page = await open('business')
  expectRefusal(page)
  for (const kind of ['spf', 'dmarc'] as const) {
    await openWizard(page, world, kind, 'business', 'never.example')
    // The server's reply about a domain that does not exist.
    await fault(page, 'POST', `/${kind}/*`, 404, { detail: 'Not found', code: 'not_found' })
    await generate(page, kind)
    await expect(page.locator('[data-sonner-toast]').getByText('Domain not found')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Configuration' })).toBeVisible()
  }
})

test('Back goes one step back in the history, or to the domains after a direct visit', async ({ open, world }) => {
  const page = await open('business')
  expectRefusal(page)
  await page.goto('/dashboard')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Tools', exact: true }).click()
  // The dashboard links to the builder as well.
  await expect(page.getByRole('heading', { level: 1, name: 'Email Security Tools' })).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'SPF Record Builder', exact: true }).click()
  await page.getByRole('button', { name: 'Back', exact: true }).click()
  await expect(page).toHaveURL('/tools')
  await openWizard(page, world, 'dmarc', 'business', 'monitoring.example')
  await page.getByRole('button', { name: 'Back', exact: true }).click()
  await expect(page).toHaveURL('/domains')
})

test('the published record can be imported, and a domain of the account is found by its name', async ({ open }) => {
  const page = await open('business')
  expectRefusal(page)
  await typeDomain(page, 'spf', 'Perfect.Example.')
  await expect(page.getByLabel('Your domains')).toHaveValue(/.+/)
  await typeDomain(page, 'spf', 'shop.example')
  await ready(page, 'spf')
  await page.getByRole('button', { name: 'Start over from the published record' }).click()
  await expect(page.getByText('Filled with the record that is published now')).toBeVisible()
  await expect(entries(page, 'Include domains')).not.toHaveCount(0)
  await previewed(page)
})

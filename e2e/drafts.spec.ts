/** Text typed into a builder stays, whatever a call does meanwhile, and wherever the user goes and returns from. */
import type { Page } from '@playwright/test'
import { expect, expectRefusal, test } from './fixtures.ts'
import { addEntry, type Builder, generate, previewed, ready, typeDomain } from './scenes/builders.ts'
import { fault } from './scenes/scene.ts'

const rua = (page: Page) => page.getByLabel('Aggregate report email (RUA)')
const removal = (page: Page, entry: string) => page.getByRole('button', { name: `Remove ${entry}`, exact: true })
const changedSince = (page: Page) => page.getByText('The form has changed since this record was generated')

/** Delays the reply of a call until the test asks for it. */
async function slowly(page: Page, path: string): Promise<{ made: Promise<void>; answer: () => void }> {
  const made = Promise.withResolvers<void>()
  const wanted = Promise.withResolvers<void>()
  await page.route(`**/api${path}`, async route => {
    made.resolve()
    await wanted.promise
    await route.fallback()
  })
  return { made: made.promise, answer: wanted.resolve }
}

async function leaveAndComeBack(page: Page): Promise<void> {
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Domains', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Domain Management' })).toBeVisible()
  await page.goBack()
}

test('text typed during generation stays, and the record is marked as older', async ({ open }) => {
  const page = await open('business')
  await test.step('DMARC', async () => {
    const call = await slowly(page, '/dmarc/generate')
    await typeDomain(page, 'dmarc', 'meanwhile.example')
    await generate(page, 'dmarc')
    await call.made
    await rua(page).fill('later@meanwhile.example')
    call.answer()
    await expect(changedSince(page)).toBeVisible()
    await expect(rua(page)).toHaveValue('later@meanwhile.example')
  })
  await test.step('SPF', async () => {
    const call = await slowly(page, '/spf/generate')
    await typeDomain(page, 'spf', 'meanwhile.example')
    await ready(page, 'spf')
    await generate(page, 'spf')
    await call.made
    await addEntry(page, 'IPv4 addresses', '192.0.2.7')
    call.answer()
    await expect(changedSince(page)).toBeVisible()
    await expect(removal(page, '192.0.2.7')).toBeVisible()
  })
})

for (const kind of ['spf', 'dmarc'] as const satisfies readonly Builder[]) {
  test(`retrying failed data of the ${kind} form keeps what was typed`, async ({ open, world }) => {
    const page = await open('business')
    expectRefusal(page)
    await fault(page, 'GET', `/${kind}/*`, 500)
    await page.goto(`/${kind}-wizard/${world.accounts.business.domains['never.example']}`)
    const failed = page.getByText('The saved settings could not be loaded')
    await expect(failed).toBeVisible()
    const typed = kind === 'spf' ? page.getByLabel('IPv6 addresses').and(page.getByRole('textbox')) : rua(page)
    await typed.fill('half of what')
    await test.step('by the browser, for somebody who was in another tab', async () => {
      const again = page.waitForResponse(response => response.url().includes(`/api/${kind}/`))
      await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
      await again
      await expect(failed).toBeVisible()
      await expect(typed).toHaveValue('half of what')
    })
    await test.step('by hand, with success', async () => {
      await page.unroute(`**/api/${kind}/*`)
      await page.getByRole('button', { name: 'Retry' }).click()
      await expect(failed).toBeHidden()
      await expect(typed).toHaveValue('half of what')
      await page.getByRole('button', { name: 'Start over', exact: true }).click()
      await expect(typed).toHaveValue(kind === 'spf' ? '' : 'dmarc@never.example')
    })
  })
}

test('a form is restored for each domain until the person starts over', async ({ open }) => {
  const page = await open('business')
  expectRefusal(page)
  await page.goto('/tools/dmarc-builder')
  const own = page.getByLabel('Your domains')
  await own.selectOption('monitoring.example')
  await rua(page).fill('typed@monitoring.example')
  await own.selectOption('never.example')
  await expect(rua(page)).toHaveValue('dmarc@never.example')
  await expect(page.getByText('Your unsaved changes')).toBeHidden()
  await own.selectOption('monitoring.example')
  await expect(rua(page)).toHaveValue('typed@monitoring.example')
  await leaveAndComeBack(page)
  await expect(own.locator('option:checked')).toHaveText('monitoring.example')
  await expect(rua(page)).toHaveValue('typed@monitoring.example')
  await page.getByRole('button', { name: 'Start over', exact: true }).click()
  await expect(rua(page)).toHaveValue('dmarc@monitoring.example')
  await expect(page.getByText('Your unsaved changes')).toBeHidden()
})

test('another domain’s name and unsubmitted entries are restored', async ({ open }) => {
  const page = await open('business')
  await typeDomain(page, 'spf', 'elsewhere.example')
  await ready(page, 'spf')
  const addresses = page.getByLabel('IPv4 addresses').and(page.getByRole('textbox'))
  await addresses.fill('192.0.2.')
  await leaveAndComeBack(page)
  await expect(page.getByLabel('Or another domain')).toHaveValue('elsewhere.example')
  await expect(addresses).toHaveValue('192.0.2.')
})

test('a slow record of one domain does not block that of another', async ({ open }) => {
  const page = await open('business')
  const made = Promise.withResolvers<void>()
  await page.route('**/api/dmarc/generate', async route => {
    if (!route.request().postData()?.includes('held.example')) return route.fallback()
    made.resolve()
    return new Promise(() => {})
  })
  await typeDomain(page, 'dmarc', 'held.example')
  await generate(page, 'dmarc')
  await made.promise
  await page.getByLabel('Or another domain').fill('quick.example')
  await page.keyboard.press('Enter')
  await expect(rua(page)).toHaveValue('dmarc@quick.example')
  await generate(page, 'dmarc')
  await expect(page.getByRole('button', { name: 'Regenerate', exact: true })).toBeVisible()
})

test('a failed preview leaves no older verdict visible', async ({ open }) => {
  const page = await open('business')
  await typeDomain(page, 'spf', 'stale.example')
  await ready(page, 'spf')
  await fault(page, 'POST', '/spf/preview', 500)
  await addEntry(page, 'IPv4 addresses', '192.0.2.9')
  await expect(page.getByText('The preview could not be loaded')).toBeVisible()
  await expect(page.getByText('Checked against live DNS')).toBeHidden()
  await expect(page.getByRole('img', { name: /^DNS lookups/ })).toBeHidden()
  await page.unroute('**/api/spf/preview')
  await page.getByRole('button', { name: 'Retry' }).click()
  await previewed(page)
})

test('the subdomain generator is restored for its user, and empty for a new one', async ({ open }) => {
  const page = await open('business')
  await page.goto('/tools/subdomain-spf')
  const domain = page.getByRole('textbox', { name: 'Domain', exact: true })
  await domain.fill('left.example')
  await page.getByRole('checkbox', { name: 'Mailgun' }).check()
  await page.getByRole('button', { name: 'Generate SPF Records' }).click()
  await page.getByRole('link', { name: 'Compare the two approaches' }).click()
  await expect(page.getByRole('heading', { name: 'Feature by feature' })).toBeVisible()
  await page.goBack()
  await expect(domain).toHaveValue('left.example')
  await expect(page.getByRole('heading', { name: 'transactional.left.example' })).toBeVisible()
  await page.getByRole('link', { name: 'Compare the two approaches' }).click()
  await page.getByRole('link', { name: 'Open the generator' }).click()
  await expect(domain).toHaveValue('')
})

test('a reload restores typed text, including the name of another domain', async ({ open }) => {
  const page = await open('business')
  await typeDomain(page, 'spf', 'elsewhere.example')
  await ready(page, 'spf')
  await addEntry(page, 'IPv4 addresses', '192.0.2.7')
  await expect(removal(page, '192.0.2.7')).toBeVisible()
  await page.reload()
  await expect(page.getByText('Your unsaved changes')).toBeVisible()
  await expect(page.getByLabel('Or another domain')).toHaveValue('elsewhere.example')
  await expect(removal(page, '192.0.2.7')).toBeVisible()
})

test('starting over from the published record can be undone', async ({ open }) => {
  const page = await open('business')
  await typeDomain(page, 'spf', 'shop.example')
  await ready(page, 'spf')
  await addEntry(page, 'IPv4 addresses', '203.0.114.7')
  await page.getByRole('button', { name: 'Start over from the published record' }).click()
  await expect(page.getByText('Started over')).toBeInViewport()
  await expect(removal(page, '203.0.114.7')).toBeHidden()
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(removal(page, '203.0.114.7')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Redo', exact: true })).toBeFocused()
})

/** The command palette and the keys, with the keyboard only. */
import type { Page } from '@playwright/test'
import { expectToAppear } from './appears.ts'
import { expect, expectRefusal, test } from './fixtures.ts'
import { setOffline } from './scenes/scene.ts'

const field = (page: Page) => page.getByRole('combobox', { name: 'Domain, screen or action' })
// A screen behind the palette may have lists of its own.
const active = (page: Page) => page.getByRole('dialog').getByRole('option', { selected: true })

async function openPalette(page: Page): Promise<void> {
  // What is painted first has a heading and hears no keys.
  await expect(page.getByRole('banner').getByRole('link', { name: 'Waxseal' })).toBeVisible()
  await page.keyboard.press('Control+k')
  await expect(field(page)).toBeFocused()
}

test('the palette leads to a domain, asks for a few names only, and gives the focus back', async ({ open, world }) => {
  const page = await open('business')
  await page.goto('/account')
  await expect(page.getByRole('heading', { name: 'Account & Billing' })).toBeVisible()
  const asked: string[] = []
  page.on('request', request => {
    const { pathname, search } = new URL(request.url())
    if (pathname === '/api/domains') asked.push(search)
  })

  const button = page.getByRole('button', { name: 'Command palette' })
  await button.focus()
  await page.keyboard.press('Control+k')
  await expect(field(page)).toBeFocused()
  await expect(page.getByRole('status').filter({ hasText: 'results' })).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(button).toBeFocused()

  await page.keyboard.press('Enter')
  await expect(field(page)).toBeFocused()
  await page.keyboard.type('nodmarc')
  await expect(active(page)).toHaveText(/^nodmarc\.example/)
  await expect(field(page)).toHaveAttribute('aria-activedescendant', (await active(page).getAttribute('id')) ?? '')
  await page.keyboard.press('ArrowDown')
  await expect(active(page)).toHaveText('Scan nodmarc.example')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/diagnostics/${world.accounts.business.domains['nodmarc.example']}$`))
  await expect(page.getByRole('main')).toBeFocused()
  // The report reads the list itself; the palette never does.
  expect(asked.filter(query => query !== '')).toEqual(expect.arrayContaining(['?search=nodmarc&limit=6']))
  expect(asked.filter(query => query !== '').every(query => query.endsWith('&limit=6'))).toBe(true)
})

test('what is typed while the palette loads is its first text, and no key of the screen', async ({ open }) => {
  const page = await open('business')
  await page.goto('/domains')
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  await page.keyboard.press('j')
  const scans: string[] = []
  page.on('request', request => {
    if (request.method() === 'POST') scans.push(request.url())
  })
  const held = Promise.withResolvers<void>()
  const asked = page.waitForRequest(/\/assets\/overlays-/)
  await page.route(/\/assets\/overlays-/, async route => {
    await held.promise
    await route.continue()
  })
  await page.keyboard.press('Control+k')
  await asked
  await page.keyboard.type('scan nodm')
  held.resolve()
  await expect(field(page)).toBeFocused()
  await page.keyboard.type('arc')
  await expect(field(page)).toHaveValue('scan nodmarc')
  await expect(active(page)).toHaveText(/nodmarc\.example/)
  expect(new URL(page.url()).pathname).toBe('/domains')
  expect(scans).toEqual([])
})

test('the palette opens a builder for a domain, changes the theme, and says what it can do', async ({
  open,
  world,
}) => {
  const page = await open('business')
  // The domain has no generated record.
  expectRefusal(page)
  await page.goto('/tools')
  await openPalette(page)
  await page.keyboard.type('no such thing')
  await expect(page.getByText('No results for “no such thing”')).toBeVisible()
  await field(page).fill('')
  await page.keyboard.type('new dmarc')
  await page.keyboard.press('Enter')
  await expect(field(page)).toHaveValue('dmarc ')
  await page.keyboard.type('nodm')
  await expect(active(page)).toHaveText('New DMARC record for nodmarc.example')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/dmarc-wizard/${world.accounts.business.domains['nodmarc.example']}$`))

  await openPalette(page)
  await page.keyboard.type('theme')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: /^Theme: light/ })).toBeVisible()
})

test('the palette starts a scan, and its report follows it', async ({ open }) => {
  test.setTimeout(60_000)
  const page = await open('business')
  await page.goto('/tools')
  await openPalette(page)
  await page.keyboard.type('scan nodmarc')
  await expect(active(page)).toHaveText('Scan nodmarc.example')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Running diagnostics...')).toBeVisible()
  await expect(page.getByText('Scan completed successfully')).toBeVisible({ timeout: 30_000 })
  await expect(page.getByRole('heading', { name: 'nodmarc.example', level: 1 })).toBeVisible()
})

test('on a phone the menu has the palette', async ({ open }) => {
  const page = await open('business', { width: 390 })
  await page.goto('/tools')
  await page.getByRole('button', { name: 'Open menu' }).press('Enter')
  await page.getByRole('navigation').getByRole('button', { name: 'Command palette' }).press('Enter')
  await expect(field(page)).toBeFocused()
  await page.keyboard.type('alerts')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Alert Settings' })).toBeVisible()
})

test('keys lead to the screens, and the dialog that shows them turns them off', async ({ open }) => {
  const page = await open('business')
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { name: 'Security Dashboard' })).toBeVisible()
  for (const [key, heading] of [
    ['o', 'Domain Management'],
    ['t', 'Email Security Tools'],
    ['c', 'AI'],
    ['a', 'Alert Settings'],
    ['h', 'Email Header Analyzer'],
    ['n', 'DNS Change History'],
    ['s', 'Account & Billing'],
    ['d', 'Security Dashboard'],
  ] as const) {
    await page.keyboard.press('g')
    await page.keyboard.press(key)
    await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible()
    await expect(page.getByRole('main')).toBeFocused()
  }

  await page.keyboard.press('?')
  const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(dialog.getByText('Next row')).toBeVisible()
  // In a dialog no key acts.
  await page.keyboard.press('g')
  await page.keyboard.press('o')
  await expect(dialog).toBeVisible()
  await dialog.getByRole('switch').press('Space')
  await page.keyboard.press('Escape')
  await page.keyboard.press('?')
  await page.keyboard.press('g')
  await page.keyboard.press('o')
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Security Dashboard' })).toBeVisible()

  await openPalette(page)
  await page.keyboard.type('keyboard')
  await page.keyboard.press('Enter')
  await dialog.getByRole('switch').press('Space')
  await page.keyboard.press('Escape')
  await page.keyboard.press('?')
  await expect(dialog).toBeVisible()
})

// A domain of its own each: the tests may run at the same time, and a domain that is being scanned is not scanned again.
for (const { width, name } of [
  { width: 1280, name: 'nodmarc' },
  { width: 700, name: 'customer-1' },
]) {
  test(`row keys move in the list of domains, select, open and scan at ${width} pixels`, async ({ open }) => {
    test.setTimeout(60_000)
    const page = await open('business', { width })
    await page.goto('/domains?q=example')
    const names = page.getByRole('rowheader').getByRole('link')
    await expect(names.first()).toBeVisible()
    await page.keyboard.press('j')
    await expect(names.first()).toBeFocused()
    await page.keyboard.press('j')
    await expect(names.nth(1)).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('k')
    await expect(names.first()).toBeFocused()
    await page.keyboard.press('k')
    await expect(names.first()).toBeFocused()
    await page.keyboard.press('x')
    await expect(page.getByText('1 selected')).toBeVisible()
    await page.keyboard.press('x')
    await expect(page.getByText('1 selected')).toHaveCount(0)
    await page.keyboard.press('/')
    await page.keyboard.type('jxsk')
    await expect(page.getByRole('searchbox')).toHaveValue('jxsk')
    await page.getByRole('searchbox').fill(name)
    await expect(names).toHaveCount(1)
    await page.getByRole('main').focus()
    await page.keyboard.press('j')
    await expect(names.first()).toBeFocused()
    const texts = [`Starting scan for ${name}.example...`, 'Scan completed successfully']
    await expectToAppear(page, texts, () => page.keyboard.press('s'))
  })
}

test('without a connection one line says so, and it goes when the server answers again', async ({ open }) => {
  const page = await open('business')
  await page.goto('/dns-history')
  const refresh = page.getByRole('button', { name: 'Refresh' })
  await expect(page.getByRole('heading', { name: 'Change Timeline' })).toBeVisible()
  const notice = page.getByText('No connection to the server')
  // The browser has no network, but the server answers: no false alarm.
  const asked = page.waitForResponse(response => response.url().endsWith('/api/config'))
  await page.evaluate(() => window.dispatchEvent(new Event('offline')))
  await asked
  await expect(notice).toHaveCount(0)
  await setOffline(page, true)
  await refresh.click()
  await expect(notice).toBeVisible()
  await page.screenshot({ path: 'test-results/screens/offline-1280.png' })
  await setOffline(page, false)
  await expect(notice).toHaveCount(0)
})

/**
 * The main job, with the keyboard only: a person whose mail goes to spam goes from the landing page to a better score. The
 * presses that lead there are counted, each could be a click as well, and the focus is never lost.
 */
import type { Locator, Page } from '@playwright/test'
import { expectToAppear } from './appears.ts'
import { expect, test } from './fixtures.ts'
import { publish } from './publishing.ts'
import { tabTo } from './tab-to.ts'
import { password } from './world.ts'

const domain = 'newcomer.example'
const record = `v=DMARC1; p=none; rua=mailto:dmarc@${domain}`
const email = `katherine-${Date.now()}@waxseal.example`

test('a person signs up, adds a domain, reads its report, publishes the record, and reads what is fixed', async ({
  open,
}) => {
  // It contains four real scans.
  test.setTimeout(180_000)
  const page = await open(null)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const press = presser(page)
  await page.goto('/')

  await test.step('sign up', () => signUp(page, press))
  await test.step('past the header', () => passHeader(page))
  await test.step('add a domain, and scan it', () => addDomain(page, press))
  await test.step('read the evidence', () => readEvidence(page))
  await test.step('read the records', () => readRecords(page))
  await test.step('publish the advised record, on a phone', () => publishAdvised(page, press))
  await test.step('find the domain in the list, and scan it there', () => scanFromList(page))
  await test.step('filter, and scan in bulk', () => scanInBulk(page))
  await test.step('delete it, and add it without a scan', () => deleteAndAdd(page))
  await test.step('sign out, and in again', () => signOutAndIn(page))
})

type Press = ReturnType<typeof presser>

/** Goes to an element and presses it, and counts that. Nothing covers the element, so a click would do as well. */
function presser(page: Page) {
  const press = async (target: Locator): Promise<void> => {
    press.count += 1
    await target.click({ trial: true })
    await tabTo(page, target)
    await page.keyboard.press('Enter')
  }
  press.count = 0
  return press
}

/** With Enter in the last field, which counts as one press. */
async function submit(page: Page, press: Press): Promise<void> {
  press.count += 1
  await page.keyboard.press('Enter')
}

const clipboard = (page: Page): Promise<string> => page.evaluate(() => navigator.clipboard.readText())

async function signUp(page: Page, press: Press): Promise<void> {
  const start = page.getByRole('button', { name: 'Start Free Trial' }).first()
  await tabTo(page, start)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('textbox', { name: 'Name' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(start).toBeFocused()
  await submit(page, press)
  await expect(page.getByRole('textbox', { name: 'Name' })).toBeFocused()
  await page.keyboard.type('Katherine Johnson')
  await page.keyboard.press('Tab')
  await page.keyboard.type(email)
  await page.keyboard.press('Tab')
  await page.keyboard.type(password)
  await page.getByRole('button', { name: 'Create account' }).click({ trial: true })
  await submit(page, press)
  await expect(page).toHaveURL(/\/dashboard$/)
  await expect(page.getByRole('heading', { name: 'Security Dashboard' })).toBeVisible()
  await expect(page.getByText('No scan data available yet').first()).toBeVisible()
}

async function passHeader(page: Page): Promise<void> {
  const add = page.getByRole('link', { name: 'Add a domain' })
  await page.reload()
  await expect(add).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeInViewport()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await expect(add).toBeFocused()
}

async function addDomain(page: Page, press: Press): Promise<void> {
  await submit(page, press)
  await expect(page.getByRole('main')).toBeFocused()
  const add = page.getByRole('button', { name: 'Add Your First Domain' })
  await press(add)
  const field = page.getByLabel('Domain Name')
  await expect(field).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Please enter a domain name')).toBeVisible()
  await expect(field).toHaveAttribute('aria-invalid', 'true')
  await page.keyboard.press('Escape')
  await expect(add).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.type(' HTTPS://Newcomer.example:443/path ')
  await page.getByRole('button', { name: 'Add and scan' }).click({ trial: true })
  const texts = ['Domain added successfully', `Starting scan for ${domain}...`, 'Scan completed successfully']
  await expectToAppear(page, texts, () => submit(page, press))
  await expect(page).toHaveURL(/\/diagnostics\//)
  await expect(page.getByRole('main')).toBeFocused()
  // 100, minus 35 for the missing DMARC record and 2 for ~all without an enforcing policy.
  await expect(page.getByRole('group', { name: /^Health score 63 of 100, Fair/ })).toBeVisible()
  expect(press.count).toBeLessThanOrEqual(5)
}

async function readEvidence(page: Page): Promise<void> {
  const evidence = page.getByRole('button', { name: /^Evidence: .*DMARC/ }).first()
  await tabTo(page, evidence)
  await page.keyboard.press('Enter')
  const drawer = page.getByRole('dialog')
  await expect(drawer).toBeVisible()
  await tabTo(page, drawer.getByRole('button', { name: 'Copy the dig command' }).first())
  await page.keyboard.press('Enter')
  await expect(drawer.getByText('Copied', { exact: true })).toBeAttached()
  expect(await clipboard(page)).toMatch(/^dig .*-q _dmarc\.newcomer\.example\. -t TXT/)
  for (let presses = 0; presses < 12; presses++) {
    await page.keyboard.press('Tab')
    expect(await drawer.evaluate(element => element.contains(document.activeElement))).toBe(true)
  }
  await page.keyboard.press('Escape')
  await expect(evidence).toBeFocused()
}

async function readRecords(page: Page): Promise<void> {
  const authentication = page.getByRole('button', { name: /^Email Authentication/ })
  await tabTo(page, authentication)
  await page.keyboard.press('Enter')
  await expect(authentication).toHaveAttribute('aria-expanded', 'true')
  await expect(page.getByText(`No DMARC record found at _dmarc.${domain}`).first()).toBeVisible()
  await expect(page.getByText('mx1.mailhost.example').first()).toBeVisible()
  await expect(page.getByText('203.0.114.25').first()).toBeVisible()
  await tabTo(page, page.getByRole('button', { name: '~all', exact: true }))
  await expect(
    page.getByText('All other servers soft-fail: suspicious, but rarely refused for this alone.'),
  ).toBeVisible()

  await tabTo(page, page.getByRole('button', { name: /^DKIM Records/ }))
  await page.keyboard.press('Enter')
  await tabTo(page, page.getByRole('button', { name: 'Copy value of s1' }))
  await page.keyboard.press('Enter')
  await expect(page.getByText('Value copied to clipboard')).toBeVisible()
  expect(await clipboard(page)).toMatch(/^v=DKIM1; k=rsa; p=/)
}

/** From the report to the copied record in two presses, and to the better score in five more. */
async function publishAdvised(page: Page, press: Press): Promise<void> {
  await page.setViewportSize({ width: 390, height: 844 })
  const before = press.count
  const next = page.getByRole('region', { name: 'Next step' })
  await expect(next.getByText('DMARC record missing')).toBeVisible()
  await expect(next.getByText('63 → 83 now, 100 once enforced')).toBeVisible()
  await press(next.getByRole('button', { name: 'Publish the record: DMARC record missing' }))
  await press(next.getByRole('button', { name: `Copy value of _dmarc.${domain}` }))
  await expect.poll(() => clipboard(page)).toBe(record)
  expect(press.count - before).toBe(2)

  await press(next.getByRole('button', { name: `Copy host of _dmarc.${domain}` }))
  await expect.poll(() => clipboard(page)).toBe('_dmarc')
  await publish(domain, `_dmarc.${domain}. 300 IN TXT "${record}"`)
  await press(next.getByRole('button', { name: 'Check DNS now' }))
  await expect(next.getByRole('status')).toContainText('live')
  await press(next.getByRole('button', { name: 'Rescan' }))
  const changed = page.getByText('63 → 83, fixed: DMARC record missing; next step: DMARC only monitors')
  await expect(changed).toBeVisible({ timeout: 30_000 })
  // The next finding does not inherit the open steps.
  await expect(next.getByRole('button', { name: 'Replace the record: DMARC only monitors' })).toHaveAttribute(
    'aria-expanded',
    'false',
  )
  // From the landing page to the better score.
  expect(press.count).toBeLessThanOrEqual(10)
  await expect(page.getByRole('group', { name: /^Health score 83 of 100, Good/ })).toBeVisible()
}

async function scanFromList(page: Page): Promise<void> {
  const menu = page.getByRole('button', { name: 'Open menu' })
  await tabTo(page, menu)
  await page.keyboard.press('Enter')
  await tabTo(page, page.getByRole('link', { name: 'Domains', exact: true }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
  await page.setViewportSize({ width: 1280, height: 900 })
  await tabTo(page, page.getByRole('link', { name: domain, exact: true }))
  // The time of the last scan takes the focus too, to show itself exactly.
  await page.keyboard.press('Tab')
  for (const word of ['Scan', 'View', 'More for', 'Delete']) {
    await page.keyboard.press('Tab')
    await expect(page.locator(':focus')).toHaveAccessibleName(`${word} ${domain}`)
  }
  for (let back = 0; back < 3; back++) await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Space')
  await expect(page).toHaveURL(/\/diagnostics\//)
  await expect(page.getByText('Scan completed successfully')).toBeVisible()
  await expect(page.getByRole('main')).toBeFocused()
}

async function scanInBulk(page: Page): Promise<void> {
  await tabTo(page, page.getByRole('link', { name: 'Domains', exact: true }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
  await page.keyboard.press('/')
  await page.keyboard.type('newcomer')
  await page.keyboard.press('Tab')
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('radio', { name: 'Healthy' })).toBeFocused()
  await expect(page.getByText('1 domain, by name')).toBeVisible()
  await expectVisibleFocus(page)
  await page.keyboard.press('ArrowRight')
  await expect(page.getByText('No domain matches “newcomer” and is Warning')).toBeVisible()
  await page.keyboard.press('ArrowLeft')

  await tabTo(page, page.getByLabel('Select all shown'))
  await expectVisibleFocus(page)
  await page.keyboard.press('Space')
  await expect(page.getByText('1 selected')).toBeVisible()
  const scan = page.getByRole('button', { name: 'Bulk Scan' })
  await tabTo(page, scan)
  await expectVisibleFocus(page)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Starting scans for 1 domain(s)...')).toBeVisible()
  await expect(page.getByText('Bulk scan completed', { exact: true })).toBeVisible({ timeout: 30_000 })
  await expect(scan).toBeFocused()
  await expect(page.getByText(/\d selected/)).toHaveCount(0)
}

async function deleteAndAdd(page: Page): Promise<void> {
  const remove = page.getByRole('button', { name: `Delete ${domain}` })
  await tabTo(page, remove)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(remove).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Domain deleted successfully')).toBeVisible()
  await expect(page.getByText('Start Your Email Security Journey')).toBeVisible()
  await expect(page.getByRole('main')).toBeFocused()

  await tabTo(page, page.getByRole('button', { name: 'Add Your First Domain' }))
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Domain Name')).toBeFocused()
  await page.keyboard.type(domain)
  await tabTo(page, page.getByRole('button', { name: 'Add', exact: true }))
  await page.keyboard.press('Enter')
  await expect(page.getByText('Domain added successfully')).toBeVisible()
  // The button that opened the dialog disappeared with the empty list.
  await expect(page.getByRole('main')).toBeFocused()
}

async function signOutAndIn(page: Page): Promise<void> {
  const menu = page.getByRole('button', { name: /^User menu: Katherine Johnson/ })
  await tabTo(page, menu)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Account' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(menu).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.press('ArrowUp')
  await expect(page.getByRole('menuitem', { name: 'Sign out' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/$/)
  // Without a session, an address inside leads back.
  await page.goto('/domains')
  await expect(page).toHaveURL(/\/$/)

  await tabTo(page, page.getByRole('banner').getByRole('button', { name: 'Sign In' }))
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Email')).toBeFocused()
  await page.keyboard.type(email)
  await tabTo(page, page.getByLabel('Password'))
  await page.keyboard.type(password)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Security Dashboard' })).toBeVisible()
}

/** Keyboard users must see the focus: a ring of two pixels around the focused element, or around its label. */
async function expectVisibleFocus(page: Page): Promise<void> {
  const rings = await page.evaluate(() => {
    const focused = document.activeElement
    return [focused, focused?.parentElement].map(element => {
      if (!(element instanceof Element)) return 0
      const { outlineStyle, outlineWidth } = getComputedStyle(element)
      return outlineStyle === 'none' ? 0 : Number.parseFloat(outlineWidth)
    })
  })
  expect(Math.max(...rings)).toBeGreaterThanOrEqual(2)
}

import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { tabTo } from './tab-to.ts'
import { password } from './world.ts'

test('the main job is done with the keyboard only, and the focus is never lost', async ({ open }) => {
  // It contains two real scans.
  test.setTimeout(90_000)
  const page = await open(null)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/')

  await test.step('sign up', async () => {
    await tabTo(page, page.getByRole('button', { name: 'Start Free Trial' }).first())
    await page.keyboard.press('Enter')
    await expect(page.getByRole('textbox', { name: 'Name' })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: 'Start Free Trial' }).first()).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('textbox', { name: 'Name' })).toBeFocused()
    await page.keyboard.type('Katherine Johnson')
    await page.keyboard.press('Tab')
    await page.keyboard.type(`katherine-${Date.now()}@waxseal.example`)
    await page.keyboard.press('Tab')
    await page.keyboard.type(password)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'Security Dashboard' })).toBeVisible()
  })

  await test.step('past the header', async () => {
    await page.reload()
    await expect(page.getByRole('link', { name: 'Add a domain' })).toBeVisible()
    await page.keyboard.press('Tab')
    await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
    await expect(page.getByRole('link', { name: 'Skip to content' })).toBeInViewport()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    await expect(page.getByRole('link', { name: 'Add a domain' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('main')).toBeFocused()
  })

  await test.step('add a domain', async () => {
    const add = page.getByRole('button', { name: 'Add Your First Domain' })
    await tabTo(page, add)
    await page.keyboard.press('Enter')
    await expect(page.getByLabel('Domain Name')).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByText('Please enter a domain name')).toBeVisible()
    await expect(page.getByLabel('Domain Name')).toHaveAttribute('aria-invalid', 'true')
    await page.keyboard.press('Escape')
    await expect(add).toBeFocused()
    await page.keyboard.press('Enter')
    await page.keyboard.type('nodmarc.example')
    await tabTo(page, page.getByRole('button', { name: 'Add', exact: true }))
    await page.keyboard.press('Enter')
    await expect(page.getByText('Domain added successfully')).toBeVisible()
    // The button that opened the dialog disappeared with the empty list.
    await expect(page.getByRole('main')).toBeFocused()
  })

  await test.step('the order of a row: its report, scan, view, delete', async () => {
    await tabTo(page, page.getByRole('link', { name: 'nodmarc.example', exact: true }))
    const actions = ['Scan', 'View', 'More for', 'Delete'].map(word => `${word} nodmarc.example`)
    for (const name of actions) {
      await page.keyboard.press('Tab')
      await expect(page.locator(':focus')).toHaveAccessibleName(name)
    }
  })

  await test.step('scan', async () => {
    for (let back = 0; back < 3; back++) await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Space')
    await expect(page.getByRole('heading', { name: 'Email Health Score' })).toBeVisible()
    await expect(page.getByRole('main')).toBeFocused()
    await expect(page.getByRole('group', { name: /^Health score 63 of 100, Fair/ })).toBeVisible()
  })

  await test.step('open the evidence, copy its dig line', async () => {
    const evidence = page.getByRole('button', { name: /^Evidence: .*DMARC/ }).first()
    await tabTo(page, evidence)
    await page.keyboard.press('Enter')
    const drawer = page.getByRole('dialog')
    await expect(drawer).toBeVisible()
    await tabTo(page, drawer.getByRole('button', { name: 'Copy the dig command' }).first())
    await page.keyboard.press('Enter')
    await expect(drawer.getByText('Copied', { exact: true })).toBeAttached()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(
      /^dig .*-q _dmarc\.nodmarc\.example\. -t TXT/,
    )
    for (let presses = 0; presses < 12; presses++) {
      await page.keyboard.press('Tab')
      expect(await drawer.evaluate(element => element.contains(document.activeElement))).toBe(true)
    }
    await page.keyboard.press('Escape')
    await expect(evidence).toBeFocused()
  })

  await test.step('open a section, read the parts of a record', async () => {
    const card = page.getByRole('button', { name: /^Email Authentication/ })
    await tabTo(page, card)
    await page.keyboard.press('Enter')
    await expect(card).toHaveAttribute('aria-expanded', 'true')
    await tabTo(page, page.getByRole('button', { name: '~all', exact: true }))
    await expect(
      page.getByText('All other servers soft-fail: suspicious, but rarely refused for this alone.'),
    ).toBeVisible()
  })

  await test.step('copy a DKIM value', async () => {
    const card = page.getByRole('button', { name: /^DKIM Records/ })
    await tabTo(page, card)
    await page.keyboard.press('Enter')
    await tabTo(page, page.getByRole('button', { name: 'Copy value of s1' }))
    await page.keyboard.press('Enter')
    await expect(page.getByText('Value copied to clipboard')).toBeVisible()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^v=DKIM1; k=rsa; p=/)
  })

  await test.step('filter', async () => {
    await tabTo(page, page.getByRole('link', { name: 'Domains', exact: true }))
    await page.keyboard.press('Enter')
    await expect(page.getByRole('main')).toBeFocused()
    await page.keyboard.press('/')
    await page.keyboard.type('nodmarc')
    await page.keyboard.press('Tab')
    await page.keyboard.press('ArrowRight')
    await expect(page.getByText('No domain matches “nodmarc” and is Healthy')).toBeVisible()
    await page.keyboard.press('ArrowRight')
    await expect(page.getByRole('radio', { name: 'Warning' })).toBeFocused()
    await expect(page.getByText('1 domain, by name')).toBeVisible()
    await expectVisibleFocus(page)
  })

  await test.step('bulk scan', async () => {
    await tabTo(page, page.getByLabel('Select all shown'))
    await expectVisibleFocus(page)
    await page.keyboard.press('Space')
    await expect(page.getByText('1 selected')).toBeVisible()
    await tabTo(page, page.getByRole('button', { name: 'Bulk Scan' }))
    await expectVisibleFocus(page)
    await page.keyboard.press('Enter')
    await expect(page.getByText('Starting scans for 1 domain(s)...')).toBeVisible()
    await expect(page.getByText('Bulk scan completed', { exact: true })).toBeVisible({ timeout: 30_000 })
    await expect(page.getByRole('button', { name: 'Bulk Scan' })).toBeFocused()
    await expect(page.getByText(/\d selected/)).toHaveCount(0)
  })

  await test.step('delete', async () => {
    const remove = page.getByRole('button', { name: 'Delete nodmarc.example' })
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
  })

  await test.step('sign out', async () => {
    const menu = page.getByRole('button', { name: /^User menu/ })
    await tabTo(page, menu)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('menuitem', { name: 'Account' })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(menu).toBeFocused()
    await page.keyboard.press('Enter')
    await page.keyboard.press('ArrowUp')
    await expect(page.getByRole('menuitem', { name: 'Sign out' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible()
  })
})

test('the cards of a report work with the keyboard only', async ({ open, world }) => {
  test.setTimeout(60_000)
  const page = await open('business')
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto(`/diagnostics/${world.accounts.business.domains['nodmarc.example']}`)

  await test.step('copy a DKIM key, and add a selector', async () => {
    const card = page.getByRole('button', { name: /^DKIM Records/ })
    await tabTo(page, card)
    await page.keyboard.press('Enter')
    await tabTo(page, page.getByRole('button', { name: 'Copy hostname of s1' }))
    await page.keyboard.press('Enter')
    await expect(page.getByText('Hostname copied to clipboard')).toBeVisible()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('s1._domainkey.nodmarc.example')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(page.getByText('Value copied to clipboard')).toBeVisible()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^v=DKIM1; k=rsa; p=[\w+/]{300,}={0,2}$/)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(page.getByText('Full DKIM record copied!')).toBeVisible()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(
      /^s1\._domainkey\.nodmarc\.example\. IN TXT "v=DKIM1; k=rsa; p=.*"$/,
    )
    await page.keyboard.press('Tab')
    await expect(page.getByLabel('Add a DKIM selector')).toBeFocused()
    await page.keyboard.type('winter._domainkey.nodmarc.example')
    await page.keyboard.press('Enter')
    await expect(page.getByText('Selector added. The next scan looks it up.')).toBeVisible()
    await expect(page.getByLabel('Add a DKIM selector')).toHaveValue('')
    const remove = page.getByRole('button', { name: 'Remove the selector winter' })
    await tabTo(page, remove)
    await page.keyboard.press('Enter')
    await expect(remove).toBeHidden()
    await expect(page.getByLabel('Add a DKIM selector')).toBeFocused()
  })

  await test.step('scroll the lists', async () => {
    for (const [title, label] of [
      ['Blacklist Status', 'Blacklists'],
      ['Threat Intelligence', 'Vendors'],
    ] as const) {
      await tabTo(page, page.getByRole('button', { name: new RegExp(`^${title}`) }))
      await page.keyboard.press('Enter')
      const region = page.getByRole('region', { name: label, exact: true })
      await tabTo(page, region)
      await page.keyboard.press('End')
      await expect.poll(() => region.evaluate(element => element.scrollTop)).toBeGreaterThan(0)
    }
  })
})

test('on a narrow screen the menu opens, closes with Escape and leads to the screens', async ({ open }) => {
  const page = await open('business', { width: 390 })
  await page.goto('/dashboard')
  const toggle = page.getByRole('button', { name: 'Open menu' })
  await tabTo(page, toggle)
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Dashboard', exact: true })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(toggle).toBeFocused()
  await page.keyboard.press('Enter')
  await tabTo(page, page.getByRole('link', { name: 'Domains', exact: true }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Domain Management' })).toBeVisible()
  await expect(toggle).toHaveAttribute('aria-expanded', 'false')
})

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

for (const width of [1280, 390]) {
  test(`Shift-Tab up a report at ${width} pixels: the header covers nothing that gets the focus`, async ({
    open,
    world,
  }) => {
    const page = await open('odd', { width })
    await page.goto(`/diagnostics/${world.accounts.odd.domains['xn--mnchen-3ya.example']}`)
    await page.getByRole('button', { name: /^Transport/ }).focus()
    for (let presses = 0; presses < 60; presses++) {
      await page.keyboard.press('Shift+Tab')
      const covered = await page.evaluate(() => {
        const { activeElement: focused } = document
        const header = document.querySelector('header')
        if (focused === null || header === null || header.contains(focused)) return null
        return focused.getBoundingClientRect().top < header.getBoundingClientRect().bottom ? focused.outerHTML : null
      })
      expect(covered).toBeNull()
      if (await page.getByRole('link', { name: 'Back to Domains' }).evaluate(e => e === document.activeElement)) return
    }
    throw new Error('The focus never came to the top of the report')
  })
}

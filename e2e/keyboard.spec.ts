/** Parts of the screens with the keyboard only. `newcomer-walk.spec.ts` does the whole main job so. */
import { expect, test } from './fixtures.ts'
import { tabTo } from './tab-to.ts'

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
      ['Blacklist Status', 'Blocklists'],
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

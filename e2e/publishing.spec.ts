/** From a generated record to a published one: the record in sight, its copy buttons, and the check of the zone. */
import { expect, expectRefusal, test } from './fixtures.ts'
import { newcomerWith } from './newcomer.ts'
import { publish } from './publishing.ts'
import { addEntry, generate, openWizard, previewed, ready, typeDomain } from './scenes/builders.ts'

for (const kind of ['spf', 'dmarc'] as const) {
  for (const width of [1280, 390]) {
    test(`the ${kind} record stays in sight at ${width} pixels, to the end of the form`, async ({ open }) => {
      const page = await open('business', { width })
      await typeDomain(page, kind, 'shop.example')
      await ready(page, kind)
      const button = page.getByRole('button', {
        name: kind === 'spf' ? 'Generate SPF Record' : 'Generate',
        exact: true,
      })
      await button.scrollIntoViewIfNeeded()
      const text = kind === 'spf' ? 'v=spf1 ~all' : 'v=DMARC1; p=none; rua=mailto:dmarc@shop.example'
      const shown = page.getByText(text, { exact: true }).filter({ visible: true })
      await expect(shown.first()).toBeInViewport()

      await test.step('which covers nothing that gets the focus', async () => {
        await page.getByRole('main').getByLabel('Or another domain').focus()
        for (let presses = 0; presses < 40; presses++) {
          await page.keyboard.press('Tab')
          const covered = await page.evaluate(() => {
            const focused = document.activeElement
            if (!(focused instanceof HTMLElement) || !focused.closest('section[aria-labelledby=configuration-title]'))
              return null
            const { left, right, top, bottom } = focused.getBoundingClientRect()
            const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
            return hit !== null && (focused.contains(hit) || hit.contains(focused)) ? null : focused.outerHTML
          })
          expect(covered).toBeNull()
          if (await button.evaluate(element => element === document.activeElement)) break
        }
      })

      await test.step('Generate shows it from its beginning, with the focus on its heading', async () => {
        await button.click()
        const heading = page.getByRole('heading', { name: 'Generated DNS record' })
        await expect(heading).toBeFocused()
        await expect(heading).toBeInViewport()
        await expect(page.getByRole('heading', { name: 'Next steps' })).toBeVisible()
      })
    })
  }
}

test('on a phone, View record leads to the record', async ({ open }) => {
  const page = await open('business', { width: 390 })
  await typeDomain(page, 'dmarc', 'shop.example')
  await ready(page, 'dmarc')
  await page.getByRole('button', { name: 'View record' }).click()
  const heading = page.getByRole('heading', { name: 'Live preview' })
  await expect(heading).toBeFocused()
  await expect(heading).toBeInViewport()
})

test('each part of the record has its own copy button', async ({ open }) => {
  const page = await open('business')
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await typeDomain(page, 'dmarc', 'shop.example')
  await ready(page, 'dmarc')
  await generate(page, 'dmarc')
  const copied = {
    'Copy type': 'TXT',
    'Copy hostname': '_dmarc',
    'Copy full name': '_dmarc.shop.example',
    'Copy value': 'v=DMARC1; p=none; rua=mailto:dmarc@shop.example',
  }
  for (const [name, text] of Object.entries(copied)) {
    await page.getByRole('button', { name: `${name} of _dmarc.shop.example`, exact: true }).click()
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(text)
  }
})

test('a new record is checked at the name servers until it is live, and then scanned', async ({ open, world }) => {
  const page = await open(null)
  expectRefusal(page)
  await newcomerWith(page, world, 'publishing.example')
  await page.goto('/tools/dmarc-builder')
  await page.getByLabel('Your domains').selectOption('publishing.example')
  await ready(page, 'dmarc')
  await page.getByLabel('Policy', { exact: true }).selectOption('reject')
  await generate(page, 'dmarc')
  const wanted = 'v=DMARC1; p=reject; rua=mailto:dmarc@publishing.example'
  const status = page.getByRole('region', { name: 'Generated DNS record' }).getByRole('status').last()
  const again = page.getByRole('button', { name: 'Check again' })

  await page.getByRole('button', { name: 'Check DNS now' }).click()
  await expect(status).toContainText('No DMARC record on your name servers yet')

  await test.step('another record is shown beside it', async () => {
    await publish('publishing.example', '_dmarc.publishing.example. 300 IN TXT "v=DMARC1; p=none"')
    await again.click()
    await expect(status).toContainText('Another DMARC record is published on your name servers')
    await expect(status).toContainText('v=DMARC1; p=none')
  })

  await test.step('two records are named', async () => {
    await publish(
      'publishing.example',
      '_dmarc.publishing.example. 300 IN TXT "v=DMARC1; p=none"',
      `_dmarc.publishing.example. 300 IN TXT "${wanted}"`,
    )
    await again.click()
    await expect(status).toContainText('2 DMARC records are published on your name servers')
  })

  await test.step('in several strings it is live', async () => {
    const strings = `"${wanted.slice(0, 20)}" "${wanted.slice(20)}"`
    await publish('publishing.example', `_dmarc.publishing.example. 300 IN TXT ${strings}`)
    await again.click()
    await expect(status).toContainText('The record is live on both name servers')
  })

  await test.step('Rescan leads to the report, which has the record', async () => {
    await page.getByRole('button', { name: 'Rescan', exact: true }).click()
    await expect(page).toHaveURL(/\/diagnostics\//)
    await expect(page.getByText('Scan completed successfully')).toBeVisible()
    await expect(page.getByText('DMARC record missing')).toBeHidden()
  })
})

test('a record that could not be checked is not reported as missing', async ({ open, world }) => {
  const page = await open('business')
  expectRefusal(page)
  await openWizard(page, world, 'spf', 'business', 'unreachable.example')
  await addEntry(page, 'IPv4 addresses', '203.0.114.40')
  await previewed(page)
  await generate(page, 'spf')
  await page.getByRole('button', { name: 'Check DNS now' }).click()
  await expect(page.getByText('The record could not be checked')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Rescan', exact: true })).toBeHidden()
})

test('a finding’s fix replaces a changed form only on request, and that can be undone', async ({ open, world }) => {
  const page = await open('business')
  expectRefusal(page)
  await openWizard(page, world, 'dmarc', 'business', 'nodmarc.example')
  const ruf = page.getByLabel('Forensic report email (RUF), optional')
  await ruf.fill('forensic@nodmarc.example')
  await page.goto(`/dmarc-wizard/${world.accounts.business.domains['nodmarc.example']}?finding=dmarc_missing`)
  await expect(ruf).toHaveValue('forensic@nodmarc.example')
  await expect(page.getByLabel('Policy', { exact: true })).toBeFocused()
  await page.getByRole('button', { name: 'Apply the fix' }).click()
  await expect(page.getByText('Filled with the advised record for “DMARC record missing”')).toBeVisible()
  await expect(ruf).toHaveValue('')
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(ruf).toHaveValue('forensic@nodmarc.example')
})

test('a finding that the last scan does not have changes nothing', async ({ open, world }) => {
  const page = await open('business')
  expectRefusal(page)
  await page.goto(`/spf-wizard/${world.accounts.business.domains['monitoring.example']}?finding=no_such_finding`)
  await ready(page, 'spf')
  await expect(page.getByText('Filled with the record the last scan found')).toBeVisible()
})

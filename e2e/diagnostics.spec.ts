/** Decisions about findings on a report, and what a report must not say. */
import type { Page } from '@playwright/test'
import { expect, expectRefusal, test } from './fixtures.ts'
import { openForm } from './scenes/decisions.ts'
import { openCard } from './scenes/report.ts'
import type { World } from './world.ts'

const finding = 'DMARC record missing'

/** A domain without SPF and DMARC on which only this file makes decisions. */
async function openReport(page: Page, { accounts }: World): Promise<void> {
  await page.goto(`/diagnostics/${accounts.odd.domains['xn--mnchen-3ya.example']}`)
  await expect(page.getByRole('button', { name: `Accept or mute: ${finding}` })).toBeVisible()
}

/** Waits for the server's reply that a decision was revoked. Leaving the page earlier would cancel the call. */
function takenBack(page: Page): Promise<unknown> {
  return page.waitForResponse(response => response.request().method() === 'DELETE')
}

test.describe('decisions', () => {
  test.describe.configure({ mode: 'serial' })

  test('a finding is muted and restored with the keyboard only; it stays counted, and the score stays', async ({
    open,
    world,
  }) => {
    const page = await open('odd')
    await openReport(page, world)
    const issues = page.getByRole('region', { name: 'Issues Found' })
    const seal = page.getByRole('group', { name: /^Health score/ })
    const score = await seal.getAttribute('aria-label')
    const count = Number.parseInt((await issues.getByText(/^\d+ in all$/).textContent()) ?? '', 10)

    const button = issues.getByRole('button', { name: `Accept or mute: ${finding}` })
    await button.focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('radio', { name: 'Accept' })).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await expect(page.getByRole('radio', { name: 'Mute' })).toBeChecked()
    await page.keyboard.press('Tab')
    await page.keyboard.type('The newsletter moves first.')
    await page.keyboard.press('Tab')
    await expect(page.getByLabel('Applies until')).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Tab')
    await expect(page.getByRole('button', { name: 'Mute finding' })).toBeFocused()
    const saved = page.waitForResponse(response => response.request().method() === 'PUT')
    await page.keyboard.press('Enter')

    const muted = issues.getByText('Muted (1)')
    await expect(muted).toBeFocused()
    await expect(issues.getByText(`${count} in all, 1 muted`)).toBeVisible()
    await expect(issues.getByRole('heading', { name: finding })).toBeHidden()

    await saved
    await page.reload()
    await expect(muted).toBeVisible()
    expect(await seal.getAttribute('aria-label')).toBe(score)
    await muted.focus()
    await page.keyboard.press('Enter')
    await expect(issues.getByText('“The newsletter moves first.”')).toBeVisible()
    await expect(issues.getByText(/^on .*, until /)).toBeVisible()
    const gone = takenBack(page)
    await issues.getByRole('button', { name: 'Undo' }).focus()
    await page.keyboard.press('Enter')
    await expect(button).toBeFocused()
    await gone
    await expect(issues.getByText(`${count} in all`, { exact: true })).toBeVisible()
    await page.reload()
    await expect(button).toBeVisible()
  })

  test('a finding is accepted beside its evidence, and changed in the list', async ({ open, world }) => {
    const page = await open('odd')
    await openReport(page, world)
    await page.getByRole('button', { name: `Evidence: ${finding}`, exact: true }).click()
    const drawer = page.getByRole('dialog')
    await drawer.getByRole('button', { name: 'Accept or mute' }).click()
    await drawer.getByLabel('Note').fill('Agreed with Kim.')
    await drawer.getByRole('button', { name: 'Accept finding' }).click()
    await expect(drawer.getByRole('button', { name: 'Change' })).toBeFocused()
    await page.keyboard.press('Escape')

    const issues = page.getByRole('region', { name: 'Issues Found' })
    await expect(issues.getByText('“Agreed with Kim.”')).toBeVisible()
    await expect(issues.getByRole('heading', { name: finding })).toBeVisible()
    await issues.getByRole('button', { name: 'Change' }).click()
    await expect(page.getByLabel('Note')).toHaveValue('Agreed with Kim.')
    await page.getByLabel('Note').fill('Agreed with Kim and Ada.')
    await page.getByRole('button', { name: 'Accept finding' }).click()
    await expect(issues.getByText('“Agreed with Kim and Ada.”')).toBeVisible()
    const gone = takenBack(page)
    await issues.getByRole('button', { name: 'Undo' }).click()
    await expect(issues.getByRole('button', { name: `Accept or mute: ${finding}` })).toBeFocused()
    await gone
  })

  test('a decision made in another tab appears when the person returns to this one', async ({ open, world }) => {
    const [one, other] = [await open('odd'), await open('odd')]
    for (const page of [one, other]) await openReport(page, world)
    await openForm(other, finding)
    await other.getByLabel('Note').fill('Decided elsewhere.')
    const saved = other.waitForResponse(response => response.request().method() === 'PUT')
    await other.getByRole('button', { name: 'Accept finding' }).click()
    await saved
    await one.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
    await expect(one.getByText('“Decided elsewhere.”')).toBeVisible()
    const gone = takenBack(one)
    await one.getByRole('button', { name: 'Undo' }).click()
    await expect(one.getByRole('button', { name: `Accept or mute: ${finding}` })).toBeFocused()
    await gone
  })

  test('a decision undone while it is being saved stays undone, and the focus stays', async ({ open, world }) => {
    const page = await open('odd')
    await openReport(page, world)
    const { promise: undone, resolve: undo } = Promise.withResolvers<void>()
    await openForm(page, finding)
    const first = page.waitForResponse(response => response.request().method() === 'PUT')
    await page.getByRole('button', { name: 'Accept finding' }).click()
    await first
    await page.getByRole('button', { name: 'Change', exact: true }).click()
    await page.route('**/api/domains/*/decisions', async route => {
      if (route.request().method() === 'PUT') await undone
      return route.fallback()
    })
    await page.getByLabel('Note').fill('Too soon.')
    await page.getByRole('button', { name: 'Accept finding' }).click()
    await expect(page.getByText('“Too soon.”')).toBeVisible()
    await page.getByRole('button', { name: 'Undo' }).click()
    const button = page.getByRole('button', { name: `Accept or mute: ${finding}` })
    await expect(button).toBeFocused()
    const settled = page.waitForResponse(
      response => response.request().method() === 'GET' && response.url().endsWith('/decisions'),
    )
    undo()
    await settled
    await expect(button).toBeFocused()
  })

  test('a decision appears before the server answers, and returns to the form with its text if it fails', async ({
    open,
    world,
  }) => {
    const page = await open('odd')
    const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
    await page.route('**/api/domains/*/decisions', async route => {
      if (route.request().method() !== 'PUT') return route.fallback()
      await answered
      const detail = 'A domain can have at most 200 decisions'
      return route.fulfill({ status: 400, json: { detail, code: 'validation', request_id: 'x' } })
    })
    expectRefusal(page)
    await openReport(page, world)
    await openForm(page, finding)
    await page.getByLabel('Note').fill('Once too often.')
    await page.getByRole('button', { name: 'Accept finding' }).click()
    await expect(page.getByText('“Once too often.”')).toBeVisible()
    answer()
    await expect(page.getByRole('alert')).toHaveText('A domain can have at most 200 decisions')
    await expect(page.getByLabel('Note')).toHaveValue('Once too often.')
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByRole('button', { name: `Accept or mute: ${finding}` })).toBeFocused()
  })
})

test('the open relay card appears only with relay data', async ({ show }) => {
  const unreachable = await show('diagnostics-unreachable')
  await expect(unreachable.getByRole('button', { name: /^Transport/ })).toBeVisible()
  await expect(unreachable.getByRole('button', { name: /^Open Relay Test/ })).toHaveCount(0)
  await expect(unreachable.getByRole('link', { name: /^Open Relay/ })).toBeVisible()
  const perfect = await show('diagnostics-perfect')
  await expect(perfect.getByRole('button', { name: /^Open Relay Test/ })).toBeVisible()
})

test('a suspected open relay has the words of its badge and a primary button', async ({ show }) => {
  const issue = (await show('diagnostics-relay-suspected')).locator('[data-finding="relay_suspected"]')
  await expect(issue.getByText('To be confirmed', { exact: true })).toBeVisible()
  await expect(issue.getByRole('button', { name: /^Test again after .+ UTC$/ })).toHaveClass(/\bbg-accent\b/)
})

test('a nonexistent domain is reported as such, not as unreachable or open to spoofing', async ({ show }) => {
  const page = await show('diagnostics-no-such-name')
  await openCard(page, 'DKIM Records')
  await expect(page.getByText('nothing.example does not exist').first()).toBeVisible()
  await expect(page.getByText('can be reached')).toHaveCount(0)
  await expect(page.getByText('Anyone can send mail')).toHaveCount(0)
  await expect(page.getByRole('link', { name: /^Build a/ })).toHaveCount(0)
})

test('records broken by pasting are repaired, with their true policy', async ({ show }) => {
  const page = await show('diagnostics-pasted')
  const issues = page.getByRole('region', { name: 'Issues Found' })
  await expect(issues).toContainText('a semicolon is missing after v=DMARC1')
  await expect(issues).toContainText('v=DMARC1; p=reject; rua=mailto:dmarc@pasted.example')
  await expect(issues).not.toContainText('p=none')
  await expect(issues).toContainText(
    'Replace it with this TXT record at pasted.example: v=spf1 include:mailhost.example',
  )
  await expect(issues).toContainText('s1._domainkey.pasted.example.pasted.example')
  await expect(issues).toContainText('refusing.lab-servers.net refuses queries for pasted.example')
})

test('broken DNSSEC of a mail host and an include names their zone', async ({ show }) => {
  const page = await show('diagnostics-astray')
  const issues = page.getByRole('region', { name: 'Issues Found' })
  await expect(issues).toContainText('DNSSEC of bogus.example is broken')
  await expect(issues).not.toContainText('DNSSEC of astray.example')
  await expect(issues).toContainText('The DMARC record is at astray.example')
})

test('a subdomain below a weak policy is advised a record of its own', async ({ show }) => {
  const page = await show('diagnostics-subdomain')
  const issues = page.getByRole('region', { name: 'Issues Found' })
  await expect(issues).toContainText('publish as TXT at _dmarc.north.branches.example')
  await expect(page.getByText('branches.example has keys')).toBeVisible()
})

test('silent name servers are named above everything else, and nothing is missing', async ({ show }) => {
  const page = await show('diagnostics-silent')
  await expect(page.getByText('No name server of silent.example answered', { exact: true })).toBeVisible()
  await expect(page.getByText('No issues found, but some checks could not run.')).toBeVisible()
})

test('threat intelligence is not clean when MX and SPF are unknown', async ({ show }) => {
  const page = await show('diagnostics-unreachable')
  await openCard(page, 'Threat Intelligence')
  const card = page.getByRole('button', { name: /^Threat Intelligence/ })
  await expect(card).toContainText('Could not check')
  await expect(card).not.toContainText('Clean')
})

test('a missing record leads to its builder, and back', async ({ show, world }) => {
  const page = await show('diagnostics-bare')
  // No record was generated yet, so the server replies 404.
  expectRefusal(page)
  const id = world.accounts.business.domains['bare.example']
  for (const [name, path] of [
    ['Build an SPF record', `/spf-wizard/${id}`],
    ['Build a DMARC record', `/dmarc-wizard/${id}`],
  ] as const) {
    await page.getByRole('link', { name }).click()
    await expect(page).toHaveURL(path)
    await expect(page.getByRole('heading', { level: 1, name: /Record Builder$/ })).toBeVisible()
    await page.goBack()
    await openCard(page, 'Email Authentication')
  }
})

test('an existing record leads to its builder', async ({ open, world }) => {
  const page = await open('business')
  expectRefusal(page)
  const id = world.accounts.business.domains['perfect.example']
  for (const [name, path] of [
    ['Open in SPF Builder', `/spf-wizard/${id}`],
    ['Open in DMARC Builder', `/dmarc-wizard/${id}`],
  ] as const) {
    await page.goto(`/diagnostics/${id}`)
    await openCard(page, 'Email Authentication')
    await page.getByRole('link', { name }).click()
    await expect(page).toHaveURL(path)
  }
})

test('history and mail path are described in sentences and in tables', async ({ show }) => {
  const page = await show('diagnostics-history')
  const history = page.getByRole('region', { name: 'Score History' })
  await expect(history.getByRole('img')).toHaveAccessibleName(
    /^18 scans from .*\. The last score is 63, Fair; since scoring changed, the lowest is 63, the highest 91\. 3 scans could not be scored\. Scoring changed here; earlier scores aren’t comparable\./,
  )
  const path = page.getByRole('figure').filter({ hasText: 'Sender’s provider' })
  await expect(path.locator('figcaption')).toHaveText(
    /^Mail path to nodmarc\.example: 1 record, TTL .*mx1\.mailhost\.example, priority 10, 203\.0\.114\.25, does not relay\.$/,
  )
  await path.getByRole('button', { name: 'Show as table' }).click()
  await expect(page.getByRole('row', { name: '10 mx1.mailhost.example 203.0.114.25 Does not relay' })).toBeVisible()
})

/** Every finding of the demo's world has an action, and following it leads somewhere. */
import type { Locator, Page } from '@playwright/test'
import { expect, expectRefusal, test } from './fixtures.ts'
import { openCard } from './scenes/index.ts'
import type { AccountName } from './world.ts'

interface Finding {
  id: string
  reason: string
  check: string
  severity: string
  action: { kind: string; url?: string; tool?: 'spf' | 'dmarc'; at?: string; record?: { value: string } | null }
}

/** The accounts, each with the number of different findings that its domains have at least. */
const accounts: readonly (readonly [AccountName, number])[] = [
  ['business', 14],
  ['whole', 19],
  ['odd', 17],
  ['clear', 2],
]

for (const [account, least] of accounts) {
  test(`each kind of finding of the account "${account}" has an action that leads somewhere`, async ({
    open,
    world,
  }) => {
    test.setTimeout(240_000)
    const { domains } = world.accounts[account]
    const followed = new Set<string>()
    for (const [domain, id] of Object.entries(domains)) {
      const page = await open(account)
      // Some domains were never scanned, and no builder has saved settings.
      expectRefusal(page)
      const answered = page.waitForResponse(response => response.url().includes(`/results/${id}`), { timeout: 4_000 })
      await page.goto(`/diagnostics/${id}`)
      const reply = await answered.catch(() => null)
      if (reply === null || !reply.ok()) {
        await page.close()
        continue
      }
      const { findings } = (await reply.json()) as { findings: readonly Finding[] }
      const fresh = findings.filter(finding => !followed.has(finding.id))
      if (fresh.some(({ check, severity }) => check === 'transport' && severity === 'info')) {
        await openCard(page, 'Transport')
      }
      for (const finding of fresh) {
        if (followed.has(finding.id)) continue
        followed.add(finding.id)
        await test.step(`${finding.id}, ${finding.action.kind}, of ${domain}`, () => follow(page, finding, id))
      }
      await page.close()
    }
    expect(followed.size).toBeGreaterThanOrEqual(least)
  })
}

/** Follows the action of a finding, and returns to the report. */
async function follow(page: Page, finding: Finding, domainId: string): Promise<void> {
  const { action } = finding
  const place = page.locator(`[data-finding="${finding.id}"]`).first()
  await expect(place).toBeVisible()
  switch (action.kind) {
    case 'publish':
    case 'edit':
    case 'serve':
    case 'ask':
      return seePanel(place, action)
    case 'builder': {
      const tool = action.tool ?? 'spf'
      await place.getByRole('link', { name: `Open the ${tool.toUpperCase()} builder` }).click()
      await expect(page).toHaveURL(new RegExp(`/${tool}-wizard/${domainId}\\?finding=${finding.id}$`))
      await expect(page.getByRole('heading', { level: 1 })).toContainText(tool === 'spf' ? 'SPF' : 'DMARC')
      await page.goBack()
      return expect(place).toBeVisible()
    }
    case 'selector':
      await place.getByRole('link', { name: 'Add your selector' }).click()
      return expect(page.getByLabel('Add a DKIM selector')).toBeFocused()
    case 'see':
      await place.getByRole('link', { name: /^See / }).click()
      return expect(page).toHaveURL(/#\w+$/)
    case 'delist': {
      const link = place.getByRole('link', { name: /^(?:Request removal|See how the listing ends)/ })
      await expect(link).toHaveAttribute('href', action.url ?? '')
      return expect(link).toHaveAttribute('rel', 'noopener noreferrer')
    }
    case 'retry':
      return expect(place.getByRole('button', { name: /^Test again/ })).toBeVisible()
    default:
      throw new Error(`${finding.id} has an action of the unknown kind ${action.kind}`)
  }
}

/** Opens what the action consists of: it can be copied. */
async function seePanel(place: Locator, action: Finding['action']): Promise<void> {
  const button = place.locator('button[aria-expanded]').first()
  await button.click()
  await expect(button).toHaveAttribute('aria-expanded', 'true')
  await expect(place.getByRole('button', { name: /^Copy / }).first()).toBeVisible()
  if (action.record?.value !== undefined) await expect(place.getByText(action.record.value).first()).toBeVisible()
  await button.click()
}

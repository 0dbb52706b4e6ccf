/** Reads what the screens show of each row of the plan table, and compares it with `plan-cells.data.ts`. */
import type { Locator, Page } from '@playwright/test'
import { type Tier, tiers } from '@waxseal/core/plan'
import { expect, expectRefusal, test } from './fixtures.ts'
import { type Subscriber, subscribe } from './plan-account.ts'
import { type BrowserRow, planRows } from './plan-cells.data.ts'
import { openScreen, type Screen, screens } from './plan-screens.ts'
import type { World } from './world.ts'

export const rows = Object.entries(planRows) as [keyof typeof planRows, BrowserRow][]

/** The heads of the plans' cards (specification 1, section 9). */
export const cards = {
  free: { label: 'Starter', price: '$0/month', yearly: '$0/month', note: 'Free forever. No card required.' },
  pro: {
    label: 'Pro',
    price: '$49/month',
    yearly: '$41/month',
    note: 'or $41/month billed annually (save 16%)',
    yearlyNote: '$492 billed annually (save 16%)',
  },
  business: {
    label: 'Business',
    price: '$99/month',
    yearly: '$83/month',
    note: 'or $83/month billed annually (save 16%)',
    yearlyNote: '$996 billed annually (save 16%)',
  },
} as const satisfies Record<Tier, object>

/** The card of a plan in one of the two tables. */
const cardOf = (table: Locator, tier: Tier) =>
  table
    .getByRole('listitem')
    .filter({ has: table.page().getByRole('heading', { name: cards[tier].label, exact: true }) })

/** Both tables of the plans have each row of the card of each plan, and no other. */
export async function expectCards(table: Locator): Promise<void> {
  for (const tier of tiers) {
    const card = cardOf(table, tier)
    await expect(card).toContainText(cards[tier].price)
    await expect(card).toContainText(cards[tier].note)
    const lines = rows.flatMap(([, { card: own }]) => own?.[tier] ?? [])
    const shown = await card.getByRole('listitem').allInnerTexts()
    expect(shown.map(line => line.trim()).toSorted(), `the card of ${tier}`).toEqual(lines.toSorted())
  }
}

/** The buttons below the cards, by the plan of the reader. */
const choices = {
  free: { free: 'Current plan', pro: 'Upgrade to Pro', business: 'Upgrade to Business' },
  pro: { free: 'Downgrade to Starter', pro: 'Current plan', business: 'Upgrade to Business' },
  business: { free: 'Downgrade to Starter', pro: 'Downgrade to Pro', business: 'Current plan' },
} as const satisfies Record<Tier, Record<Tier, string>>

async function expectComparison(page: Page, reader: Tier): Promise<void> {
  const table = page.getByRole('region', { name: 'Compare Plans' })
  await page.getByLabel('Monthly').check()
  await expectCards(table)
  for (const tier of tiers) await expect(cardOf(table, tier)).toContainText(choices[reader][tier])
  await page.getByLabel(/^Yearly\s\(save 16%\)$/).check()
  for (const tier of tiers) await expect(cardOf(table, tier)).toContainText(cards[tier].yearly)
  for (const tier of ['pro', 'business'] as const) {
    await expect(cardOf(table, tier)).toContainText(cards[tier].yearlyNote)
  }
}

async function expectGates(subscriber: Subscriber, screen: Screen): Promise<void> {
  for (const [row, { gates }] of rows) {
    for (const { on, is, see } of gates) {
      if (on !== screen) continue
      expect.soft(await see(subscriber), `${row} on ${screen}`).toEqual(is[subscriber.tier])
    }
  }
}

/** A new person on this plan, with its limits used up, visits all screens and sees every row of the plan table there. */
export async function walkAsSubscriber(page: Page, world: World, tier: Tier): Promise<void> {
  expectRefusal(page)
  const subscriber = await test.step('subscribe', () => subscribe(page, world, tier))
  for (const screen of screens) {
    await test.step(screen, async () => {
      await openScreen(screen, subscriber)
      await expectGates(subscriber, screen)
      if (screen === 'account') await expectComparison(page, tier)
    })
  }
}

/**
 * Every cell of the plan table, as the screens show it to a visitor and to a person on Pro, which has some of what each
 * other plan has or lacks. `plan-cells.soak.spec.ts` visits them on the other plans.
 */
import { tiers } from '@waxseal/core/plan'
import { expect, test } from './fixtures.ts'
import { cards, expectCards, rows, walkAsSubscriber } from './plan-walk.ts'

test('the landing page prices every row of the plan table', async ({ open }) => {
  const page = await open(null)
  await page.goto('/#pricing')
  const pricing = page.getByRole('region', { name: 'Pricing' })
  await expectCards(pricing)
  for (const { label } of Object.values(cards)) {
    await expect(pricing.getByRole('button', { name: `Get Started on ${label}` })).toBeVisible()
  }
})

test('the legal pages name the limits of each plan', async ({ open }) => {
  const page = await open(null)
  await page.goto('/terms')
  for (const tier of tiers) {
    const limits = rows.flatMap(([, { terms }]) => terms?.[tier] ?? []).join(', ')
    await expect(page.getByText(`${cards[tier].label}: ${limits}`, { exact: true })).toBeVisible()
  }
  await expect(page.getByText('Pro: $49 a month, or $492 a year ($41 a month)')).toBeVisible()
  await expect(page.getByText('Business: $99 a month, or $996 a year ($83 a month)')).toBeVisible()
  await page.goto('/privacy')
  await expect(page.getByText('DNS changes: 12 months. Starter shows those of the last 30 days.')).toBeVisible()
})

test('the screens show a person on Pro every row of the plan table', async ({ open, world }) => {
  test.setTimeout(150_000)
  await walkAsSubscriber(await open(null), world, 'pro')
})

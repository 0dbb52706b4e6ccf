/** A plan is bought, upgraded, downgraded and kept, in test mode and with the keyboard alone. */
import type { Locator, Page } from '@playwright/test'
import { axeFindings } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { password, type World } from './world.ts'

let buyers = 0

/** A new person on Starter, at the account page. */
async function signedUp(page: Page, { url }: World): Promise<void> {
  const email = `buyer-${process.pid}-${Date.now()}-${buyers++}@waxseal.example`
  const reply = await page.request.post(`${url}/api/identity/sign-up/email`, {
    headers: { origin: url },
    data: { name: 'Dorothy Vaughan', email, password },
  })
  if (!reply.ok()) throw new Error(`sign-up of ${email}: ${reply.status()} ${await reply.text()}`)
  await page.goto('/account')
  await expect(page.getByText('Starter plan', { exact: true })).toBeVisible()
}

/** Goes to it with the Tab key and presses it with Enter. */
async function press(page: Page, target: Locator): Promise<void> {
  await reach(page, target)
  await page.keyboard.press('Enter')
}

async function reach(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible()
  for (let tabs = 0; tabs < 120; tabs++) {
    if (await target.evaluate(element => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`the Tab key does not reach ${target.toString()}`)
}

async function expectClean(page: Page): Promise<void> {
  expect(await axeFindings(page)).toEqual([])
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const plan = (page: Page) => page.getByText(/^(?:Starter|Pro|Business) plan$/)

/** From the plan cards to the page to pay on. */
async function toCheckout(page: Page, name: string): Promise<void> {
  await press(page, button(page, name))
  await expect(page).toHaveURL(/\/billing\/test\//)
  await expect(page.getByText('TEST MODE', { exact: true })).toBeVisible()
}

test('a person on Starter buys Pro, upgrades, schedules a downgrade and cancels it', async ({ open, world }) => {
  test.setTimeout(150_000)
  const page = await open(null)
  await signedUp(page, world)

  await test.step('a declined card leaves the plan, and the checkout open', async () => {
    await toCheckout(page, 'Upgrade to Pro')
    await expectClean(page)
    await press(page, button(page, 'Decline'))
    await expect(page.getByRole('alert')).toContainText('The payment was declined')
  })

  await test.step('going back is said once', async () => {
    await press(page, button(page, 'Cancel'))
    await expect(page.getByText('Payment cancelled. You can try again anytime!')).toBeVisible()
    await expect(page).toHaveURL(/\/account$/)
    await page.reload()
    await expect(plan(page)).toHaveText('Starter plan')
    await expect(page.getByText(/^Payment cancelled/)).toHaveCount(0)
  })

  await test.step('an expired checkout charges nothing', async () => {
    await toCheckout(page, 'Upgrade to Pro')
    await press(page, button(page, 'Let it expire'))
    await expect(page.getByText('Payment session expired. Please try again.')).toBeVisible()
    await expect(page).toHaveURL(/\/account$/)
  })

  await test.step('Pro is bought', async () => {
    await toCheckout(page, 'Upgrade to Pro')
    const checkout = page.url()
    await press(page, button(page, 'Pay $49'))
    await expect(page.getByText('Payment successful. Your plan is now Pro.')).toBeVisible()
    // The page reloads.
    await expect(page.getByText(/^Payment successful/)).toHaveCount(0)
    await expect(page).toHaveURL(/\/account$/)
    await expect(plan(page)).toHaveText('Pro plan')
    await expect(page.getByText('Pro, billed monthly')).toBeVisible()
    await expectClean(page)
    await page.goto(checkout)
    await expect(page.getByText('This payment is complete')).toBeVisible()
    await press(page, page.getByRole('link', { name: 'Back to your account' }))
    await expect(page).toHaveURL(/\/account$/)
  })

  await test.step('Pro becomes Business, after the amount was shown', async () => {
    await press(page, button(page, 'Upgrade to Business'))
    const dialog = page.getByRole('dialog', { name: 'Upgrade to Business' })
    // Seconds of the month are over.
    await expect(dialog).toContainText(/You pay \$(?:50|49\.\d\d) today/)
    await expectClean(page)
    await press(page, dialog.getByRole('button', { name: 'Continue to payment' }))
    await expect(page.getByRole('heading', { name: 'Confirm Business' })).toBeVisible()
    await press(page, button(page, /^Pay \$/))
    await expect(page.getByText('Payment successful. Your plan is now Business.')).toBeVisible()
    await expect(page.getByText(/^Payment successful/)).toHaveCount(0)
    await expect(plan(page)).toHaveText('Business plan')
  })

  await test.step('a downgrade is scheduled', async () => {
    await press(page, button(page, 'Downgrade to Pro'))
    const question = page.getByRole('alertdialog', { name: 'Downgrade to Pro?' })
    await expect(question).toContainText('Newer domains beyond that become read-only')
    await press(page, question.getByRole('button', { name: 'Schedule downgrade' }))
    const done = page.getByRole('dialog', { name: 'Downgrade scheduled' })
    await expect(done).toContainText('Your plan changes to Pro on')
    await press(page, done.getByRole('button', { name: 'OK' }))
    await expect(page.getByText('Scheduled downgrade')).toBeVisible()
    await expect(plan(page)).toHaveText('Business plan')
    await expectClean(page)
  })

  await test.step('the downgrade is canceled', async () => {
    await press(page, button(page, 'Cancel downgrade'))
    await press(page, page.getByRole('alertdialog').getByRole('button', { name: 'Keep Business' }))
    await expect(page.getByText('The scheduled change was canceled')).toBeVisible()
    await expect(page.getByText('Scheduled downgrade')).toHaveCount(0)
  })
})

test('in the billing portal a payment fails, is paid later, and the subscription is canceled and resumed', async ({
  open,
  world,
}) => {
  test.setTimeout(120_000)
  const page = await open(null, { width: 390, theme: 'dark' })
  await signedUp(page, world)
  await page.getByLabel(/^Yearly/).check()
  await button(page, 'Upgrade to Business').click()
  await button(page, 'Pay $996').click()
  await expect(page.getByText('Payment successful. Your plan is now Business.')).toBeVisible()
  await expect(page.getByText(/^Payment successful/)).toHaveCount(0)

  await button(page, 'Manage billing').click()
  await expect(page.getByRole('heading', { name: 'Billing portal' })).toBeVisible()
  await expectClean(page)
  await button(page, 'Fail next payment').click()
  await expect(page.getByText('The next payment will fail')).toBeVisible()
  await button(page, 'Move clock').click()
  await expect(page.getByText('The period has ended')).toBeVisible()
  await expect(page.getByText('Past due')).toBeVisible()

  await page.getByRole('link', { name: 'Back to your account' }).click()
  await expect(page.getByText('Past due')).toHaveCount(2)
  await expect(page.getByText(/^You keep Business until/)).toBeVisible()
  await button(page, 'Manage billing').click()
  await button(page, 'Pay overdue invoice').click()
  await expect(page.getByText('The overdue invoice is paid')).toBeVisible()
  await button(page, 'Cancel subscription').click()
  await expect(page.getByText('Cancelled')).toBeVisible()

  await page.getByRole('link', { name: 'Back to your account' }).click()
  await expect(page.getByText(/^Your Business plan ends on .* Then your plan is Starter\.$/)).toBeVisible()
  await expect(page.getByText('Cancelled')).toHaveCount(2)
  await button(page, 'Cancel downgrade').click()
  await button(page, 'Keep Business').click()
  await expect(page.getByText('Active')).toHaveCount(2)
})

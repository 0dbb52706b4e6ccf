/** A workspace with two members: invited by a link, held to a role, and left again. */
import type { Page } from '@playwright/test'
import { expect, expectRefusal, test } from './fixtures.ts'
import { typeDomain } from './scenes/builders.ts'
import { rewrite } from './scenes/scene.ts'
import { password } from './world.ts'

let people = 0
const address = () => `member-${process.pid}-${Date.now()}-${people++}@waxseal.example`

async function signUpHere(page: Page, name: string): Promise<void> {
  await page.getByLabel('Name').fill(name)
  await page.getByLabel('Email').fill(address())
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Create account' }).click()
}

/** The toast comes first; the workspace is chosen once the dashboard is there. */
async function expectJoined(page: Page): Promise<void> {
  await expect(page.getByText('You joined Ada clear')).toBeVisible()
  await expect(page).toHaveURL(/\/dashboard$/)
  await page.getByRole('button', { name: /^User menu/ }).click()
  await expect(page.getByText('Workspace: Ada clear')).toBeVisible()
}

test('an invited person signs up, joins as viewer, reads, is limited by the role, switches and leaves', async ({
  open,
}) => {
  const owner = await open('clear')
  await owner.goto('/account#workspace')
  await owner.getByRole('button', { name: 'Create invitation' }).click()
  const link = await owner.getByText(/\/join#[\w-]{43}$/).innerText()

  const page = await open(null)
  // Where sign-up is closed, the invitation opens the form.
  await rewrite<object>(page, '/config', reply => ({ ...reply, signup: 'first', signup_open: false }))
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'Join Ada clear as Viewer?' })).toBeVisible()
  // The token has left the address.
  await expect(page).toHaveURL(/\/join$/)
  await page.getByRole('link', { name: 'Create an account' }).click()
  await signUpHere(page, 'Katherine Johnson')
  await expect(page).toHaveURL(/\/join$/)
  await page.unroute('**/api/config')
  await expect(page.getByRole('heading', { name: 'Join Ada clear as Viewer?' })).toBeVisible()
  await page.getByRole('button', { name: 'Accept' }).click()
  await expectJoined(page)

  await page.goto('/domains')
  await expect(page.getByRole('link', { name: 'parked.example', exact: true })).toBeVisible()
  // It looks disabled and keeps the focus; a click says why.
  await page.getByRole('button', { name: 'Add Domain' }).click({ force: true })
  await expect(
    page.getByText('Your role in this workspace does not allow this. Ask an editor, admin or owner.').last(),
  ).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await typeDomain(page, 'dmarc', 'draft.example')
  const reports = page.getByLabel('Aggregate report email (RUA)')
  await reports.fill('reports@draft.example')
  const draft = page.url()

  await page.goto('/account#workspace')
  await page.getByLabel('Current workspace').selectOption('Katherine Johnson (Owner)')
  await page.getByRole('button', { name: 'Switch workspace' }).click()
  await expect(page.getByRole('heading', { name: 'Members' })).toBeVisible()
  await page.goto('/domains')
  await expect(page.getByRole('button', { name: 'Add Your First Domain' })).toBeVisible()
  // A draft belongs to the person, whatever the workspace.
  await page.goto(draft)
  await expect(reports).toHaveValue('reports@draft.example')

  await page.goto('/account#workspace')
  await page.getByLabel('Current workspace').selectOption('Ada clear (Viewer)')
  await page.getByRole('button', { name: 'Switch workspace' }).click()
  // The select keeps the focus, so that the keyboard stays in its place.
  await expect(page.getByLabel('Current workspace')).toBeFocused()
  await page.getByRole('button', { name: 'Leave the workspace' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click()
  await expect(page.getByText('You left the workspace')).toBeVisible()
  await expect(page.getByLabel('Current workspace')).toHaveCount(0)
})

test('a removed member returns to their own workspace', async ({ open }) => {
  const owner = await open('clear')
  await owner.goto('/account#workspace')
  await owner.getByRole('button', { name: 'Create invitation' }).click()
  const link = await owner.getByText(/\/join#[\w-]{43}$/).innerText()
  const page = await open(null)
  await page.goto(link)
  await page.getByRole('link', { name: 'Create an account' }).click()
  await signUpHere(page, 'Mary Jackson')
  await page.getByRole('button', { name: 'Accept' }).click()
  await expectJoined(page)

  await owner.reload()
  await owner.getByRole('button', { name: 'Remove Mary Jackson' }).click()
  await owner.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(owner.getByText('Member removed')).toBeVisible()

  expectRefusal(page)
  await page.goto('/domains')
  await expect(page.getByText('You are no longer a member of that workspace. You are back in your own.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add Your First Domain' })).toBeVisible()
})

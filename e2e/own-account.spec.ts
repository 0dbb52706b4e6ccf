/** A person's own account: the second step of the sign-in, the export, deletion and restoring. */
import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { codeOf } from '../packages/server/src/testing/totp.ts'
import { expect, ignoreConsole, test } from './fixtures.ts'
import { password, type World } from './world.ts'

let people = 0

/** Signs up someone whom no other test uses. @returns their address */
async function signUp(page: Page, { url }: World): Promise<string> {
  const email = `own-${process.pid}-${Date.now()}-${people++}@waxseal.example`
  const reply = await page.request.post(`${url}/api/identity/sign-up/email`, {
    headers: { origin: url },
    data: { name: 'Dorothy Vaughan', email, password },
  })
  if (!reply.ok()) throw new Error(`sign-up of ${email}: ${reply.status()}`)
  return email
}

async function signIn(page: Page, email: string): Promise<void> {
  await page.goto('/')
  await page.getByRole('button', { name: 'Sign In' }).click()
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.keyboard.press('Enter')
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^User menu/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible()
}

test('a person sets the second step up with the keyboard, and signs in with a code and with a backup code', async ({
  open,
  world,
}) => {
  test.setTimeout(120_000)
  const page = await open(null)
  const email = await signUp(page, world)
  await page.goto('/account#security')
  await page.getByRole('button', { name: 'Set up' }).press('Enter')
  await expect(page.getByRole('dialog').getByLabel('Password')).toBeFocused()
  await page.keyboard.type(password)
  await page.keyboard.press('Enter')
  const key = (await page.getByRole('dialog').locator('code').innerText()).replaceAll(/\s/g, '')
  await expect(page.getByLabel('Code from the app')).toBeFocused()
  await page.keyboard.type(codeOf(key))
  await page.keyboard.press('Enter')
  const codes = page.getByRole('list', { name: 'Backup codes' }).getByRole('listitem')
  await expect(codes).toHaveCount(10)
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download' }).click()
  const backupCode = await codes.first().innerText()
  expect(readFileSync(await (await saved).path(), 'utf8')).toContain(backupCode)
  await page.getByRole('button', { name: 'I saved the codes' }).press('Enter')
  await expect(page.getByRole('button', { name: 'Turn off' })).toBeVisible()
  await signOut(page)

  await signIn(page, email)
  await expect(page.getByLabel('Code from your app')).toBeFocused()
  await page.keyboard.type(codeOf(key))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Security Dashboard' })).toBeVisible()
  await signOut(page)

  await signIn(page, email)
  await page.getByRole('button', { name: 'Use a backup code' }).click()
  await expect(page.getByLabel('Backup code')).toBeFocused()
  await page.keyboard.type(backupCode)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Security Dashboard' })).toBeVisible()
})

test('a person changes name and password, and ends another session', async ({ open, world, browser }) => {
  const page = await open(null)
  const email = await signUp(page, world)
  const elsewhere = await browser.newContext()
  const other = await elsewhere.newPage()
  await signIn(other, email)
  await expect(other.getByRole('heading', { name: 'Security Dashboard' })).toBeVisible()

  await page.goto('/account#security')
  await page.getByLabel('Your name').fill('Dorothy J. Vaughan')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Name saved')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Profile', exact: true })).toContainText('Dorothy J. Vaughan')
  await expect(page.getByText('This session')).toHaveCount(1)
  await page.getByRole('button', { name: 'Sign out everywhere else' }).click()
  await expect(page.getByText('Signed out everywhere else')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Sign out everywhere else' })).toHaveCount(0)
  await other.reload()
  await expect(other.getByRole('button', { name: 'Sign In' })).toBeVisible()
  await elsewhere.close()

  await page.getByRole('button', { name: 'Change password' }).click()
  await page.getByLabel('Current password').fill(password)
  await page.getByLabel('New password').fill('another horse battery')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Password changed. Your other sessions have ended.')).toBeVisible()
  await page.reload()
  await expect(page.getByText('This session')).toBeVisible()
})

test('a person exports their data, deletes the account, and restores it', async ({ open, world }) => {
  test.setTimeout(120_000)
  const page = await open(null)
  const email = await signUp(page, world)
  await page.goto('/account#data')
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export data' }).click()
  const file = await saved
  expect(file.suggestedFilename()).toBe('waxseal-account.json')
  const data = JSON.parse(readFileSync(await file.path(), 'utf8')) as { account: object; workspaces: unknown[] }
  expect(data.account).toMatchObject({ email, name: 'Dorothy Vaughan' })
  expect(data.workspaces).toHaveLength(1)

  await page.getByRole('button', { name: 'Delete account' }).click()
  await expect(page.getByText('The workspace Dorothy Vaughan is deleted.')).toBeVisible()
  await page.getByLabel('Type “delete my account” to confirm').fill('delete my account')
  await page.keyboard.press('Enter')
  await expect(page.getByText(/^Account deleted\. Sign in by .+ to restore it\.$/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible()

  // Every call but those about the deletion is refused, which the console reports.
  ignoreConsole(page)
  await signIn(page, email)
  await expect(page.getByRole('heading', { name: 'This account is deleted' })).toBeVisible()
  await expect(page.getByText(`You can restore ${email} until`)).toBeVisible()
  await page.getByRole('button', { name: 'Restore account' }).click()
  await expect(page.getByRole('heading', { name: 'Security Dashboard' })).toBeVisible()
})

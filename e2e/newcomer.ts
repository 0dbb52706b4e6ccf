import { expect, type Page } from '@playwright/test'
import { password, type World } from './world.ts'

let newcomers = 0

/**
 * Signs up a new user on Starter, which no other test uses, and adds a domain. `page` must be signed out; afterwards it
 * shows the list, and its other tabs are signed in as well.
 */
export async function newcomerWith(page: Page, { url }: World, domain: string): Promise<void> {
  const email = `newcomer-${process.pid}-${Date.now()}-${newcomers++}@waxseal.example`
  const reply = await page.request.post(`${url}/api/identity/sign-up/email`, {
    headers: { origin: url },
    data: { name: 'Mary Jackson', email, password },
  })
  if (!reply.ok()) throw new Error(`sign-up of ${email}: ${reply.status()} ${await reply.text()}`)
  await page.goto('/domains')
  await page.getByRole('button', { name: 'Add Your First Domain' }).click()
  await page.getByLabel('Domain Name').fill(domain)
  await page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).click()
  await expect(page.getByRole('link', { name: domain, exact: true })).toBeVisible()
}

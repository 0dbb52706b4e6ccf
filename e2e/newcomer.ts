import { expect, type Page } from '@playwright/test'
import { caller } from './api.ts'
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
  const cookies = await page.context().cookies(`${url}/api/identity`)
  const call = await caller(url, cookies.map(({ name, value }) => `${name}=${value}`).join('; '))
  await call('GET', '/auth/me')
  await call('POST', '/domains', { domain_name: domain })
  await page.goto('/domains')
  await expect(page.getByRole('link', { name: domain, exact: true })).toBeVisible()
}

/** An API key from the account page: created, copied, used by a program, and revoked. */
import { expect, test } from './fixtures.ts'

test('a person creates an API key, copies it, calls the API with it, and revokes it', async ({ open, world }) => {
  const page = await open('business')
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/account#api')
  await page.getByRole('button', { name: 'Create API key' }).click()
  const name = `Walk ${Date.now()}`
  await page.getByRole('dialog').getByLabel('Name').fill(name)
  await page.getByLabel('Scopes').selectOption('Read and scan')
  await page.getByRole('button', { name: 'Create key' }).click()
  await expect(page.getByText(`Copy the key ${name} now. It is shown only once.`)).toBeVisible()
  await page.getByRole('button', { name: 'Copy API key' }).click()
  const key = await page.evaluate(() => navigator.clipboard.readText())
  expect(key).toMatch(/^ak_[\w-]{32}$/)

  const call = (path: string, method = 'GET') =>
    fetch(`${world.url}/api${path}`, { method, headers: { authorization: `Bearer ${key}` } })
  const domains = (await (await call('/domains')).json()) as { domain_name: string }[]
  expect(domains.map(domain => domain.domain_name)).toContain('monitoring.example')
  expect((await call('/auth/me')).status).toBe(403)

  // Only the person who created it has it now: the page does not show it again.
  await page.reload()
  const row = page.getByRole('row', { name })
  await expect(row).toContainText('read, scan')
  await expect(row).toContainText('Just now')
  await expect(page.getByText(key)).toHaveCount(0)

  await row.getByRole('button', { name: `Revoke ${name}` }).click()
  await page.getByRole('button', { name: 'Revoke key' }).click()
  await expect(page.getByText('API key revoked')).toBeVisible()
  await expect(row).toHaveCount(0)
  const refused = await call('/domains')
  expect([refused.status, ((await refused.json()) as { code: string }).code]).toEqual([401, 'unauthorized'])
})

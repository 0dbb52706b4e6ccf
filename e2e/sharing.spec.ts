/** A share link, from its creation to its end, with the real server. */
import { expect, expectRefusal, test } from './fixtures.ts'

test('a share link shows the report to someone without an account, until it is revoked', async ({ open, world }) => {
  const page = await open('business')
  await page.goto(`/diagnostics/${world.accounts.business.domains['monitoring.example']}`)
  await page.getByRole('button', { name: 'Share', exact: true }).click()
  await page.getByLabel('Link expires after').selectOption('7 days')
  await page.getByRole('button', { name: 'Create link' }).click()
  const url = await page.getByRole('status').locator('code').innerText()
  await expect(page.getByText('Not opened yet')).toBeVisible()

  const reader = await open(null)
  expectRefusal(reader)
  const asked: { url: string; referer: string | undefined }[] = []
  reader.on('request', request => asked.push({ url: request.url(), referer: request.headers()['referer'] }))
  const path = new URL(url).pathname
  const answer = await reader.goto(path)
  expect(answer?.headers()).toMatchObject({ 'x-robots-tag': 'noindex, nofollow', 'referrer-policy': 'no-referrer' })
  expect(answer?.headers()['cache-control']).toBe('private, no-store')
  await expect(reader.getByRole('heading', { name: 'monitoring.example', exact: true })).toBeVisible()
  await expect(reader.getByRole('heading', { name: 'Email Health Score' })).toBeVisible()
  await expect(reader.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex, nofollow')
  expect(await reader.getByRole('button', { name: /Rescan|Accept or mute|Ask AI|Share/ }).count()).toBe(0)
  // Nothing goes to another server, and no request names the page it comes from.
  await reader.waitForLoadState('networkidle')
  const origin = new URL(reader.url()).origin
  expect(asked.filter(each => new URL(each.url).origin !== origin && !each.url.startsWith('data:'))).toEqual([])
  expect(asked.filter(each => each.referer?.includes(path))).toEqual([])

  await page.getByRole('button', { name: /^Revoke the link/ }).click()
  await page.getByRole('button', { name: 'Revoke link' }).click()
  await expect(page.getByText('No links yet.')).toBeVisible()
  await reader.reload()
  await expect(reader.getByRole('heading', { name: 'This report is not available' })).toBeVisible()
  await expect(reader).toHaveTitle('Shared report · Waxseal')
})

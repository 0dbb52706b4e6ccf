/** A record hosted for real: the server's own name server answers, behind a resolver that follows the delegation. */
import { Resolver } from 'node:dns/promises'
import { expect, expectRefusal, test } from './fixtures.ts'
import { publish } from './publishing.ts'

const domain = 'hosting.example'
/** Look-ups come soon after a change, and the page asks every 15 seconds. */
const patience = { timeout: 60_000 }

test('a record is flattened, hosted, published, found live, and kept after it is deleted', async ({ open, world }) => {
  test.setTimeout(180_000)
  const resolver = new Resolver()
  resolver.setServers([world.resolver])
  const page = await open('hosting')
  // The domain has no scan, and a delete is refused first: the browser logs both.
  expectRefusal(page)
  await page.goto('/tools/spf-flattening')
  await expect(page.getByText('No SPF flattening configurations yet')).toBeVisible()

  await page.getByRole('button', { name: 'New Configuration' }).click()
  await page.getByLabel('Domain', { exact: true }).selectOption({ label: domain })
  const offer = page.getByRole('alertdialog')
  await expect(offer).toContainText('This may take 30-60 seconds')
  await offer.getByRole('button').first().press('Escape')
  await page.getByLabel('Current SPF Record').fill('v=spf1 mx include:mailhost.example ~all')
  await page.getByRole('button', { name: 'Create Configuration' }).click()
  const created = page.getByRole('dialog')
  await expect(created).toContainText('SPF Flattening Configuration Created!')
  await created.getByRole('button', { name: 'Got It!' }).click()

  const card = page.getByRole('region', { name: domain })
  await expect(card.getByText('Identical over every IPv4 and IPv6 address')).toBeVisible()
  const hosted =
    (await card
      .getByText(/^hosting-example-\w{6}\.waxseal\.email$/)
      .first()
      .textContent()) ?? ''
  // Not asked before it is there: a resolver remembers for five minutes that a name does not exist.
  await expect(card.getByText('live on DNS')).toBeVisible(patience)
  expect((await resolver.resolveTxt(hosted)).flat().join('')).toMatch(/^v=spf1 ip4:.* -all$/)
  await expect(card.getByText('Waiting for your record')).toBeVisible()

  await publish(domain, `${domain}. 300 IN TXT "v=spf1 include:${hosted} -all"`)
  await expect(async () => {
    await card.getByRole('button', { name: 'Check for Updates' }).click()
    await expect(page.getByText('No upstream changes detected').first()).toBeVisible()
    await expect(card.getByText('Active')).toBeVisible({ timeout: 2_000 })
  }).toPass(patience)
  await card.getByRole('button', { name: 'Check DNS now' }).click()
  await expect(card.getByText('The record is live on both name servers')).toBeVisible(patience)

  await card.getByRole('button', { name: 'Delete' }).click()
  const question = page.getByRole('alertdialog')
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(question).toContainText(`The SPF record of ${domain} still includes ${hosted}`)
  await question.getByRole('button', { name: /Delete/ }).click()
  await expect(page.getByText('Configuration deleted successfully')).toBeVisible()
  await expect(page.getByText('No SPF flattening configurations yet')).toBeVisible()
  expect((await resolver.resolveTxt(hosted)).flat().join('')).toMatch(/^v=spf1/)
})

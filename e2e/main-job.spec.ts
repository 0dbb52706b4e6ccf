import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from './fixtures.ts'
import { openCard } from './scenes/index.ts'
import { password } from './world.ts'

const waxseal = join(import.meta.dirname, '..', 'bin', 'waxseal')
const run = promisify(execFile)

for (const width of [1280, 390]) {
  test(`a person signs up at ${width} pixels, adds a domain, scans it and reads its real DNS data`, async ({
    open,
  }) => {
    const page = await open(null, { width })
    await page.goto('/')
    await page.getByRole('button', { name: 'Start Free Trial' }).first().click()
    await page.getByLabel('Name').fill('Grace Hopper')
    await page.getByLabel('Email').fill(`grace-${Date.now()}-${width}@waxseal.example`)
    await page.getByLabel('Password').fill(password)
    await page.getByRole('button', { name: 'Create account' }).click()
    await expect(page).toHaveURL(/\/dashboard$/)
    await expect(page.getByText('No scan data available yet').first()).toBeVisible()

    if (width < 600) await page.getByRole('button', { name: 'Open menu' }).click()
    await page.getByRole('link', { name: 'Domains', exact: true }).click()
    await page.getByRole('button', { name: 'Add Your First Domain' }).click()
    await page.getByLabel('Domain Name').fill(' HTTPS://NoDMARC.example:443/path ')
    await page.getByLabel('Domain Name').press('Enter')
    await expect(page.getByText('Domain added successfully')).toBeVisible()
    await expect(page.getByText('Starting scan for nodmarc.example...')).toBeVisible()
    await expect(page).toHaveURL(/\/diagnostics\//)
    await expect(page.getByText('Scan completed successfully')).toBeVisible()

    // 100, minus 35 for the missing DMARC record and 2 for ~all without an enforcing policy.
    await expect(page.getByRole('group', { name: /^Health score 63 of 100, Fair/ })).toBeVisible()
    await openCard(page, 'Email Authentication')
    await expect(page.getByText('No DMARC record found at _dmarc.nodmarc.example').first()).toBeVisible()
    await expect(page.getByText('mx1.mailhost.example').first()).toBeVisible()
    await expect(page.getByText('203.0.114.25').first()).toBeVisible()

    // After sign-out, the app is reachable only by signing in again.
    await page.getByRole('button', { name: /^User menu: Grace Hopper/ }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await expect(page).toHaveURL(/\/$/)
    await page.goto('/domains')
    await expect(page).toHaveURL(/\/$/)
  })
}

test('the command line and the web report carry the same findings', async ({ world, open }) => {
  // Each scan queries all blocklists at their published rates.
  test.setTimeout(90_000)
  const domains = ['nodmarc.example', 'toomany.example', 'bogus.example', 'mixed.example', 'parked.example']
  const lines = domains.map(async domain => {
    const { stdout } = await run(waxseal, ['scan', domain, '--json', '--resolver', world.resolver, '--direct'])
    return JSON.parse(stdout) as Scan
  })
  for (const [at, domain] of domains.entries()) {
    const page = await open('business')
    const answered = page.waitForResponse(response => response.url().includes('/api/diagnostics/results/'))
    await page.goto(`/diagnostics/${world.accounts.business.domains[domain]}`)
    const web = (await (await answered).json()) as Scan
    const line = await lines[at]
    expect(line?.findings.map(told), domain).toEqual(web.findings.map(told))
    expect(line?.health_score, domain).toBe(web.health_score)
    await openCard(page, 'Transport')
    for (const { title } of web.findings) await expect(page.getByText(title).first(), domain).toBeVisible()
    await page.close()
  }
})

interface Scan {
  health_score: number | null
  findings: { id: string; points: number; title: string; reason: string }[]
}

function told({ id, points, reason }: Scan['findings'][number]): object {
  return { id, points, reason }
}

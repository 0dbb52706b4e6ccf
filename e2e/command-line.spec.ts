/** The same scan, as the command line prints it and as the web shows it. */
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from './fixtures.ts'
import { openCard } from './scenes/index.ts'

const waxseal = join(import.meta.dirname, '..', 'bin', 'waxseal')
const run = promisify(execFile)

test('the command line and the web report carry the same findings', async ({ world, open }) => {
  // Each scan queries all blocklists at their published rates.
  test.setTimeout(90_000)
  const domains = ['nodmarc.example', 'toomany.example', 'bogus.example', 'mixed.example', 'parked.example']
  const scanned = async (domain: string): Promise<Scan> => {
    const { stdout } = await run(waxseal, ['scan', domain, '--json', '--resolver', world.resolver, '--direct'])
    return JSON.parse(stdout) as Scan
  }
  const page = await open('business')
  for (const domain of domains) {
    // One after the other: five processes that start at once may be too slow for each other's name servers.
    const line = await scanned(domain)
    const answered = page.waitForResponse(response => response.url().includes('/api/diagnostics/results/'))
    await page.goto(`/diagnostics/${world.accounts.business.domains[domain]}`)
    const web = (await (await answered).json()) as Scan
    expect(line.findings.map(told), domain).toEqual(web.findings.map(told))
    expect(line.health_score, domain).toBe(web.health_score)
    await openCard(page, 'Transport')
    for (const { title } of web.findings) await expect(page.getByText(title).first(), domain).toBeVisible()
  }
})

interface Scan {
  health_score: number | null
  findings: { id: string; points: number; title: string; reason: string }[]
}

function told({ id, points, reason }: Scan['findings'][number]): object {
  return { id, points, reason }
}

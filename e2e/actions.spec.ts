/** Every finding of the demo's world has an action, and following it in a browser leads to what resolves it. */
import { demoWorld } from '@waxseal/core/fixtures'
import { callerOf } from './api.ts'
import { expect, expectRefusal, test } from './fixtures.ts'
import { type Finding, follow, type Report } from './follow.ts'
import { followedActions } from './followed-actions.data.ts'
import { openCard } from './scenes/index.ts'
import { readWorld } from './world.ts'

const followed = Object.values(followedActions).flat()
const pairOf = ({ id, action }: Finding): string => `${id}:${action.kind}`

/** The report of a domain as the API returns it. */
async function reportOf(domain: string): Promise<Report> {
  const { url, accounts } = readWorld()
  const call = await callerOf(url, accounts.actions)
  return (await call('GET', `/diagnostics/results/${accounts.actions.domains[domain]}`)) as Report
}

/**
 * All scans of this world run at once, so on a busy machine a name server may answer too late. A domain with such a finding
 * is scanned once more, by itself: a server that is silent stays a finding.
 */
async function heardReportOf(domain: string): Promise<Report> {
  const report = await reportOf(domain)
  if (!report.findings.some(({ id }) => id === 'delegation_silent')) return report
  const { url, accounts } = readWorld()
  const call = await callerOf(url, accounts.actions)
  await call('POST', `/diagnostics/scan/${accounts.actions.domains[domain]}`, {})
  return reportOf(domain)
}

test('these tests follow every kind of action of every finding that the scans of this world found', async ({
  world,
}) => {
  const reports = await Promise.all(Object.keys(world.accounts.actions.domains).map(heardReportOf))
  const found = new Set(reports.flatMap(({ findings }) => findings.map(pairOf)))
  expect(followed.toSorted()).toEqual([...found].toSorted())
})

test('these tests follow every finding that the stories of the demo world name', () => {
  const ids = followed.map(pair => pair.split(':')[0])
  const stories = demoWorld.domains.flatMap(({ findings }) => findings)
  expect(stories.filter(id => !ids.includes(id))).toEqual([])
})

for (const [domain, pairs] of Object.entries(followedActions)) {
  test(`the actions of ${domain} lead to what resolves ${pairs.length === 1 ? 'its finding' : 'its findings'}`, async ({
    open,
    world,
  }) => {
    const report = await reportOf(domain)
    const page = await open('actions')
    // No builder has saved settings.
    expectRefusal(page)
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    const id = world.accounts.actions.domains[domain] ?? ''
    await page.goto(`/diagnostics/${id}`)
    await expect(page.getByRole('heading', { name: 'Email Health Score' })).toBeVisible()
    for (const pair of pairs) {
      await test.step(pair, async () => {
        const found = report.findings.filter(finding => pairOf(finding) === pair)
        expect(found).not.toEqual([])
        // Each blocklist has its own page.
        for (const finding of found[0]?.action.kind === 'delist' ? found : found.slice(0, 1)) {
          if (finding.check === 'transport' && finding.severity === 'info') await openCard(page, 'Transport')
          await follow({ page, report, id, lastReport: () => reportOf(domain) }, finding)
        }
      })
    }
  })
}

import type { FindingId } from '@waxseal/core/health'
import { eq, inArray } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { decision, findingSource, scanDocument } from '../../db/schema/index.ts'
import { openTestDeps, type TestDeps } from '../../testing/deps.ts'
import { aDomain, anOwner, aScan, type Owner } from '../../testing/factories.ts'
import { theStore } from '../../testing/store.ts'
import { keepFindings } from '../scans/keep-findings.ts'
import { ownDomains } from './own-domains.ts'
import { ScanFactsOfAll } from './scan-facts-of-all.ts'

let deps: TestDeps
let owner: Owner
const ids: string[] = []
beforeAll(async () => {
  deps = await openTestDeps(theStore())
})
afterAll(() => deps.close())
// Each test has a workspace of its own.
beforeEach(async () => {
  deps.assistant = null
  owner = await anOwner(deps.store, { tier: 'pro' })
  ids.length = 0
  for (const name of ['one.example', 'two.example']) {
    const domain = await aDomain(deps.store, owner, { name })
    await aScan(deps.store, domain, { name })
    ids.push(domain.id)
  }
})

/** As a process that has read nothing yet. */
async function facts(of: Owner = owner) {
  const { rows, facts: domains } = await ownDomains(deps, of, { withChanges: false })
  return new ScanFactsOfAll().of(deps, of, rows, domains)
}
const keepAll = async () => {
  for (const id of ids) await keepFindings(deps, id)
}
const withoutDocuments = () => deps.store.db.delete(scanDocument).where(inArray(scanDocument.domainId, ids))

it('what is kept with the findings is what the document says, and the document is not read', async () => {
  const made = await facts()
  expect(made.map(({ domain, score }) => [domain, score])).toEqual([
    ['one.example', 60],
    ['two.example', 60],
  ])
  await keepAll()
  await withoutDocuments()
  expect(await facts()).toEqual(made)
})

it('what the owner decided about a finding is with it, whether it was kept or read', async () => {
  const [first] = await facts()
  const [domainId = ''] = ids
  const finding = first?.findings[0]
  if (finding === undefined) throw new Error('the scan has no finding')
  const decidedAt = deps.now()
  const row = {
    domainId,
    finding: finding.id as FindingId,
    subject: finding.subject ?? '',
    kind: 'muted' as const,
    note: '',
    decidedAt,
  }
  await deps.store.db.insert(decision).values(row)
  const decisions = async () =>
    (await facts()).map(scan => scan.findings.filter(each => each.decision === 'muted').length)
  expect(await decisions()).toEqual([1, 0])
  await keepAll()
  expect(await decisions()).toEqual([1, 0])
  await deps.store.db.update(decision).set({ expiresAt: new Date(decidedAt.getTime() - 1) })
  expect(await decisions()).toEqual([0, 0])
})

it('what another program made is not used', async () => {
  await keepAll()
  await deps.store.db.update(findingSource).set({ factsBy: '0.0.1 another' })
  expect(await facts()).toHaveLength(2)
  await withoutDocuments()
  expect(await facts()).toEqual([])
})

it('of a newer scan whose findings are not kept yet, the document is read', async () => {
  await keepAll()
  await deps.store.db.update(findingSource).set({ finishedAt: new Date('2026-11-01T00:00:00Z') })
  await deps.store.db.delete(scanDocument).where(eq(scanDocument.domainId, ids[0] ?? ''))
  expect((await facts()).map(({ domain }) => domain)).toEqual(['two.example'])
})

it('another workspace gets nothing of them, also for their ids', async () => {
  await keepAll()
  await withoutDocuments()
  const outsider = await anOwner(deps.store, { tier: 'pro' })
  const { rows, facts: domains } = await ownDomains(deps, owner, { withChanges: false })
  expect(await new ScanFactsOfAll().of(deps, outsider, rows, domains)).toEqual([])
})

import type { FindingId } from '@waxseal/core/health'
import { eq, inArray } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { findingSource, scanDocument } from '../../db/schema/index.ts'
import { openTestDeps, type TestDeps } from '../../testing/deps.ts'
import { aDomain, anOwner, aScan, type Owner } from '../../testing/factories.ts'
import { theStore } from '../../testing/store.ts'
import { insertDecision } from '../scans/decision-store.ts'
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

it('has what the owner decided, as long as it holds, and of another domain nothing', async () => {
  await keepAll()
  const [first] = await facts()
  const [accepted, expired] = first?.findings ?? []
  if (accepted === undefined || expired === undefined) throw new Error('the scan has no two findings')
  const by = { domainId: ids[0] ?? '', note: '', decidedAt: deps.now(), author: null }
  const of = ({ id, subject }: typeof accepted) => ({
    finding: id as FindingId,
    subject: subject ?? '',
    kind: 'accepted' as const,
  })
  await deps.store.transaction(async tx => {
    await insertDecision(tx, { ...by, ...of(accepted), expiresAt: null })
    await insertDecision(tx, { ...by, ...of(expired), expiresAt: new Date(deps.now().getTime() - 1) })
  })
  const decided = (await facts()).map(({ findings }) => findings.flatMap(({ id, decision }) => (decision ? [id] : [])))
  expect(decided).toEqual([[accepted.id], []])
})

it('another workspace gets nothing of them, also for their ids', async () => {
  await keepAll()
  await withoutDocuments()
  const outsider = await anOwner(deps.store, { tier: 'pro' })
  const { rows, facts: domains } = await ownDomains(deps, owner, { withChanges: false })
  expect(await new ScanFactsOfAll().of(deps, outsider, rows, domains)).toEqual([])
})

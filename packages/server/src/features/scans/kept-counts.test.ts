import { checkIds, identityKey } from '@waxseal/core/check'
import { eq, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { decision, domain, finding, findingCount, findingSource, scan, workspace } from '../../db/schema/index.ts'
import type { Store } from '../../db/store.ts'
import { aDomain, anOwner, type Owner } from '../../testing/factories.ts'
import { onTheStore, openTestStore } from '../../testing/store.ts'
import { removeSomeDomains } from '../domains/removal-store.ts'
import { keptCounts } from './count-store.ts'
import { forgetFindings, lockedWorkspace, recountFindings, replaceFindings } from './finding-store.ts'

const now = new Date('2026-11-20T09:00:00Z')
const later = new Date('2026-12-20T09:00:00Z')
const ids = ['spf_missing', 'dmarc_missing', 'bl_critical'] as const

const aFinding = fc.record({
  id: fc.constantFrom(...ids),
  subject: fc.constantFrom('', 'zen', 'other'),
  points: fc.integer({ min: -40, max: 0 }),
})
/** Findings of one kind have the same `regains`, since it is that of all of them. */
const findings = fc
  .record({
    found: fc.uniqueArray(aFinding, { selector: identityKey, maxLength: 6 }),
    regains: fc.array(fc.nat({ max: 40 }), { minLength: ids.length, maxLength: ids.length }),
    score: fc.option(fc.nat({ max: 100 })),
  })
  .map(({ found, regains, score }) =>
    found.map(each => ({ ...each, regains: regains[ids.indexOf(each.id)] ?? 0, score })),
  )
const spfMissing = { id: 'spf_missing' as const, subject: '', points: -20, regains: 20, score: 80 }
const unchecked = fc.uniqueArray(fc.constantFrom(...checkIds), { maxLength: 3 })
const at = fc.nat({ max: 2 })

/** What may happen to a domain of a workspace. */
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('scan' as const), at, findings, unchecked }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('decide' as const),
      at,
      about: aFinding,
      expiresAt: fc.constantFrom(null, now, later),
    }),
  },
  fc.record({ kind: fc.constant('undo' as const), at }),
  fc.record({ kind: fc.constant('delete' as const), at }),
  fc.record({ kind: fc.constant('purge' as const), at }),
  fc.record({ kind: fc.constant('forget' as const), at }),
)
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

onTheStore('the kept counts of findings', kind => {
  let store: Store
  beforeAll(async () => {
    store = await openTestStore(kind, { connections: 5 })
  })
  afterAll(() => store.close())

  const keep = (domainId: string, kept: { findings: Parameters<typeof replaceFindings>[2]['findings'] }, not = []) =>
    scanned(domainId, { ...kept, unchecked: not })

  function scanned(
    domainId: string,
    kept: Pick<Parameters<typeof replaceFindings>[2], 'findings' | 'unchecked'>,
  ): Promise<void> {
    return store.transaction(async tx => {
      const workspaceId = await lockedWorkspace(tx, domainId)
      if (workspaceId === undefined) return
      await replaceFindings(tx, { workspaceId, domainId }, { ...kept, finishedAt: now, hosts: {} })
    })
  }

  async function take(owner: Owner, domains: (string | undefined)[], what: Step): Promise<void> {
    const { db } = store
    const workspaceId = owner.workspace.id
    const domainId = (domains[what.at] ??= (await aDomain(store, owner)).id)
    const of = { workspaceId, domainId }
    if (what.kind === 'scan') return scanned(domainId, what)
    if (what.kind === 'forget') return forgetFindings(db)
    if (what.kind === 'purge') {
      await removeSomeDomains(db, workspaceId, 2)
      const left = (await db.select({ id: domain.id }).from(domain).where(eq(domain.workspaceId, workspaceId))).map(
        ({ id }) => id,
      )
      for (const [place, id] of domains.entries())
        if (id !== undefined && !left.includes(id)) domains[place] = undefined
      return
    }
    if (what.kind === 'delete') {
      await db.delete(domain).where(eq(domain.id, domainId))
      domains[what.at] = undefined
      return
    }
    await store.transaction(async tx => {
      await lockedWorkspace(tx, domainId)
      if (what.kind === 'undo') await tx.delete(decision).where(eq(decision.domainId, domainId))
      else {
        const { about, expiresAt } = what
        await tx
          .insert(decision)
          .values({
            domainId,
            finding: about.id,
            subject: about.subject,
            kind: 'muted',
            note: '',
            decidedAt: now,
            expiresAt,
          })
          .onConflictDoUpdate({ target: [decision.domainId, decision.finding, decision.subject], set: { expiresAt } })
      }
      await recountFindings(tx, of)
    })
  }

  /** The counts, from the rows and decisions that there are. */
  async function recount(workspaceId: string, moment: Date) {
    const { db } = store
    const open = await db
      .select({
        domainId: finding.domainId,
        id: finding.id,
        regains: finding.regains,
        decision: decision.id,
        ends: decision.expiresAt,
      })
      .from(finding)
      .leftJoin(
        decision,
        sql`${decision.domainId} = ${finding.domainId} and ${decision.finding} = ${finding.id} and ${decision.subject} = ${finding.subject}`,
      )
      .where(eq(finding.workspaceId, workspaceId))
    const counted = open.filter(row => row.decision === null || (row.ends !== null && row.ends <= moment))
    const sources = await db.select().from(findingSource).where(eq(findingSource.workspaceId, workspaceId))
    return {
      scanned: sources.length,
      findings: ids.flatMap(id => {
        const rows = counted.filter(row => row.id === id)
        const each = new Map(rows.map(({ domainId, regains }) => [domainId, regains]))
        const regains = [...each.values()].reduce((sum, more) => sum + more, 0)
        return each.size === 0 ? [] : [{ id, domains: each.size, regains }]
      }),
      unchecked: checkIds.flatMap(id => {
        const domains = sources.filter(row => row.unchecked.includes(id)).length
        return domains === 0 ? [] : [{ id, domains }]
      }),
    }
  }

  const inOrder = ({
    findings,
    unchecked,
    ...rest
  }: Awaited<ReturnType<typeof recount>> | Awaited<ReturnType<typeof keptCounts>>) => ({
    ...rest,
    findings: findings.toSorted((one, other) => one.id.localeCompare(other.id)),
    unchecked: unchecked.toSorted((one, other) => one.id.localeCompare(other.id)),
  })

  async function expectRecounted(workspaceId: string): Promise<void> {
    for (const moment of [now, later])
      expect(inOrder(await keptCounts(store.db, workspaceId, moment))).toEqual(
        inOrder(await recount(workspaceId, moment)),
      )
  }

  it('equal a recount after any sequence of scans, decisions and deletions', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async steps => {
        const owner = await anOwner(store, { tier: 'business' })
        const domains: (string | undefined)[] = []
        for (const what of steps) {
          await take(owner, domains, what)
          await expectRecounted(owner.workspace.id)
        }
      }),
      { numRuns: kind === 'pglite' ? 15 : 40 },
    )
  })

  it('equal a recount after scans, decisions and deletions at the same time, and none of them fails', async () => {
    const owner = await anOwner(store, { tier: 'business' })
    const all = await Promise.all(Array.from({ length: 8 }, () => aDomain(store, owner)))
    const rows = fc.sample(fc.tuple(findings, unchecked), { numRuns: 80, seed: 18 })
    await Promise.all(
      rows.map(async ([found, not], n) => {
        const domainId = all[n % all.length]?.id ?? ''
        await scanned(domainId, { findings: n % 2 === 0 ? found : found.toReversed(), unchecked: not })
        if (n % 5 === 0)
          await store.transaction(async tx => {
            const workspaceId = await lockedWorkspace(tx, domainId)
            if (workspaceId !== undefined) await recountFindings(tx, { workspaceId, domainId })
          })
        if (n === 60) await removeSomeDomains(store.db, owner.workspace.id, 3)
      }),
    )
    expect(await store.db.select().from(domain).where(eq(domain.workspaceId, owner.workspace.id))).toHaveLength(5)
    await expectRecounted(owner.workspace.id)
  })

  it('are gone with their workspace, whose domains a cascade deletes', async () => {
    const owner = await anOwner(store)
    for (let n = 0; n < 3; n++) {
      const { id } = await aDomain(store, owner)
      await keep(id, { findings: [spfMissing] })
    }
    const of = eq(findingCount.workspaceId, owner.workspace.id)
    expect(await store.db.select().from(findingCount).where(of)).toHaveLength(2)
    await store.db.delete(workspace).where(eq(workspace.id, owner.workspace.id))
    expect(await store.db.select().from(findingCount).where(of)).toEqual([])
    expect(await store.db.select().from(scan)).toEqual([])
  })

  it('are not written by a scan that finds the same as the one before', async () => {
    const owner = await anOwner(store)
    const { id } = await aDomain(store, owner)
    const kept = { findings: [spfMissing] }
    await keep(id, kept)
    const versions = () =>
      store.db
        .select({ version: sql<string>`xmin::text` })
        .from(findingCount)
        .where(eq(findingCount.id, 'spf_missing'))
        .orderBy(findingCount.workspaceId)
    const before = await versions()
    await keep(id, kept)
    expect(await versions()).toEqual(before)
  })
})

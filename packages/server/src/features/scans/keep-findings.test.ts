import { storableSubject } from '@waxseal/core/check'
import { zoneResolver } from '@waxseal/core/dns'
import { judge, presentScan, type ScanResult, type Sections } from '@waxseal/core/health'
import { spfTree } from '@waxseal/core/spf'
import { eq, sql } from 'drizzle-orm'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, inject, it, vi } from 'vitest'
import { finding, findingSource, scanDocument } from '../../db/schema/index.ts'
import type { Store } from '../../db/store.ts'
import { openTestDeps, type TestDeps } from '../../testing/deps.ts'
import { aDomain, anOwner, aScan, aScanResult, type Owner } from '../../testing/factories.ts'
import { onTheStore } from '../../testing/store.ts'
import { lowestScored } from '../domains/score-store.ts'
import { removeDomain } from '../domains/store.ts'
import { newestOfWorkspace } from './change-store.ts'
import { worstWith } from './count-store.ts'
import { domainsNaming, domainsWithFinding, findingCounts } from './finding-store.ts'
import { periodicScanTasks, scanHandlers } from './jobs.ts'
import { fillFindings, keepFindings } from './keep-findings.ts'

const neverStops = new AbortController().signal

const forever = new AbortController().signal
const moment = (hour: number) => `2026-11-20T${String(hour).padStart(2, '0')}:00:00.000Z`

/** A scan of that hour with an SPF record that is missing, and with DMARC or without. */
function scanAt(hour: number, { dmarc }: { dmarc: boolean }) {
  const { findings, deductions } = aScanResult()
  return {
    startedAt: moment(hour),
    finishedAt: moment(hour),
    findings: findings.filter(({ check }) => check !== 'dmarc' || !dmarc),
    deductions: deductions.filter(({ check }) => check !== 'dmarc' || !dmarc),
  }
}

onTheStore('the findings of the newest scan', kind => {
  let deps: TestDeps
  let owner: Owner
  beforeEach(async () => {
    deps = await openTestDeps(kind)
    owner = await anOwner(deps.store)
  })
  afterEach(() => deps.close())

  const missDmarc = () => domainsWithFinding(deps.store.db, owner.workspace.id, 'dmarc_missing')
  const rows = () => deps.store.db.select().from(finding).orderBy(finding.id)

  it('are stored with their points and the time since which they persist', async () => {
    const domain = await aDomain(deps.store, owner)
    await aScan(deps.store, domain, scanAt(9, { dmarc: false }))
    await keepFindings(deps, domain.id)
    await aScan(deps.store, domain, scanAt(10, { dmarc: false }))
    await keepFindings(deps, domain.id)
    expect(await missDmarc()).toEqual([{ domainId: domain.id, subject: '', points: -20, since: new Date(moment(9)) }])

    await aScan(deps.store, domain, scanAt(11, { dmarc: true }))
    await keepFindings(deps, domain.id)
    expect(await missDmarc()).toEqual([])
    await aScan(deps.store, domain, scanAt(12, { dmarc: false }))
    await keepFindings(deps, domain.id)
    expect(await missDmarc()).toMatchObject([{ since: new Date(moment(12)) }])
    expect(await findingCounts(deps.store.db, owner.workspace.id)).toEqual([
      { id: 'dmarc_missing', domains: 1 },
      { id: 'spf_missing', domains: 1 },
    ])
  })

  it('stay those of the newest scan when an older scan’s event comes late or twice', async () => {
    const domain = await aDomain(deps.store, owner)
    await aScan(deps.store, domain, scanAt(10, { dmarc: true }))
    await keepFindings(deps, domain.id)
    const newest = await rows()
    // An older scan that was stored later, as by a worker that was slow.
    await aScan(deps.store, domain, scanAt(9, { dmarc: false }))
    await keepFindings(deps, domain.id)
    await keepFindings(deps, domain.id)
    expect(await rows()).toEqual(newest)
    expect(await missDmarc()).toEqual([])
  })

  it('are stored with the subject that the report shows, whatever a record says', async () => {
    const domain = await aDomain(deps.store, owner)
    const found = scanAt(9, { dmarc: false })
    const subjects = [null, 'issue café', storableSubject(`\u0000${'\u6c34'.repeat(4_000)}`)]
    const findings = found.findings.flatMap(each => subjects.map(subject => ({ ...each, subject })))
    const deductions = found.deductions.flatMap(each => subjects.map(subject => ({ ...each, subject })))
    await aScan(deps.store, domain, { ...found, findings, deductions })
    await keepFindings(deps, domain.id)
    expect((await missDmarc()).map(({ subject, points }) => [subject, points])).toEqual([
      ['', -20],
      [`\\000${'\u6c34'.repeat(796)}`, -20],
      ['issue café', -20],
    ])
  })

  it('are not replaced by an older scan that was read before the newest was stored', async () => {
    const domain = await aDomain(deps.store, owner)
    await aScan(deps.store, domain, scanAt(9, { dmarc: false }))
    // While the event of the first scan waits for the domain's lock, the second scan is stored and kept.
    const waiting: Store = {
      ...deps.store,
      async transaction(work) {
        await aScan(deps.store, domain, scanAt(10, { dmarc: true }))
        await keepFindings(deps, domain.id)
        return deps.store.transaction(work)
      },
    }
    await keepFindings({ ...deps, store: waiting }, domain.id)
    expect(await missDmarc()).toEqual([])
    expect(await deps.store.db.select().from(findingSource)).toMatchObject([{ finishedAt: new Date(moment(10)) }])
  })

  it('of a check that could not run stay as long as the report shows them: 30 days', async () => {
    const domain = await aDomain(deps.store, owner)
    const { sections } = aScanResult({ name: domain.name })
    const unasked: Sections = { ...sections, dmarc: { ran: false, reason: 'timeout', evidence: [] } }
    let previous: ScanResult | null = null
    const scanOn = async (day: string, found: Sections) => {
      const at = `${day}T09:00:00.000Z`
      const { name } = domain
      const judged = judge({ name, startedAt: at, finishedAt: at, sections: found, tier: 'free', previous })
      previous = await aScan(deps.store, domain, judged)
      await keepFindings(deps, domain.id)
      const shown = presentScan(judged).findings.map(({ id }) => id)
      expect((await rows()).map(({ id }) => id)).toEqual(shown.toSorted())
      return missDmarc()
    }
    const first = new Date('2026-11-20T09:00:00.000Z')
    expect(await scanOn('2026-11-20', sections)).toMatchObject([{ since: first }])
    expect(await scanOn('2026-12-05', unasked)).toMatchObject([{ since: first }])
    expect(await scanOn('2026-12-20', unasked)).toMatchObject([{ since: first }])
    expect(await scanOn('2026-12-21', unasked)).toEqual([])
    expect(await scanOn('2026-12-22', sections)).toMatchObject([{ since: new Date('2026-12-22T09:00:00.000Z') }])
  })

  it('come with the MX hosts and SPF includes; a failed lookup leaves these unchanged', async () => {
    const domain = await aDomain(deps.store, owner, { name: 'example.com' })
    const { sections } = aScanResult()
    if (!sections.spf.ran) throw new Error('the SPF check of the factory has run')
    const published = zoneResolver({
      'example.com': { TXT: ['v=spf1 include:_spf.example.net -all'] },
      '_spf.example.net': { TXT: ['v=spf1 -all'] },
    })
    const tree = await spfTree(published, 'example.com')
    const spf = { ...sections.spf, value: { ...sections.spf.value, tree } }
    await aScan(deps.store, domain, { ...scanAt(9, { dmarc: true }), sections: { ...sections, spf } })
    await keepFindings(deps, domain.id)
    const includes = () => domainsNaming(deps.store.db, owner.workspace.id, '_spf.example.net')
    expect(await includes()).toEqual([{ domainId: domain.id, kind: 'spf' }])
    expect(await domainsNaming(deps.store.db, owner.workspace.id, 'mail.example.com')).toEqual([
      { domainId: domain.id, kind: 'mx' },
    ])

    const unasked = { ran: false as const, reason: 'timeout' as const, evidence: [] }
    await aScan(deps.store, domain, { ...scanAt(10, { dmarc: true }), sections: { ...sections, spf: unasked } })
    await keepFindings(deps, domain.id)
    expect(await includes()).toHaveLength(1)
    // Of two records none is evaluated, so nothing says that the include is gone.
    const [record = ''] = sections.spf.value.records
    const two = { ...sections.spf, value: { ...sections.spf.value, records: [record, record], tree: null } }
    await aScan(deps.store, domain, { ...scanAt(11, { dmarc: true }), sections: { ...sections, spf: two } })
    await keepFindings(deps, domain.id)
    expect(await includes()).toHaveLength(1)
    await aScan(deps.store, domain, { ...scanAt(12, { dmarc: true }), sections })
    await keepFindings(deps, domain.id)
    expect(await includes()).toEqual([])
  })

  it('are deleted with their domain, and a later event about that domain changes nothing', async () => {
    const domain = await aDomain(deps.store, owner)
    await aScan(deps.store, domain, scanAt(9, { dmarc: false }))
    await keepFindings(deps, domain.id)
    await removeDomain(deps.store.db, owner.workspace.id, domain.id)
    expect(await rows()).toEqual([])
    await keepFindings(deps, domain.id)
    expect(await rows()).toEqual([])
  })

  it('of scans older than the table are filled in from where an earlier attempt ended', async () => {
    const domains = []
    for (let n = 0; n < 3; n++) {
      const domain = await aDomain(deps.store, owner)
      await aScan(deps.store, domain, scanAt(9, { dmarc: false }))
      domains.push(domain.id)
    }
    await aDomain(deps.store, owner)
    domains.sort()
    const [first = '', second = ''] = domains
    await deps.store.db
      .update(scanDocument)
      .set({ body: new Uint8Array([1]) })
      .where(eq(scanDocument.domainId, second))
    const stopped = AbortSignal.abort(new Error('the process is stopping'))
    await expect(fillFindings(deps, {}, stopped)).rejects.toThrow('the process is stopping')
    await keepFindings(deps, first)

    const logged: unknown[] = []
    const log = pino({ level: 'warn' }, { write: line => void logged.push(JSON.parse(line)) })
    const { 'findings.fill': fill } = scanHandlers({ ...deps, log })
    await fill({}, forever)
    expect((await missDmarc()).map(row => row.domainId)).toEqual(domains.filter(id => id !== second))
    const filled = await deps.store.db.select().from(findingSource)
    await fill({}, forever)
    expect(await deps.store.db.select().from(findingSource)).toEqual(filled)
    // The job comes every hour; a document that cannot be read is logged by the first one.
    expect(logged).toMatchObject([{ domainId: second, msg: 'the findings of a stored scan cannot be read' }])
  })

  it('are filled in by a job that the start sends, and that queues the next after a full batch', async () => {
    const domains = [
      await aDomain(deps.store, owner),
      await aDomain(deps.store, owner),
      await aDomain(deps.store, owner),
    ]
    for (const domain of domains) await aScan(deps.store, domain, scanAt(9, { dmarc: false }))
    await fillFindings(deps, {}, forever, new Set(), 2)
    const ids = domains.map(({ id }) => id).sort()
    expect((await missDmarc()).map(row => row.domainId)).toEqual(ids.slice(0, 2))
    const { rows: sent } = await deps.store.db.execute(sql`select data from jobs.job where name = 'findings.fill'`)
    expect(sent).toEqual([{ data: { after: ids[1] } }])

    await deps.store.db.execute(sql`delete from jobs.job`)
    const task = periodicScanTasks(deps).find(({ name }) => name === 'fill findings')
    await task?.run(deps.clock.now, neverStops)
    await deps.queue.work({ 'findings.fill': scanHandlers(deps)['findings.fill'] })
    await vi.waitFor(async () => expect((await missDmarc()).map(row => row.domainId)).toEqual(ids), { timeout: 25_000 })
  })
})

describe.skipIf(inject('postgres') === '')('the questions about all domains of a workspace (PostgreSQL)', () => {
  let deps: TestDeps
  beforeEach(async () => {
    deps = await openTestDeps('postgres')
  })
  afterEach(() => deps.close())

  it('are answered by an index', async () => {
    const { db } = deps.store
    const owner = await anOwner(deps.store)
    // 100 workspaces with 20 domains each, and twelve findings and eight hosts of each domain.
    await db.execute(sql`
      insert into workspace (id, name, tier, created_at)
      select gen_random_uuid(), 'Many ' || n, 'pro', ${moment(9)}
      from generate_series(1, 100) n`)
    await db.execute(sql`
      insert into domain (id, workspace_id, name, created_at)
      select gen_random_uuid(), id, 'd' || n || '.example', ${moment(9)} from workspace, generate_series(1, 20) n`)
    await db.execute(sql`
      insert into finding (workspace_id, domain_id, id, subject, points, since)
      select workspace_id, id, case n when 1 then 'dmarc_missing' else 'finding_' || n end, '', -1, ${moment(9)}
      from domain, generate_series(1, 12) n`)
    await db.execute(sql`
      insert into domain_host (workspace_id, domain_id, kind, host)
      select workspace_id, id, 'spf', '_spf' || n || '.example.net' from domain, generate_series(1, 8) n`)
    await db.execute(sql`
      insert into scan (id, domain_id, workspace_id, run_id, started_at, finished_at, coverage, model, catalogue, tier, unchecked, findings)
      select gen_random_uuid(), id, workspace_id, gen_random_uuid(), ${moment(9)}, ${moment(9)}, 1, 1, 'lists', 'pro', '[]', '[]' from domain`)
    await db.execute(sql`update finding set counts_domain = true, counts_from = 'epoch'`)
    await db.execute(sql`analyze finding, domain_host, domain, scan`)

    const planOf = async (query: { getSQL(): ReturnType<typeof sql> }) => {
      const { rows } = await db.execute<{ 'QUERY PLAN': string }>(sql`explain ${query.getSQL()}`)
      return rows.map(row => row['QUERY PLAN']).join('\n')
    }
    expect(await planOf(domainsWithFinding(db, owner.workspace.id, 'dmarc_missing'))).toContain('finding_of_workspace')
    expect(await planOf(findingCounts(db, owner.workspace.id))).toContain('finding_of_workspace')
    expect(await planOf(domainsNaming(db, owner.workspace.id, '_spf3.example.net'))).toContain(
      'domain_host_of_workspace',
    )
    const about = { id: 'dmarc_missing' as const, now: new Date(moment(9)), limit: 2 }
    expect(await planOf(worstWith(db, owner.workspace.id, about))).toContain('finding_worst')
    expect(await planOf(newestOfWorkspace(db, owner.workspace.id, 300))).toContain('scan_of_workspace')
    expect(await planOf(lowestScored(db, owner.workspace.id, 8))).toContain('domain_by_score')
    expect(await domainsWithFinding(db, owner.workspace.id, 'dmarc_missing')).toHaveLength(20)
  })
})

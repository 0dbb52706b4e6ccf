import { eq, sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { keptCounts } from '../features/scans/count-store.ts'
import { unfilledDomains } from '../features/scans/finding-store.ts'
import { upgradedStore } from '../testing/older-store.ts'
import { onBothStores, openTestStore } from '../testing/store.ts'
import {
  decision,
  dkimSelector,
  domain,
  member,
  person,
  rateLimit,
  scan,
  scanDocument,
  scanRun,
  usageCounter,
  workspace,
} from './schema/index.ts'
import type { Store } from './store.ts'

const accountId = '00000000-0000-4000-8000-000000000001'
const domainId = '00000000-0000-4000-8000-000000000002'
const runId = '00000000-0000-4000-8000-000000000003'
const openRunId = '00000000-0000-4000-8000-000000000004'
const scanId = '00000000-0000-4000-8000-000000000005'
const at = '2026-11-20T09:00:00.123Z'

/** Rows as the first release wrote them: a domain with a finished scan, and one with a running scan. */
const rows = `
  insert into account (id, subject, email, name, tier, created_at)
    values ('${accountId}', 'subject', 'ada@example.org', 'Ada', 'pro', '${at}');
  insert into usage_counter (account_id, kind, period, n) values ('${accountId}', 'scan', '2026-11', 7);
  insert into domain (id, account_id, name, created_at, last_scan_at, score, scored_at, issues, auth_status)
    values ('${domainId}', '${accountId}', 'example.com', '${at}', '${at}', 85, '${at}', '["SPF record missing"]', 'pass');
  insert into scan_run (id, domain_id, account_id, tier, state, period, requested_at, finished_at)
    values ('${runId}', '${domainId}', '${accountId}', 'pro', 'done', '2026-11', '${at}', '${at}');
  insert into scan_run (id, domain_id, account_id, tier, state, period, requested_at)
    values ('${openRunId}', '${domainId}', '${accountId}', 'pro', 'running', '2026-11', '${at}');
  insert into scan
    (id, domain_id, run_id, started_at, finished_at, score, coverage, model, catalogue, tier, unchecked, findings)
    values ('${scanId}', '${domainId}', '${runId}', '${at}', '${at}', 85, 1, 1, 'lists', 'pro', '[]', '["spf_missing"]');
  insert into scan_document (scan_id, domain_id, finished_at, version, body)
    values ('${scanId}', '${domainId}', '${at}', 1, '\\x0102');
  insert into rate_limit (key, window_start, n) values ('sign-in', '${at}', 3);
`

/** Tables, columns, constraints and indexes as text. */
async function shapeOf({ db }: Store): Promise<unknown[]> {
  const columns = await db.execute(
    sql`select table_name, column_name, data_type, is_nullable, column_default from information_schema.columns
        where table_schema = 'public' order by table_name, column_name`,
  )
  const constraints = await db.execute(
    sql`select conname, pg_get_constraintdef(oid) as is from pg_constraint
        where connamespace = 'public'::regnamespace order by conrelid::regclass::text, conname`,
  )
  const indexes = await db.execute(sql`select indexdef from pg_indexes where schemaname = 'public' order by indexdef`)
  return [columns.rows, constraints.rows, indexes.rows]
}

onBothStores('a database of an older release', kind => {
  it.each([
    ['the first two migrations', 2],
    ['the threat look-ups', 4],
  ])('with %s keeps every row, and gets the schema of a new one', async (_, count) => {
    const store = await upgradedStore(kind, { migrations: count, rows })
    try {
      const { db } = store
      const since = { createdAt: new Date(at) }
      expect(await db.select().from(workspace)).toMatchObject([{ id: accountId, name: 'Ada', tier: 'pro', ...since }])
      expect(await db.select().from(person)).toMatchObject([{ id: accountId, email: 'ada@example.org', ...since }])
      expect(await db.select().from(member)).toEqual([
        { workspaceId: accountId, personId: accountId, role: 'owner', joinedAt: new Date(at) },
      ])
      expect(await db.select().from(usageCounter)).toMatchObject([{ workspaceId: accountId, kind: 'scan', n: 7 }])
      expect(await db.select().from(domain)).toMatchObject([
        { id: domainId, score: 85, issues: ['SPF record missing'], authStatus: 'pass', tags: [] },
      ])
      expect(await db.select().from(scanRun).where(eq(scanRun.id, openRunId))).toMatchObject([
        { state: 'running', attempts: 0, threatDay: null },
      ])
      expect(await db.select().from(scan)).toMatchObject([{ id: scanId, score: 85, findings: ['spf_missing'] }])
      const [document] = await db.select().from(scanDocument)
      expect([...(document?.body ?? [])]).toEqual([1, 2])
      expect(await db.select().from(rateLimit)).toMatchObject([{ key: 'sign-in', n: 3 }])

      const fresh = await openTestStore(kind)
      const shape = await shapeOf(fresh)
      await fresh.close()
      expect(await shapeOf(store)).toEqual(shape)
    } finally {
      await store.close()
    }
  })

  it('counts the findings that it has, without those that a decision leaves out', async () => {
    const kept = rows.replaceAll('account_id', 'workspace_id').replace(/insert into account [^;]+;/, '')
    const store = await upgradedStore(kind, {
      migrations: 32,
      rows: `
        insert into workspace (id, name, tier, granted_tier, created_at) values ('${accountId}', 'Ada', 'pro', 'pro', '${at}');
        ${kept}
        insert into finding (workspace_id, domain_id, id, subject, points, since) values
          ('${accountId}', '${domainId}', 'spf_missing', '', -20, '${at}'),
          ('${accountId}', '${domainId}', 'bl_critical', 'one', -25, '${at}'),
          ('${accountId}', '${domainId}', 'bl_critical', 'two', -25, '${at}'),
          ('${accountId}', '${domainId}', 'dmarc_missing', '', -30, '${at}');
        insert into decision (id, domain_id, finding, subject, kind, note, decided_at, expires_at) values
          (gen_random_uuid(), '${domainId}', 'dmarc_missing', '', 'muted', '', '${at}', null),
          (gen_random_uuid(), '${domainId}', 'bl_critical', 'one', 'muted', '', '${at}', '2027-01-01');
        insert into finding_source (domain_id, finished_at) values ('${domainId}', '${at}');`,
    })
    try {
      const countsOn = (day: string) => keptCounts(store.db, accountId, new Date(day))
      // What they cost is taken for what they regain, until the stored scans are read again.
      const spf = { id: 'spf_missing', domains: 1, regains: 20 }
      expect(await countsOn('2026-12-31')).toEqual({
        scanned: 1,
        findings: [{ id: 'bl_critical', domains: 1, regains: 50 }, spf],
        unchecked: [],
      })
      expect((await countsOn('2027-01-02')).findings).toEqual([{ id: 'bl_critical', domains: 1, regains: 50 }, spf])
      expect(await store.db.select().from(scan)).toMatchObject([{ workspaceId: accountId }])
      // The findings are stored again, with the checks that could not be made.
      expect(await unfilledDomains(store.db, { after: undefined, limit: 5 })).toEqual([domainId])
    } finally {
      await store.close()
    }
  })

  it('accepts newer kinds of rows for its domains, and deletes them with the domain', async () => {
    const store = await upgradedStore(kind, { migrations: 2, rows })
    try {
      const { db } = store
      const now = new Date(at)
      await db.insert(dkimSelector).values({ domainId, selector: 's1', source: 'confirmed', addedAt: now })
      await db.insert(decision).values({
        domainId,
        finding: 'spf_missing',
        subject: '',
        kind: 'accepted',
        note: '',
        decidedAt: now,
      })
      await db
        .update(domain)
        .set({ tags: ['mail'] })
        .where(eq(domain.id, domainId))
      await db.delete(workspace).where(eq(workspace.id, accountId))
      for (const table of [domain, scan, scanDocument, scanRun, dkimSelector, decision]) {
        expect(await db.select().from(table)).toEqual([])
      }
    } finally {
      await store.close()
    }
  })
})

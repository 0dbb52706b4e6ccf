import { sql } from 'drizzle-orm'
import type { Store } from '../db/store.ts'
import type { Deps } from '../deps.ts'
import { packDocument } from '../features/scans/document.ts'
import { keptFactsOf } from '../features/scans/kept-facts.ts'
import { aScanResult } from './factories.ts'

const ids =
  'spf_missing dmarc_missing dmarc_none mx_missing spf_neutral dkim_1024 ptr_missing starttls_missing mta_sts_missing bl_critical'.split(
    ' ',
  )

/**
 * Gives a workspace so many scanned domains with findings, documents and alerts. Each has three scans or more: in a small
 * account, too, the activity has more scans than it reads.
 */
export async function fillAccount({ db }: Store, id: string, domains: number): Promise<void> {
  const document = await packDocument(aScanResult({ name: 'example.com' }))
  const scans = Math.max(3, Math.ceil(301 / domains))
  await db.execute(sql`
    insert into domain (id, workspace_id, name, created_at, last_scan_at, score, issues)
    select gen_random_uuid(), ${id}, 'd' || n || '.example', now() - interval '1 year', now(), n % 101, '["DMARC record missing"]'
    from generate_series(1, ${domains}) n`)
  await db.execute(sql`
    insert into scan (id, domain_id, workspace_id, run_id, started_at, finished_at, score, coverage, model, catalogue, tier, unchecked, findings)
    select gen_random_uuid(), id, ${id}, gen_random_uuid(), at, at, score, 1, 1, 'lists', 'business', '[]', '[]'
    from (select id, score, now() - (n * interval '1 day') - row_number() over () * interval '100 ms' as at
      from domain, generate_series(1, ${scans}) n where workspace_id = ${id}) made`)
  await db.execute(sql`
    insert into scan_document (scan_id, domain_id, finished_at, version, body)
    select distinct on (domain_id) id, domain_id, finished_at, ${document.version}, ${document.body}
    from scan where workspace_id = ${id} order by domain_id, finished_at desc`)
  await db.execute(sql`
    insert into finding (workspace_id, domain_id, id, subject, points, regains, score, since, counts_from, counts_domain)
    select ${id}, domain.id, found.id, '', -1 - (score + found.place) % 30, 1 + (score + found.place) % 30, score, now(), 'epoch', true
    from domain, unnest(array[${sql.join(
      ids.map(each => sql`${each}`),
      sql`, `,
    )}]) with ordinality as found(id, place)
    where workspace_id = ${id} and (score + found.place) % 3 > 0`)
  await db.execute(sql`
    insert into finding_source (domain_id, workspace_id, finished_at, unchecked)
    select id, ${id}, now(), '["relay"]' from domain where workspace_id = ${id}`)
  await db.execute(sql`
    insert into alert (id, workspace_id, domain_id, name, type, state, severity, description, at, cause)
    select gen_random_uuid(), ${id}, id, name, 'dmarc_fail', 'raised', 'critical', 'DMARC is missing', now(), id
    from domain where workspace_id = ${id}`)
}

/** Keeps the analyst's facts of all these scans, as they are kept when a scan is stored. */
export async function keepFactsOfAll({ store, build }: Pick<Deps, 'store' | 'build'>, id: string): Promise<void> {
  const { facts, factsBy } = keptFactsOf(aScanResult({ name: 'example.com' }), build)
  await store.db.execute(sql`
    update finding_source set finished_at = domain.last_scan_at, facts_by = ${factsBy},
      facts = replace(${facts}::text, 'example.com', domain.name)
    from domain where domain.id = finding_source.domain_id and domain.workspace_id = ${id}`)
}

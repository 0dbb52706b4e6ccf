import { sql } from 'drizzle-orm'
import type { Store } from '../db/store.ts'
import { anOwner } from './factories.ts'

/** Replaces all domains by so many, `d0.example` and on, of one workspace. None is due for a DNS check yet. */
export async function fillWatched(store: Store, count: number): Promise<void> {
  const { workspace } = await anOwner(store, { tier: 'business' })
  const createdAt = new Date().toISOString()
  await store.db.execute(sql`delete from domain`)
  await store.db.execute(sql`
    insert into domain (id, workspace_id, name, created_at)
    select gen_random_uuid(), ${workspace.id}::uuid, 'd' || n || '.example', ${createdAt}::timestamptz
    from generate_series(0, ${count - 1}::int) n`)
  await store.db.execute(sql`insert into watch (domain_id, workspace_id) select id, workspace_id from domain`)
  await store.db.execute(sql`analyze domain, watch`)
}

/** Makes the DNS check of every domain due, as if none had been checked. */
export async function makeAllDue({ db }: Store): Promise<void> {
  const now = new Date().toISOString()
  await db.execute(sql`update watch set next_check_at = ${now}::timestamptz, checked_at = null`)
}

/** How long after `start` each domain was checked, in milliseconds, in order. */
export async function waitsSince({ db }: Store, start: Date): Promise<number[]> {
  const { rows } = await db.execute<{ ms: number }>(sql`
    select extract(epoch from checked_at - ${start.toISOString()}::timestamptz)::float8 * 1000 as ms
    from watch where checked_at is not null order by checked_at`)
  return rows.map(({ ms }) => ms)
}

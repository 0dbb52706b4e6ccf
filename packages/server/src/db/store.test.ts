import { randomUUID } from 'node:crypto'
import { DrizzleQueryError, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { aDomain, anOwner } from '../testing/factories.ts'
import { onBothStores, openTestStore } from '../testing/store.ts'
import { refuseNewerSchema, refuseOtherSchema, SchemaTooNew, SchemaTooOld } from './migrations.ts'
import { domain, person, rateLimit, scanRun, workspace } from './schema/index.ts'
import type { Store } from './store.ts'

onBothStores('the store', kind => {
  let store: Store
  beforeAll(async () => {
    store = await openTestStore(kind)
  })
  afterAll(() => store.close())

  it('answers a ping', async () => {
    await expect(store.ping()).resolves.toBeUndefined()
  })

  it('keeps a moment to the millisecond', async () => {
    const createdAt = new Date('2026-11-20T09:00:00.123Z')
    const stored = await anOwner(store, { createdAt })
    const [row] = await store.db.select().from(person).where(eq(person.id, stored.person.id))
    expect(row?.createdAt).toEqual(createdAt)
  })

  it('rolls back a transaction that throws, and rethrows its error', async () => {
    const id = randomUUID()
    const failure = new Error('after the insert')
    const attempt = store.transaction(async tx => {
      await tx.insert(person).values({ id, subject: id, email: 'a@b.example', name: 'A', createdAt: new Date() })
      throw failure
    })
    await expect(attempt).rejects.toBe(failure)
    expect(await store.db.select().from(person).where(eq(person.id, id))).toEqual([])
  })

  it('reports a duplicate name with the same code on both databases', async () => {
    const owner = await anOwner(store)
    const first = await aDomain(store, owner)
    const second = await aDomain(store, owner, { name: first.name }).catch((cause: unknown) => cause)
    expect(second).toBeInstanceOf(DrizzleQueryError)
    expect(second).toHaveProperty('cause.code', '23505')
    expect(second).toHaveProperty('cause.constraint', 'domain_once_per_workspace')
  })

  it('allows one open scan run for each domain, and any number of closed ones', async () => {
    const owner = await anOwner(store)
    const { id: domainId } = await aDomain(store, owner)
    const run = (state: 'queued' | 'running' | 'done' | 'failed') =>
      store.db.insert(scanRun).values({
        domainId,
        workspaceId: owner.workspace.id,
        tier: 'free',
        state,
        period: '2026-11',
        requestedAt: new Date('2026-11-20T09:00:00Z'),
      })
    await run('done')
    await run('failed')
    await run('queued')
    await expect(run('running')).rejects.toHaveProperty('cause.constraint', 'scan_run_one_open')
    await expect(run('done')).resolves.toBeDefined()
  })

  it('deletes a workspace with everything it owns', async () => {
    const owner = await anOwner(store)
    const { id } = await aDomain(store, owner)
    await store.db.delete(workspace).where(eq(workspace.id, owner.workspace.id))
    expect(await store.db.select().from(domain).where(eq(domain.id, id))).toEqual([])
  })

  it('keeps rate limits and tries of sign-ins in tables that are not logged', async () => {
    const answer = await store.db.execute<{ relname: string }>(
      sql`select relname from pg_class where relkind = 'r' and relpersistence = 'u' order by 1`,
    )
    expect(answer.rows).toEqual([{ relname: 'rate_limit' }, { relname: 'sign_in_try' }])
    await store.db.insert(rateLimit).values({ key: 'a', windowStart: new Date('2026-11-20T09:00:00Z'), n: 1 })
  })

  it('never asks the database for the time: each time is a parameter', async () => {
    const defaults = await store.db.execute(
      sql`select table_name, column_name from information_schema.columns
          where table_schema = 'public' and column_default ~* '(now[(]|current_|localtime|clock_)'`,
    )
    expect(defaults.rows).toEqual([])
  })

  // A person goes seldom, and the rows they made are few: such a deletion may read their tables whole.
  it('has an index for each foreign key but an author’s', async () => {
    const missing = await store.db.execute(
      sql`select conrelid::regclass::text as of, conname as key from pg_constraint c
          where contype = 'f' and confdeltype <> 'n' and connamespace = 'public'::regnamespace and not exists (
            select from pg_index i
            where i.indrelid = c.conrelid and i.indpred is null
              and (i.indkey::int2[])[0:cardinality(c.conkey) - 1] = c.conkey)`,
    )
    expect(missing.rows).toEqual([])
  })

  it('refuses a database that a newer Waxseal has migrated', async () => {
    await refuseNewerSchema(store.db)
    await expect(
      store.transaction(async tx => {
        await tx.execute(
          sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('newer', ${Date.parse('2126-01-01')})`,
        )
        await refuseNewerSchema(tx)
      }),
    ).rejects.toThrow(SchemaTooNew)
  })

  it('keeps a command from a database that no server of this version has migrated', async () => {
    await refuseOtherSchema(store.db)
    const older = store.transaction(async tx => {
      await tx.execute(
        sql`delete from drizzle.__drizzle_migrations
            where created_at = (select max(created_at) from drizzle.__drizzle_migrations)`,
      )
      await refuseOtherSchema(tx)
    })
    await expect(older).rejects.toThrow(SchemaTooOld)
    const empty = store.transaction(async tx => {
      await tx.execute(sql`drop table drizzle.__drizzle_migrations`)
      await refuseOtherSchema(tx)
    })
    await expect(empty).rejects.toThrow(SchemaTooOld)
  })
})

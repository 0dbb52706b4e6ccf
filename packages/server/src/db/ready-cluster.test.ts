import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { emptyPglite } from '../testing/store.ts'
import { openEmbedded, storeOn } from './embedded.ts'
import { readyCluster } from './ready-cluster.ts'
import type { Store } from './store.ts'
import { nameOf, tablesWithData } from './tables.ts'

const withoutSync = { fsync() {} }

let parent = ''
beforeAll(async () => {
  parent = await mkdtemp(join(tmpdir(), 'waxseal-cluster-'))
})
afterAll(() => rm(parent, { recursive: true, force: true }))

describe('the cluster that comes with the program', () => {
  let unpacked: Store
  let made: Store
  beforeAll(async () => {
    unpacked = await openEmbedded(join(parent, 'data'), withoutSync)
    made = await storeOn(await emptyPglite())
  }, 120_000)
  afterAll(async () => {
    await unpacked.close()
    await made.close()
  })

  it('belongs to the installed PGlite, and its newest migration is one of ours', () => {
    const name = readyCluster()?.split('/').at(-1) ?? ''
    const migration = /^pglite-\d+\.\d+\.\d+-(?<tag>.+)\.tar\.zst$/.exec(name)?.groups?.['tag']
    const journal = readFileSync(new URL('migrations/meta/_journal.json', import.meta.url), 'utf8')
    const { entries } = JSON.parse(journal) as { entries: { tag: string }[] }
    expect(entries.map(({ tag }) => tag)).toContain(migration)
  })

  it('has after the migrations what initdb and the migrations make', async () => {
    for (const query of [
      `select table_schema, table_name, column_name, column_default, is_nullable, data_type, is_generated, collation_name
       from information_schema.columns where table_schema in ('public', 'drizzle') order by 1, 2, 3`,
      `select indexdef from pg_indexes where schemaname = 'public' order by 1`,
      `select conrelid::regclass::text, pg_get_constraintdef(oid) as constraint from pg_constraint
       where connamespace = 'public'::regnamespace order by 1, 2`,
      `select relname, relpersistence, reloptions from pg_class where relnamespace = 'public'::regnamespace order by 1`,
      `select proname, prosrc from pg_proc where pronamespace = 'public'::regnamespace order by 1, 2`,
      `select tgname, pg_get_triggerdef(oid) as trigger from pg_trigger where not tgisinternal order by 1`,
      `select hash, created_at from drizzle.__drizzle_migrations order by id`,
      `select datname, datcollate, datctype, pg_encoding_to_char(encoding) as encoding from pg_database order by 1`,
      `select rolname, rolsuper, rolcanlogin from pg_roles order by 1`,
      `select extname, extversion from pg_extension order by 1`,
    ]) {
      const { rows } = await unpacked.db.execute(query)
      expect(rows, query).toEqual((await made.db.execute(query)).rows)
    }
  })

  it('has no row of ours', async () => {
    const counts = []
    for (const table of await tablesWithData(unpacked.db)) {
      const { rows } = await unpacked.db.execute<{ count: number }>(
        `select count(*)::int as count from ${nameOf(table)}`,
      )
      if (rows[0]?.count !== 0) counts.push([nameOf(table), rows[0]?.count])
    }
    expect(counts).toEqual([])
  })
})

it('is unpacked without a table for a restore, which brings its own schema', async () => {
  const store = await openEmbedded(join(parent, 'restored'), withoutSync, { opening: 'as-is' })
  const { rows } = await store.db.execute(
    `select schemaname, tablename from pg_tables where schemaname not in ('pg_catalog', 'information_schema')`,
  )
  await store.close()
  expect(rows).toEqual([])
})

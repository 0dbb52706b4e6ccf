import { mkdir, mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { putBareCluster } from '../testing/data-folder.ts'
import { copiesIn, copyDays, forgetCopies } from './backup-copies.ts'
import { checkBackup } from './backup-file.ts'
import { openEmbedded } from './embedded.ts'
import { migrateTo, migrationsFolder, newestOfOurs } from './migrations.ts'
import { loadBackup } from './restore.ts'
import { domain } from './schema/index.ts'

vi.setConfig({ testTimeout: 120_000 })

const withoutSync = { fsync() {} }
const schemas = readMigrationFiles({ migrationsFolder }).map(({ folderMillis }) => folderMillis)
/** The last schema with accounts in place of workspaces. */
const older = schemas[5] ?? 0

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'waxseal-copies-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

/** A data folder that an older version wrote. */
async function anOlderStore(): Promise<void> {
  await putBareCluster(folder)
  const store = await openEmbedded(folder, withoutSync, { opening: 'as-is' })
  await migrateTo(store.db, older)
  await store.db.execute(`
    insert into account (id, subject, email, name, tier, created_at)
      values ('00000000-0000-4000-8000-000000000001', 's', 'ada@example.org', 'Ada', 'pro', '2026-11-20');
  `)
  await store.db.execute(`
    insert into domain (id, account_id, name, created_at)
      values ('00000000-0000-4000-8000-000000000002', '00000000-0000-4000-8000-000000000001', 'example.com', '2026-11-20')
  `)
  await store.close()
}

it('an embedded store is copied before it is migrated, and the copy goes back into any newer version', async () => {
  await anOlderStore()
  const store = await openEmbedded(folder, withoutSync)
  expect(await store.db.select().from(domain)).toMatchObject([{ name: 'example.com' }])
  await store.close()
  expect(await readdir(join(folder, 'backups'))).toEqual([`before-migration-from-${older}.gz`])
  const copy = join(folder, 'backups', `before-migration-from-${older}.gz`)
  expect((await stat(copy)).mode & 0o777).toBe(0o600)
  expect(await checkBackup(copy)).toMatchObject({ head: { schema: older }, rows: { account: 1, domain: 1 } })

  const target = join(folder, 'restored')
  await putBareCluster(target)
  const empty = await openEmbedded(target, withoutSync, { opening: 'as-is' })
  await loadBackup(empty, copy)
  await empty.close()
  const restored = await openEmbedded(target, withoutSync, { copies: false })
  expect(await restored.db.select().from(domain)).toMatchObject([{ name: 'example.com' }])
  await restored.close()
  expect(await readdir(target)).not.toContain('backups')
})

it('a start without a migration copies nothing', async () => {
  await putBareCluster(folder)
  for (let start = 0; start < 2; start++) await (await openEmbedded(folder, withoutSync)).close()
  expect(await readdir(folder)).not.toContain('backups')
  expect(newestOfOurs()).toBe(schemas.at(-1))
})

it('the last three copies are kept, and files with other names', async () => {
  await anOlderStore()
  await mkdir(join(folder, 'backups'))
  for (const name of [
    'before-migration-from-1.gz',
    'before-migration-from-2.gz',
    'before-migration-from-3.gz',
    'mine.gz',
  ])
    await writeFile(join(folder, 'backups', name), '')
  await (await openEmbedded(folder, withoutSync)).close()
  expect((await readdir(join(folder, 'backups'))).sort()).toEqual(
    [`before-migration-from-${older}.gz`, 'before-migration-from-2.gz', 'before-migration-from-3.gz', 'mine.gz'].sort(),
  )
})

const daysAgo = (days: number) => new Date(Date.UTC(2026, 10, 20) - days * 86_400_000)

it('a copy is removed after 90 days, and no file with another name', async () => {
  await forgetCopies(copiesIn(folder), daysAgo(copyDays))
  await mkdir(copiesIn(folder))
  for (const [name, days] of [
    ['before-migration-from-1.gz', 91],
    ['before-migration-from-2.gz', 89],
    ['mine.gz', 91],
  ] as const) {
    const path = join(copiesIn(folder), name)
    await writeFile(path, '')
    await utimes(path, daysAgo(days), daysAgo(days))
  }
  await forgetCopies(copiesIn(folder), daysAgo(copyDays))
  expect((await readdir(copiesIn(folder))).sort()).toEqual(['before-migration-from-2.gz', 'mine.gz'])
})

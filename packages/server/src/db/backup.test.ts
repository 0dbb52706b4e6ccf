import { createWriteStream } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openQueue } from '../jobs/queue.ts'
import { worldIn } from '../testing/neighbors.ts'
import { allRows, tablesOf } from '../testing/row-changes.ts'
import { silent } from '../testing/silent.ts'
import { emptyPglite, freshDatabase, onBothStores, openTestStore, type StoreKind } from '../testing/store.ts'
import { tamper } from '../testing/tampered-backup.ts'
import { checkBackup } from './backup-file.ts'
import { writeBackup } from './backup-write.ts'
import { storeOn } from './embedded.ts'
import { openPostgres } from './postgres.ts'
import { clearUnusedStore, loadBackup, loadJobs } from './restore.ts'
import { operation, relayMemory, workspace } from './schema/index.ts'
import type { Store } from './store.ts'

const making = { version: '0.1.0 abc', now: new Date('2026-11-24T22:00:00Z') }

let folder: string
let path: string
const open: Store[] = []
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'waxseal-backup-'))
  path = join(folder, 'backup.gz')
})
afterEach(async () => {
  for (const store of open.splice(0)) await store.close()
  await rm(folder, { recursive: true, force: true })
})

/** A store with two workspaces, for the tests of one suite: they read it, or put back what they change. */
function aWorld(kind: StoreKind): { store(): Store } {
  let store: Store
  beforeAll(async () => {
    store = await openTestStore(kind)
    await worldIn(store)
  })
  afterAll(() => store.close())
  return { store: () => store }
}

/** A store without any table. */
async function anEmptyStore(kind: StoreKind): Promise<Store> {
  const store =
    kind === 'postgres'
      ? await openPostgres(await freshDatabase({ empty: true }), silent, { max: 3, opening: 'as-is' })
      : await storeOn(await emptyPglite(), { opening: 'as-is' })
  open.push(store)
  return store
}

const writeTo = (store: Store, to: string) => writeBackup(store, making, createWriteStream(to))

/** Every row of every table as text, without what PostgreSQL may lose in a crash. */
async function rowsOf({ db }: Store, { jobs = true } = {}): Promise<unknown[]> {
  const lossy = ['rate_limit', 'sign_in_try']
  const tables = (await tablesOf(db)).filter(({ name, isOurs }) => !lossy.includes(name) && (isOurs || jobs))
  const rows = await allRows(db, tables)
  return [...rows.entries()].map(([key, { row }]) => [key, row] as const).sort(([a], [b]) => (a < b ? -1 : 1))
}

onBothStores('a backup', kind => {
  const world = aWorld(kind)

  describe('restored', () => {
    beforeAll(async () => {
      const { db } = world.store()
      const queue = await openQueue(world.store(), silent)
      await queue.send('outbox.deliver', {}, { key: 'deliver' })
      await queue.send('findings.fill', {})
      await queue.stop()
      // One runs while the backup is made, and one has no attempt left.
      await db.execute(sql`update jobs.job set state = 'active' where name = 'outbox.deliver'`)
      await db.execute(sql`
        insert into jobs.job (name, data, state) values ('failed/findings.fill', '{"after":"ü \\n \\" x"}', 'created')`)
    })

    it.each(['pglite', 'postgres'] as const)(
      'on %s has the same rows, and the jobs that wait or have failed',
      async to => {
        const store = world.store()
        await store.db.execute(sql`
        insert into jobs.job (name, data, state) values ('findings.fill', '{"done":true}', 'completed')`)
        await writeTo(store, path)

        const target = await anEmptyStore(to)
        await loadBackup(target, path)
        const filled = await openQueue(target, silent)
        await filled.stop()
        await loadJobs(target, path)
        await store.db.execute(sql`delete from jobs.job where state = 'completed'`)
        expect(await rowsOf(target)).toEqual(await rowsOf(store))
        const states = await target.db.execute(sql`select name, state::text from jobs.job order by name`)
        expect(states.rows).toEqual([
          { name: 'failed/findings.fill', state: 'created' },
          { name: 'findings.fill', state: 'created' },
          { name: 'outbox.deliver', state: 'retry' },
        ])
      },
    )
  })

  it('shows the store at one moment, whatever is written meanwhile', async () => {
    const store = world.store()
    const before = await rowsOf(store, { jobs: false })
    const written = writeTo(store, path)
    // Two rows in one transaction: a backup has both, or none.
    const late = store.transaction(async tx => {
      await tx.insert(operation).values({ key: 'late', at: making.now, detail: {} })
      await tx.insert(relayMemory).values({ key: 'late', changedAt: making.now })
    })
    await Promise.all([written, late])
    const after = await rowsOf(store, { jobs: false })
    expect(after).toHaveLength(before.length + 2)
    const target = await anEmptyStore(kind)
    await loadBackup(target, path)
    expect([before, after]).toContainEqual(await rowsOf(target, { jobs: false }))
  })

  it('begins with what it is', async () => {
    await writeTo(world.store(), path)
    const { head, rows } = await checkBackup(path)
    expect(head).toMatchObject({
      version: '0.1.0 abc',
      made_at: '2026-11-24T22:00:00.000Z',
      store: kind,
      secrets: false,
    })
    expect(rows).toMatchObject({ workspace: 2, domain: 4 })
    expect(rows['rate_limit']).toBe(undefined)
  })

  it('ends with an error, and frees the store, when its destination goes away', async () => {
    const store = world.store()
    const full = new Writable({ write: (_chunk, _encoding, done) => done(new Error('the disk is full')) })
    await expect(writeBackup(store, making, full)).rejects.toThrow('the disk is full')
    await store.ping()
  })
})

onBothStores('a restore', kind => {
  const world = aWorld(kind)

  it('refuses a store that someone uses, and keeps it', async () => {
    const store = world.store()
    const before = await rowsOf(store)
    await expect(clearUnusedStore(store)).rejects.toThrow(
      'The store already has data. Restore into an empty database, or set DATA_DIR to a new folder.',
    )
    expect(await rowsOf(store)).toEqual(before)
  })

  it('refuses a database of another program', async () => {
    const store = await anEmptyStore(kind)
    await store.db.execute(sql`create table theirs (n int)`)
    await expect(clearUnusedStore(store)).rejects.toThrow('The store already has data.')
  })

  it('accepts a store on which a server has started, but no one has signed up', async () => {
    await writeTo(world.store(), path)
    const store = await openTestStore(kind)
    open.push(store)
    await clearUnusedStore(store)
    await loadBackup(store, path)
    expect(await store.db.select().from(workspace)).toHaveLength(2)
  })

  it('of a file that does not fit leaves nothing, so that the next one succeeds', async () => {
    await writeTo(world.store(), path)
    const good = await readFile(path)
    const store = await anEmptyStore(kind)
    const breaks: Record<string, (line: string) => string> = {
      'a column': line => line.replace('"columns":["id"', '"columns":["identity"'),
      'a table': line =>
        line.replace('"table":"workspace"', '"table":"pg_class"').replace('"workspace":', '"pg_class":'),
      'a type': line => line.replace(/^\["[0-9a-f]{8}-/, '["no uuid-'),
      'an injection': line => line.replace('"columns":["id"', '"columns":["id) select 1; drop table x; --"'),
      'a null': line => line.replace(/^\["[0-9a-f-]{36}"/, '[null'),
      'a character that no text may have': line => line.replace(/^\["[0-9a-f-]{36}"/, '["\\u0000"'),
    }
    for (const [what, change] of Object.entries(breaks)) {
      await writeFile(path, good)
      await tamper(path, lines => lines.map(change), true)
      await checkBackup(path)
      await expect(loadBackup(store, path), what).rejects.toThrow(`${path} does not match its own database schema.`)
    }
    await writeFile(path, good)
    await loadBackup(store, path)
    expect(await store.db.select().from(workspace)).toHaveLength(2)
  })

  it('refuses a backup of a newer version', async () => {
    await writeTo(world.store(), path)
    await tamper(
      path,
      ([head = '', ...rest]) => [head.replace(/"schema":\d+/, '"schema":9999999999999'), ...rest],
      true,
    )
    await expect(loadBackup(await anEmptyStore(kind), path)).rejects.toThrow(
      `${path} was made by a newer Waxseal (0.1.0 abc). Use that version to restore it.`,
    )
  })
})

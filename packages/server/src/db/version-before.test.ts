import { readFileSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { eq } from 'drizzle-orm'
import { drizzle as onPostgres } from 'drizzle-orm/node-postgres'
import { migrate as migratePostgres } from 'drizzle-orm/node-postgres/migrator'
import { drizzle as onPglite } from 'drizzle-orm/pglite'
import { migrate as migratePglite } from 'drizzle-orm/pglite/migrator'
import type { FastifyInstance } from 'fastify'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { embeddedAuth } from '../adapters/auth/embedded.ts'
import { buildApp } from '../app.ts'
import { readEnv } from '../env.ts'
import { cookieOf } from '../testing/auth-world.ts'
import { openTestDeps, type TestDeps } from '../testing/deps.ts'
import { silent } from '../testing/silent.ts'
import { emptyPglite, freshDatabase, onBothStores, type StoreKind } from '../testing/store.ts'
import { storeOn } from './embedded.ts'
import { migrationsFolder } from './migrations.ts'
import { openPostgres } from './postgres.ts'
import { decision, dkimSelector, generatedDmarc, generatedSpf } from './schema/index.ts'
import type { Store } from './store.ts'

type Item = Record<string, unknown>

/** What one person saw through the API of the version before. */
interface Seen {
  me: Item
  domains: (Item & { id: string; domain_name: string })[]
  scans: Item
  lookups: Item
  stats: Item
  spf: Item
  dmarc: Item
}
type SeenOfDomain = { decisions: { decisions: Item[] }; selectors: Item; history: Item[] }

/**
 * Every row of a data folder that the real program of commit b2ddc03 made through its API, in the world of the demo. In
 * that version an account was both the person and the owner. Beside it what its API answered in the end.
 */
const version: { rows: Record<string, Item[]>; expected: Record<'ada' | 'ben', Seen & Record<string, SeenOfDomain>> } =
  JSON.parse(gunzipSync(readFileSync(new URL('version-before.json.gz', import.meta.url))).toString())
/** The migrations of that version. */
const migrationsBefore = 6
const secret = 'a secret of at least thirty-two bytes'

/** The order in which rows can be stored: what others refer to first. */
const order = ['account', 'identity_user', 'domain', 'scan_run', 'scan']
const tables = [...order, ...Object.keys(version.rows).filter(table => !order.includes(table))]
const insertInto = (table: string): string =>
  `insert into ${table} select * from jsonb_populate_recordset(null::${table}, $1::jsonb)`

async function folderBefore(parent: string): Promise<string> {
  const journal: { entries: { tag: string }[] } = JSON.parse(
    await readFile(join(migrationsFolder, 'meta/_journal.json'), 'utf8'),
  )
  const entries = journal.entries.slice(0, migrationsBefore)
  const folder = join(parent, 'migrations')
  await mkdir(join(folder, 'meta'), { recursive: true })
  for (const { tag } of entries) await cp(join(migrationsFolder, `${tag}.sql`), join(folder, `${tag}.sql`))
  await writeFile(join(folder, 'meta/_journal.json'), JSON.stringify({ ...journal, entries }))
  return folder
}

/** The database as that version left it, opened by this one. */
async function upgraded(kind: StoreKind, folder: string): Promise<Store> {
  if (kind === 'pglite') {
    const pglite = await emptyPglite()
    await migratePglite(onPglite(pglite), { migrationsFolder: folder })
    for (const table of tables) await pglite.query(insertInto(table), [JSON.stringify(version.rows[table])])
    return storeOn(pglite)
  }
  const url = await freshDatabase({ empty: true })
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await migratePostgres(onPostgres(client), { migrationsFolder: folder })
  for (const table of tables) await client.query(insertInto(table), [JSON.stringify(version.rows[table])])
  await client.end()
  return openPostgres(url, silent, { max: 5 })
}

onBothStores('a data folder made by the version before', kind => {
  let parent: string
  let deps: TestDeps
  let app: FastifyInstance
  beforeAll(async () => {
    parent = await mkdtemp(join(tmpdir(), 'waxseal-before-'))
    const store = await upgraded(kind, await folderBefore(parent))
    const env = readEnv({})
    const auth = embeddedAuth({ store, env, secret, deliver: null, now: () => new Date(), log: silent })
    deps = await openTestDeps(kind, { store, env, auth })
    // The month and the day of its counters.
    deps.clock.now = new Date(String(version.rows['scan_run']?.[0]?.['requested_at']))
    app = await buildApp(deps, { pages: '/nowhere' })
  })
  afterAll(async () => {
    await app.close()
    await deps.close()
    await rm(parent, { recursive: true, force: true })
  })

  describe.each(['ada', 'ben'] as const)('%s', name => {
    const expected = version.expected[name]
    let token: string
    const get = async (path: string) => {
      const answer = await app.inject({ url: `/api${path}`, headers: { authorization: `Bearer ${token}` } })
      expect([path, answer.statusCode]).toEqual([path, 200])
      return answer.json<Item>()
    }
    beforeAll(async () => {
      const payload = { email: `${name}@example.org`, password: 'correct horse battery' }
      const headers = { origin: deps.env.publicUrl }
      const signIn = await app.inject({ method: 'POST', url: '/api/identity/sign-in/email', payload, headers })
      const answer = await app.inject({ url: '/api/identity/token', headers: { cookie: cookieOf(signIn) } })
      token = answer.json<{ token: string }>().token
    })

    it('signs in with the same password, and owns a workspace with the same plan and usage', async () => {
      const { session: _session, ...before } = expected.me
      const own = { id: before['id'], name: before['name'], role: 'owner' }
      expect(await get('/auth/me')).toMatchObject({ ...before, workspace: own, workspaces: [own] })
      expect(await get('/usage/scans-this-month')).toEqual(expected.scans)
      expect(await get('/vt/usage')).toEqual(expected.lookups)
    })

    it('sees the same domains with their tags, and the same figures', async () => {
      // It had no schedules, and its scans stored no words for the badge of SPF and DMARC, and no other badges.
      const newer = {
        auth_text: null,
        badges: null,
        worst: null,
        partly_checked: null,
        changed_after_scan: [],
        read_only: false,
        scan_schedule: 'none',
        next_scan_at: null,
      }
      const shown = expected.domains.map(domain => ({ ...domain, ...newer }))
      expect(await get('/domains')).toEqual(shown)
      // It counted domains that were scanned without a score as not scanned.
      expect(await get('/vt/dashboard-stats')).toMatchObject({
        requiring_attention: expected.stats['requiring_attention'],
      })
    })

    it('sees the same decisions, selectors and history of each domain', async () => {
      for (const { id, domain_name } of expected.domains) {
        const seen = expected[domain_name]
        const decided = seen?.decisions.decisions.map(({ finding, kind, note, decided_at, expires_at }) => ({
          finding,
          kind,
          note,
          decided_at,
          expires_at,
        }))
        expect(await get(`/domains/${id}/decisions`)).toMatchObject({ decisions: decided })
        expect(await get(`/domains/${id}/selectors`)).toEqual(seen?.selectors)
        // Its scans were compared with none.
        const history = seen?.history.map(point => ({ ...point, fixed: 0, added: 0 }))
        expect(await get(`/domains/${id}/history?limit=30`)).toEqual(history)
        expect(await get(`/diagnostics/results/${id}`)).toMatchObject({ domain_name })
      }
    })

    it('sees the same generated records', async () => {
      const tagged = expected.domains.find(({ tags }) => Array.isArray(tags) && tags.length > 0)
      expect(await get(`/spf/${tagged?.id}`)).toEqual(expected.spf)
      expect(await get(`/dmarc/${tagged?.id}`)).toEqual(expected.dmarc)
    })

    it('is the author of what they made', async () => {
      const { db } = deps.store
      const mine = expected.domains.map(({ id }) => id)
      const made = [
        ...(await db.select().from(decision)),
        ...(await db.select().from(dkimSelector).where(eq(dkimSelector.source, 'user'))),
        ...(await db.select().from(generatedSpf)),
        ...(await db.select().from(generatedDmarc)),
      ].filter(row => mine.includes(row.domainId))
      expect(made.length).toBeGreaterThanOrEqual(3)
      expect(new Set(made.map(({ author }) => author))).toEqual(new Set([expected.me['id']]))
    })
  })
})

/**
 * The four calls of the dashboard through the whole server, in accounts of 10, 1,000 and 10,000 domains with the same
 * history: each domain has three scans or more and up to ten findings. The target: with 10,000 domains a call takes at most
 * twice the time it takes with 10. It is the median of rounds in which the accounts take turns. The CPU time counts, which
 * has that of the embedded database; the wall-clock time, which a busy machine stretches, is reported beside it.
 *
 * `scripts/run node bench/dashboard.ts`: a JSON line on stdout, lines for people on stderr.
 */
import { sql } from 'drizzle-orm'
import { packDocument } from '../packages/server/src/features/scans/document.ts'
import { openTestApp, type TestUser } from '../packages/server/src/testing/app.ts'
import { aScanResult } from '../packages/server/src/testing/factories.ts'

const sizes = [10, 1_000, 10_000] as const
const rounds = 40
const ratioMax = 2

const paths = {
  stats: '/vt/dashboard-stats',
  activity: '/dashboard/activity-feed?limit=15',
  issues: '/dashboard/issue-breakdown',
  actions: '/dashboard/priority-actions',
} as const
type Name = keyof typeof paths

const ids =
  'spf_missing dmarc_missing dmarc_none mx_missing spf_neutral dkim_1024 ptr_missing starttls_missing mta_sts_missing bl_critical'.split(
    ' ',
  )

const app = await openTestApp('pglite', { now: () => new Date() })
const { db } = app.deps.store
const document = await packDocument(aScanResult({ name: 'example.com' }))

/** Scans of one hour: in a small account, too, the activity has more scans than it shows. */
async function fill({ actor }: TestUser, domains: number): Promise<void> {
  const { id } = actor.workspace
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
    insert into finding (workspace_id, domain_id, id, subject, points, since, counts_from, counts_domain)
    select ${id}, domain.id, found.id, '', -1 - (score + found.place) % 30, now(), 'epoch', true
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

const accounts = new Map<number, TestUser>()
for (const domains of sizes) {
  const user = await app.aUser({ tier: 'business' })
  await fill(user, domains)
  accounts.set(domains, user)
}
// As autovacuum, and the nightly one of the embedded store, leave the tables.
await app.deps.store.vacuum()
await db.execute(sql`analyze`)

interface Took {
  cpu: number
  wall: number
}

async function timed(user: TestUser, path: string): Promise<Took> {
  const began = performance.now()
  const before = process.cpuUsage()
  const { status } = await user.get(path)
  const { user: inProgram, system } = process.cpuUsage(before)
  if (status !== 200) throw new Error(`${path} answered ${status}`)
  return { cpu: (inProgram + system) / 1000, wall: performance.now() - began }
}

const median = (values: readonly number[]): number =>
  Math.round((values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0) * 100) / 100

const measured: Partial<Record<Name, { cpu: number[]; wall: number[]; ratio: number }>> = {}
for (const [name, path] of Object.entries(paths) as [Name, string][]) {
  const times = new Map<number, Took[]>(sizes.map(size => [size, []]))
  // The first rounds warm up the code and the caches.
  for (let round = -10; round < rounds; round++) {
    for (const [size, user] of accounts) {
      const took = await timed(user, path)
      if (round >= 0) times.get(size)?.push(took)
    }
  }
  const of = (what: keyof Took) => sizes.map(size => median((times.get(size) ?? []).map(took => took[what])))
  const [cpu, wall] = [of('cpu'), of('wall')]
  const ratio = Math.round((100 * (cpu.at(-1) ?? 0)) / (cpu[0] ?? 1)) / 100
  measured[name] = { cpu, wall, ratio }
  const each = sizes.map((size, n) => `${cpu[n]} ms (${wall[n]} ms wall) with ${size} domains`)
  console.error(`${path}: ${each.join(', ')}: ${ratio} times`)
}
const met = Object.values(measured).every(({ ratio }) => ratio <= ratioMax)
console.log(JSON.stringify({ bench: 'dashboard', ran: true, sizes, measured, ratioMax, met }))
await app.close()
process.exitCode = met ? 0 : 1

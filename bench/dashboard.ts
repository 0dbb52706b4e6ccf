/**
 * The four calls of the dashboard through the whole server, in accounts of 10, 1,000 and 10,000 domains with the same
 * history: each domain has three scans or more and up to ten findings. The target: with 10,000 domains a call takes at most
 * twice the time it takes with 10. It is the median of rounds in which the accounts take turns. The CPU time counts, which
 * has that of the embedded database; the wall-clock time, which a busy machine stretches, is reported beside it.
 *
 * `scripts/run node bench/dashboard.ts`: a JSON line on stdout, lines for people on stderr.
 */
import { openTestApp, type TestUser } from '../packages/server/src/testing/app.ts'
import { fillAccount } from '../packages/server/src/testing/dashboard-load.ts'

const sizes = [10, 1_000, 10_000] as const
const rounds = 30
const ratioMax = 2

const paths = {
  stats: '/vt/dashboard-stats',
  activity: '/dashboard/activity-feed?limit=15',
  issues: '/dashboard/issue-breakdown',
  actions: '/dashboard/priority-actions',
} as const
type Name = keyof typeof paths

const app = await openTestApp('pglite', { now: () => new Date() })
const accounts = new Map<number, TestUser>()
for (const domains of sizes) {
  const user = await app.aUser({ tier: 'business' })
  await fillAccount(app.deps.store, user.actor.workspace.id, domains)
  accounts.set(domains, user)
}
// As autovacuum, and the nightly one of the embedded store, leave the tables.
await app.deps.store.vacuum()
await app.deps.store.db.execute('analyze')

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

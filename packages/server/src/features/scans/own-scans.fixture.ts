import type { Zone } from '@waxseal/core/dns'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { alert, domain, scanRun } from '../../db/schema/index.ts'
import type { Deps } from '../../deps.ts'
import { openTestApp, type TestApp, type TestUser } from '../../testing/app.ts'
import { aDomain } from '../../testing/factories.ts'
import { scanOfZone } from '../../testing/hostile-zone.ts'
import type { StoreKind } from '../../testing/store.ts'
import { watchZone } from '../../testing/watch-zone.ts'
import { alertHandlers } from '../alerts/jobs.ts'
import { checkDomain } from '../monitoring/check-domain.ts'
import { claimDueChecks } from '../monitoring/claim-checks.ts'
import { sendDueLooks } from './certificate-looks.ts'
import { scanHandlers } from './jobs.ts'
import { runScan } from './run-scan.ts'
import { startScan } from './start-scan.ts'

export const hour = 3_600_000
const never = new AbortController().signal
export const start = new Date('2026-11-26T09:00:00Z')
export const name = 'shop.example'
export const zoneWith = (dmarc: string): Zone => ({
  [name]: { MX: [[10, `mx1.${name}`]], TXT: ['v=spf1 mx -all'] },
  [`mx1.${name}`]: { A: ['192.0.2.1'] },
  [`_dmarc.${name}`]: { TXT: [dmarc] },
})
export const [reject, none] = [
  'v=DMARC1; p=reject; rua=mailto:d@shop.example',
  'v=DMARC1; p=none; rua=mailto:d@shop.example',
]

/** A watched domain of a Pro workspace that was scanned seven hours ago. */
interface OwnScanWorld {
  server: TestApp
  user: TestUser
  id: string
  /** What monitoring sees, and what a scan sees. */
  published: Zone
  seen: Zone
  scans: Parameters<Deps['scan']>[0][]
  /** When the certificate of the policy host ends; null: it has none. */
  expires: string | null
  /** Whether the policy host can be reached. */
  answers: boolean
  /** Whether scans fail. */
  breaks: boolean
}

/** Opens it for the tests of a file, anew for each. */
export function ownScanWorld(kind: StoreKind) {
  const w = {} as OwnScanWorld
  beforeAll(async () => {
    w.server = await openTestApp(kind, {
      connections: 5,
      watch: input => watchZone(w.published, input, w.server.deps.now()),
      certificates: async () => {
        const url = `https://mta-sts.${name}/.well-known/mta-sts.txt`
        if (!w.answers) return { seen: [], unseen: [], gaps: [{ question: { name: url, type: 'HTTP' } }] }
        const certificate = { host: `mta-sts.${name}`, role: 'policy', not_before: '2026-01-01T00:00:00.000Z' } as const
        return { seen: w.expires === null ? [] : [{ ...certificate, not_after: w.expires }], unseen: [], gaps: [] }
      },
      scan: async input => {
        w.scans.push(input)
        if (w.breaks) throw new Error('a bug')
        const result = await scanOfZone(input.name, w.seen, { tier: input.tier, now: w.server.deps.now() })
        if (w.expires !== null && result.sections.transport.ran) {
          const certificate = { notBefore: '2026-01-01T00:00:00.000Z', notAfter: w.expires }
          const policy = {
            url: '',
            state: 'unavailable',
            text: '',
            whole: true,
            contentType: null,
            problem: null,
          } as const
          const { mtaSts } = result.sections.transport.value
          Object.assign(mtaSts, { policy: { ...policy, certificate } })
        }
        // As if it had a key and all the rest: the score stands on both sides of an alert.
        return { ...result, score: (result.score ?? 0) + 40 }
      },
    })
  })
  beforeEach(async () => {
    const { store, clock } = w.server.deps
    await store.db.delete(domain)
    await store.db.execute(sql`delete from jobs.job`)
    clock.now = start
    w.scans = []
    w.expires = null
    w.answers = true
    w.breaks = false
    w.published = zoneWith(reject)
    w.seen = w.published
    w.user = await w.server.aUser({ tier: 'pro' })
    w.id = (await aDomain(store, w.user.actor, { name, createdAt: start })).id
    await checks()
    await run(await startScan(w.server.deps, w.user.actor, w.id))
    await eventsOf('scan.completed/raise-alerts')
    clock.pass(7 * hour)
    w.scans = []
  })
  afterAll(() => w.server.close())

  const run = (runId: string) => runScan(w.server.deps, runId, never)
  /** Makes the checks that are due, and all that follows from them at once. */
  async function checks() {
    const { checks: due } = await claimDueChecks(w.server.deps, 100)
    for (const check of due) await checkDomain(w.server.deps, check, never)
    const events = await eventsOf('dns.changed/raise-alerts')
    for (const event of events) {
      await alertHandlers(w.server.deps)['dns.changed/raise-alerts'](event as never)
      await scanHandlers(w.server.deps)['dns.changed/scan-again'](event as never)
    }
  }
  /** Takes the jobs of a queue. */
  async function eventsOf(queue: string): Promise<unknown[]> {
    const { rows } = await w.server.deps.store.db.execute(
      sql`delete from jobs.job where name = ${queue} returning data`,
    )
    return rows.map(row => (row as { data: unknown }).data)
  }
  const openRuns = async () =>
    (await w.server.deps.store.db.select().from(scanRun).where(eq(scanRun.domainId, w.id))).filter(
      ({ state }) => state === 'queued',
    )
  /** A day later: makes the looks at certificates that are due. */
  const lookTomorrow = async () => {
    w.server.deps.clock.pass(24 * hour)
    await sendDueLooks(w.server.deps)
    const looks = await eventsOf('certificates.look')
    for (const look of looks) await scanHandlers(w.server.deps)['certificates.look'](look as never, never)
    return looks.length
  }
  const runOwn = async () => {
    const [open] = await openRuns()
    await run(open?.id ?? '')
    for (const event of await eventsOf('scan.completed/raise-alerts'))
      await alertHandlers(w.server.deps)['scan.completed/raise-alerts'](event as never)
  }
  const domainRow = async () => (await w.server.deps.store.db.select().from(domain).where(eq(domain.id, w.id)))[0]
  const listed = async () => (await w.user.get('/domains')).body as { changed_after_scan: { description: string }[] }[]
  const changed = async () => (await listed())[0]?.changed_after_scan.map(({ description }) => description)
  const alerts = async () =>
    (await w.server.deps.store.db.select().from(alert).where(eq(alert.domainId, w.id)).orderBy(alert.at)).map(
      ({ state, description }) => `${state}: ${description}`,
    )
  const change = async (dmarc: string) => {
    w.published = zoneWith(dmarc)
    await checks()
  }
  return Object.assign(w, {
    run,
    checks,
    eventsOf,
    openRuns,
    lookTomorrow,
    runOwn,
    domainRow,
    listed,
    changed,
    alerts,
    change,
  })
}

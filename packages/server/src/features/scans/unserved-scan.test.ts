import { compareSnapshot, inDns, unserved, type WatchMemory } from '@waxseal/core/watch'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { domain } from '../../db/schema/index.ts'
import type { Deps } from '../../deps.ts'
import { openTestApp, type TestApp, type TestUser } from '../../testing/app.ts'
import { aDomain, aScanResult } from '../../testing/factories.ts'
import { onTheStore } from '../../testing/store.ts'
import { alertHandlers } from '../alerts/jobs.ts'
import { checkDomain } from '../monitoring/check-domain.ts'
import { claimDueChecks } from '../monitoring/claim-checks.ts'
import { scanHandlers } from './jobs.ts'
import { startDueOwnScans } from './own-scans.ts'
import { runScan } from './run-scan.ts'
import { startScan } from './start-scan.ts'

const minute = 60_000
const never = new AbortController().signal
const start = new Date('2026-11-26T09:00:00Z')
const name = 'moved.example'
/** The first digits place its regular checks: at 00:00, 06:00, 12:00 and 18:00 UTC, between none of the times below. */
const domainId = '00000000-0000-4000-8000-0000000000d0'

onTheStore('a zone that no delegated server serves', kind => {
  let server: TestApp
  let user: TestUser
  let id: string
  /** What a check finds about the name. */
  let found: string
  /** What each scan was told of it. */
  let told: Parameters<Deps['scan']>[0]['unserved'][]
  beforeAll(async () => {
    server = await openTestApp(kind, {
      watch: async ({ memory }) => look(memory ?? null),
      scan: async input => {
        told.push(input.unserved)
        const scan = aScanResult({ name: input.name, startedAt: server.deps.now().toISOString() })
        if (found === inDns) return scan
        return { ...scan, sections: { ...scan.sections, dns: { ran: false, reason: 'servfail', evidence: [] } } }
      },
    })
  })
  beforeEach(async () => {
    await server.deps.store.db.delete(domain)
    await server.deps.store.db.execute(sql`delete from jobs.job`)
    server.deps.clock.now = start
    told = []
    user = await server.aUser({ tier: 'free' })
    id = (await aDomain(server.deps.store, user.actor, { id: domainId, name, createdAt: start })).id
  })
  afterAll(() => server.close())

  function look(memory: WatchMemory | null) {
    const snapshot = {
      version: 1 as const,
      domain: name,
      takenAt: server.deps.now().toISOString(),
      parts: [
        {
          key: 'name',
          kind: 'name' as const,
          name,
          state: 'known' as const,
          values: [found],
          confirmed: true,
          reason: null,
        },
      ],
    }
    return { ...compareSnapshot(memory, snapshot), snapshot }
  }
  /** Makes the checks that are due so many minutes after the start, and what follows from them. */
  async function checksAt(minutes: number) {
    server.deps.clock.now = new Date(start.getTime() + minutes * minute)
    const { checks } = await claimDueChecks(server.deps, 100)
    for (const check of checks) await checkDomain(server.deps, check, never)
    const { rows } = await server.deps.store.db.execute(
      sql`delete from jobs.job where name = 'dns.changed/raise-alerts' returning data`,
    )
    for (const { data } of rows as { data: never }[]) {
      await alertHandlers(server.deps)['dns.changed/raise-alerts'](data)
      await scanHandlers(server.deps)['dns.changed/scan-again'](data)
    }
    await startDueOwnScans(server.deps)
    return checks.length
  }
  /** Runs the scans that wait. */
  async function scans() {
    const { rows } = await server.deps.store.db.execute(
      sql`delete from jobs.job where name = 'scan.run' returning data->>'runId' as id`,
    )
    for (const row of rows) await runScan(server.deps, String(row['id']), never)
  }
  async function scanned() {
    await startScan(server.deps, user.actor, id)
    await scans()
  }

  it('is said by no scan before the third check, which monitoring makes by itself, and then by one that starts by itself', async () => {
    found = inDns
    await checksAt(0)
    found = unserved
    await scanned()
    // The check of the next period finds it first, and the two that follow come half an hour apart.
    expect(await checksAt(360)).toBe(1)
    expect(await checksAt(389)).toBe(0)
    expect(await checksAt(390)).toBe(1)
    await scanned()
    expect(told).toEqual([null, null])
    expect(await checksAt(420)).toBe(1)
    await scans()
    expect(told.slice(2)).toEqual([{ since: '2026-11-26T15:00:00.000Z', looks: 3 }])
    expect((await user.get('/usage/scans-this-month')).body).toMatchObject({ scans_this_month: 2 })
    found = inDns
    server.deps.clock.pass(360 * minute)
    await checksAt(780)
    await scans()
    expect(told.at(-1)).toBeNull()
  })

  it('that was so when the domain was added is said after three checks too, and its scan starts by itself', async () => {
    found = unserved
    await scanned()
    expect([await checksAt(0), await checksAt(30)]).toEqual([1, 1])
    await scans()
    expect(told).toEqual([null])
    expect(await checksAt(60)).toBe(1)
    await scans()
    expect(told).toEqual([null, { since: '2026-11-26T09:00:00.000Z', looks: 3 }])
  })
})

import { afterEach, beforeEach, expect, it } from 'vitest'
import { identityVerification, rateLimit } from './db/schema/index.ts'
import { openTestDeps, type TestDeps } from './testing/deps.ts'
import { worldOn } from './testing/neighbors.ts'
import { onTheStore } from './testing/store.ts'
import { periodicStoreTasks, startWorkers } from './worker.ts'

const neverStops = new AbortController().signal

const auditEvents = ['added', 'guest', 'guest sign-in', 'imported', 'key', 'renamed', 'role', 'sign-in']

onTheStore('the workers', kind => {
  let deps: TestDeps
  beforeEach(async () => {
    deps = await openTestDeps(kind)
  })
  afterEach(() => deps.close())

  it('delete lapsed rows, and nothing else', async () => {
    const now = deps.now()
    const at = (minutes: number) => new Date(now.getTime() + minutes * 60_000)
    await deps.store.db.insert(rateLimit).values([
      { key: 'long ago', windowStart: at(-25 * 60), n: 1 },
      { key: 'just now', windowStart: at(-60), n: 1 },
    ])
    const link = { identifier: 'reset-password:x', value: 'user', createdAt: now, updatedAt: now }
    await deps.store.db.insert(identityVerification).values([
      { ...link, id: 'lapsed', expiresAt: at(-1) },
      { ...link, id: 'open', expiresAt: at(1) },
    ])
    await deps.clockWatch.beat()
    const workers = await startWorkers(deps)
    await workers.stop()
    expect((await deps.store.db.select().from(rateLimit)).map(({ key }) => key)).toEqual(['just now'])
    expect((await deps.store.db.select().from(identityVerification)).map(({ id }) => id)).toEqual(['open'])
  })
})

const both = (lines: (name: string) => string[]) => ['neighbor', 'owner'].flatMap(lines)

onTheStore('the upkeep of the store', kind => {
  const aWorld = worldOn(kind)

  it('deletes lapsed rows of every account, and each kind of usage by its own age', async () => {
    const { store, touched, now } = await aWorld()
    /** Of the audit log each time deletes one day. */
    const forget =
      (at: Date, times = 1) =>
      async () => {
        const tasks = periodicStoreTasks({ store }).filter(({ deletesByAge }) => deletesByAge)
        for (let n = 0; n < times; n++) for (const task of tasks) await task.run(at, neverStops)
      }
    expect(await touched(forget(now))).toEqual([
      ...both(name => [`- api_key ${name} key revoked`]),
      ...both(name => [`- audit_event ${name} event old`]),
      ...both(name => [`- identity_session session of ${name} lapsed`]),
      ...both(name => [`- identity_verification link of ${name} lapsed`]),
      ...both(name => [`- rate_limit diagnostics.scan ${name}`]),
      '- relay_memory 192.0.2.27',
      ...both(name => [`- sign_in_try tries of ${name}`]),
      '- threat_cache virustotal domain old.example',
    ])
    expect(await touched(forget(new Date('2026-12-25T09:00:00Z')))).toEqual([
      ...both(name => [`- identity_session session of ${name} live`]),
      ...both(name => [`- identity_verification link of ${name} live`]),
      ...both(name => ['expired', 'open', 'used'].map(what => `- invitation ${name} invitation ${what}`)),
      ...both(name => [`- rate_limit diagnostics.scan ${name}`]),
      ...both(name => [`- sign_in_memory right sign-in of ${name}`]),
      '- threat_cache virustotal address 192.0.2.25',
      '- threat_cache virustotal domain own.example',
      ...both(name => ['chat', 'threat'].map(what => `- usage_counter ${name} ${what} 2026-11-19`)),
    ])
    expect(await touched(forget(new Date('2027-12-20T09:00:00Z'), 10))).toEqual([
      ...both(name => auditEvents.map(what => `- audit_event ${name} event ${what}`)),
      ...both(name =>
        ['eleventh', 'shared'].map(what => `- audit_event_domain ${name} event imported ${what}.example`),
      ),
      '- relay_memory 192.0.2.25',
      '- relay_memory 192.0.2.26',
      ...both(name =>
        ['chat 2026-11-20', 'scan 2026-10', 'threat 2026-11-20'].map(what => `- usage_counter ${name} ${what}`),
      ),
    ])
  })
})

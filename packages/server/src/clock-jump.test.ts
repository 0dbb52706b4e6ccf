import { eq, getTableColumns, getTableName, is, sql } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import * as schema from './db/schema/index.ts'
import { alertDeliverers } from './features/alerts/deliver.ts'
import { watchClock } from './jobs/clock-watch.ts'
import { deliverersOf } from './jobs/deliverers.ts'
import { openTestDeps, type TestDeps } from './testing/deps.ts'
import { type World, worldOn } from './testing/neighbors.ts'
import { onTheStore } from './testing/store.ts'
import { dueTimes, periodicTasks } from './worker.ts'

const { auditEvent, domain, operation, payment, watch, workspace } = schema
const minute = 60_000
const day = 24 * 60 * minute
const year = 365 * day
const neverStops = new AbortController().signal

const tasksOf = (deps: TestDeps) => periodicTasks(deps, { ...deliverersOf(deps), ...alertDeliverers(deps) })

onTheStore('a clock that jumps', kind => {
  const aWorld = worldOn(kind)
  let world: World
  let deps: TestDeps
  /** The time of the database when none has passed: its clock is right. */
  const began = Date.parse('2026-11-20T09:00:00Z')
  beforeEach(async () => {
    world = await aWorld()
    deps = await openTestDeps(kind, { store: world.store })
  })
  afterEach(() => deps.queue.stop({ timeoutMs: 1_000 }))

  /** Once around everything that deletes by age. */
  const forget = async () => {
    for (const task of tasksOf(deps)) {
      const at = task.deletesByAge ? await deps.clockWatch.timeToDelete() : null
      if (at !== null) await task.run(at, neverStops)
    }
  }
  const pullDueTimesBack = () =>
    tasksOf(deps)
      .find(({ name }) => name === 'pull due times back')
      ?.run(deps.now(), neverStops)
  const namesOf = (isOne: (name: string, deletes: boolean) => boolean) =>
    tasksOf(deps).flatMap(({ name, deletesByAge }) => (isOne(name, deletesByAge === true) ? [name] : []))
  /** The rows of it that are gone. */
  const deleted = async (call: () => Promise<unknown>) =>
    (await world.touched(call)).filter(line => line.startsWith('- '))
  const jump = (ms: number) => {
    deps.clock.now = new Date(deps.clock.now.getTime() + ms)
  }
  /** As a process that starts now, with what is stored. */
  const restart = async () => {
    const { store, now, log, clock } = deps
    const timeOfDatabase = async () => new Date(began + clock.monotonic)
    deps.clockWatch = watchClock({ store, now, log, monotonic: () => clock.monotonic, timeOfDatabase })
    await deps.clockWatch.begin()
  }
  const oldest = async () => (await deps.store.db.select().from(operation).where(eq(operation.key, 'clock')))[0]?.at

  it('deletes nothing, ahead or back and also while it is right again, until 24 hours have passed', async () => {
    await deps.clockWatch.beat()
    await restart()
    jump(400 * day)
    expect(await deleted(forget)).toEqual([])
    deps.clock.pass(minute)
    jump(-400 * day)
    expect(await deleted(forget)).toEqual([])
    deps.clock.pass(day - minute)
    expect(await deleted(forget)).toEqual([])
    deps.clock.pass(minute)
    expect(await deleted(forget)).toContain('- audit_event owner event old')
  })

  it('deletes what is too old where it is the time that passed', async () => {
    await deps.clockWatch.beat()
    await restart()
    expect(await deleted(forget)).toContain('- audit_event owner event old')
    deps.clock.pass(400 * day)
    const gone = await deleted(forget)
    for (const kind of ['audit_event', 'header_analysis', 'report_share', 'outbox', 'identity_session', 'alert'])
      expect(gone.join('\n')).toContain(`- ${kind} `)
  })

  it('deletes nothing after a start with a wrong clock, however often the process starts', async () => {
    await deps.clockWatch.beat()
    const at = await oldest()
    jump(400 * day)
    for (let starts = 0; starts < 2; starts++) {
      await restart()
      await deps.clockWatch.beat()
      expect(await deleted(forget)).toEqual([])
      deps.clock.pass(minute)
    }
    // What was believed last stays, so that the next start knows.
    expect(await oldest()).toEqual(at)
    deps.clock.pass(day)
    await deps.clockWatch.beat()
    expect(await deps.clockWatch.look()).toBeNull()
    expect(await oldest()).toEqual(deps.clock.now)
  })

  it('is not one after a night, and is one behind the last beat', async () => {
    await deps.clockWatch.beat()
    deps.clock.pass(20 * 60 * minute)
    await restart()
    expect(await deps.clockWatch.look()).toBeNull()
    await deps.clockWatch.beat()
    jump(-6 * minute)
    await restart()
    expect((await deps.clockWatch.look())?.reason).toBe('the last beat is 6 minutes ahead of the clock')
  })

  it('says nothing at the first start that knows of a beat, and deletes nothing in its first day', async () => {
    await restart()
    expect(await deps.clockWatch.look()).toMatchObject({ isAlarm: false })
    expect(await deleted(forget)).toEqual([])
    deps.clock.pass(day)
    expect(await deps.clockWatch.look()).toBeNull()
  })

  it('leaves no due time further ahead than its period, once it is right for five minutes', async () => {
    const { db } = deps.store
    const ahead = new Date(deps.clock.now.getTime() + year)
    for (const { table, column } of dueTimes) await db.update(table).set({ [column]: ahead })
    await db.update(watch).set({ nextCheckAt: ahead })
    const schedules = { 'owner/own': 'daily', 'owner/shared': 'weekly', 'neighbor/shared': 'monthly' } as const
    for (const [name, scanSchedule] of Object.entries(schedules))
      await db
        .update(domain)
        .set({ scanSchedule })
        .where(eq(domain.id, world.id(name)))
    await db
      .update(workspace)
      .set({ tier: 'pro', dnsMonitoringFrequency: 1 })
      .where(eq(workspace.id, world.id('owner')))
    await deps.queue.send('scan.run', { runId: crypto.randomUUID() })
    await db.execute(sql`update jobs.job set start_after = ${ahead.toISOString()} where state < 'active'`)
    jump(2 * year)
    expect(await world.touched(async () => pullDueTimesBack())).toEqual([])
    jump(-2 * year)
    expect(await world.touched(async () => pullDueTimesBack())).toEqual([])
    deps.clock.pass(5 * minute)
    await pullDueTimesBack()
    const now = deps.clock.now.getTime()
    for (const { table, column, periodMs, where } of dueTimes) {
      const at = getTableColumns(table)[column]
      const rows = await db
        .select({ at: sql<string>`${at}` })
        .from(table)
        .where(where)
      const times = rows.map(row => Date.parse(row.at) - now)
      expect(times.length, `rows of ${getTableName(table)} with ${column}`).toBeGreaterThan(0)
      expect(Math.max(...times), `${getTableName(table)}.${column}`).toBeLessThanOrEqual(periodMs)
      expect(Math.min(...times), `${getTableName(table)}.${column}`).toBeGreaterThan(0)
    }
    const checks = async (name: string) => {
      const rows = await db
        .select()
        .from(watch)
        .where(eq(watch.workspaceId, world.id(name)))
      return Math.max(...rows.map(row => row.nextCheckAt.getTime() - now)) / (60 * minute)
    }
    expect(await checks('owner')).toBeLessThanOrEqual(1)
    expect(await checks('neighbor')).toBeGreaterThan(1)
    expect(await checks('neighbor')).toBeLessThanOrEqual(6)
    const { rows } = await db.execute(sql`select 1 from jobs.job where start_after <= ${deps.now().toISOString()}`)
    expect(rows).toHaveLength(1)
    // Due times within their periods stay as they are.
    expect(await world.touched(async () => pullDueTimesBack())).toEqual([])
  })

  it('costs the audit log and the payments one day of theirs, where it is believed although it is wrong', async () => {
    const { db } = deps.store
    const count = async () => [await db.$count(auditEvent), await db.$count(payment)]
    const at = (days: number) => new Date(deps.clock.now.getTime() - days * day)
    const [event] = await db.select().from(auditEvent).limit(1)
    const [paid] = await db.select().from(payment).limit(1)
    if (event === undefined || paid === undefined) throw new Error('the world has no event and no payment')
    await db.delete(auditEvent)
    await db.delete(payment)
    for (const days of [40, 30, 20]) {
      await db.insert(auditEvent).values({ ...event, id: crypto.randomUUID(), at: at(days) })
      await db
        .insert(payment)
        .values({ ...paid, id: crypto.randomUUID(), paymentId: `${days} days ago`, paidAt: at(days) })
    }
    await deps.clockWatch.beat()
    deps.clock.pass(10 * year)
    await forget()
    expect(await count()).toEqual([2, 2])
    await forget()
    expect(await count()).toEqual([1, 1])
  })

  it('is minded by each task that forgets or removes', () => {
    expect(namesOf((name, deletes) => deletes && !/^(forget|remove) /.test(name))).toEqual([])
    expect(namesOf((name, deletes) => !deletes && /forget|remove|delete|purge/.test(name))).toEqual([])
    expect(namesOf((_, deletes) => deletes).length).toBeGreaterThan(12)
  })
})

describe('every stored time at which something is due or ends', () => {
  /** Why it has no furthest time of ours. */
  const others: Record<string, string> = {
    'watch.nextCheckAt': 'by the period of its workspace: pull-back-checks.ts',
    'alert_address.expiresAt': 'a link that only opens something',
    'api_key.expiresAt': 'a person chose it',
    'decision.expiresAt': 'a person chose it',
    'report_share.expiresAt': 'a person chose it',
    'checkout.expiresAt': 'the provider says it',
    'test_session.expiresAt': 'the provider says it',
    'header_analysis.expiresAt': 'the setting may change',
    'identity_verification.expiresAt': 'a link that only opens something',
    'identity_jwks.expiresAt': 'keys live as long as the library wants',
    'identity_account.accessTokenExpiresAt': 'the library says it',
    'identity_account.refreshTokenExpiresAt': 'the library says it',
    'invitation.expiresAt': 'a link that only opens something',
    'threat_quota.pausedUntil': 'threat-memory.ts believes a day of it',
  }

  it('is pulled back, or named here with the reason why not', () => {
    const pulled = new Set(dueTimes.map(({ table, column }) => `${getTableName(table)}.${column}`))
    const found = Object.values(schema)
      .filter(value => is(value, PgTable))
      .flatMap(table => Object.keys(getTableColumns(table)).map(column => `${getTableName(table)}.${column}`))
      .filter(name => /\.(next|due|restore|remove)[A-Z]\w*At$|Until$|DueAt$|[eE]xpiresAt$/.test(name))
    expect(found.filter(name => !pulled.has(name)).toSorted()).toEqual(Object.keys(others).toSorted())
  })
})

import { sql } from 'drizzle-orm'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest'
import type { Store } from '../db/store.ts'
import { openTestStore } from '../testing/store.ts'
import { type ClockWatch, watchClock } from './clock-watch.ts'

const minute = 60_000
const day = 24 * 60 * minute

/** A clock, what no one can set, and the log. */
function aMachine() {
  const lines: { level: number; msg: string; reason?: string }[] = []
  const machine = {
    wall: Date.parse('2026-11-20T09:00:00Z'),
    passed: 0,
    lines,
    log: pino({ level: 'info' }, { write: (line: string) => void lines.push(JSON.parse(line)) }),
    pass(ms: number) {
      machine.wall += ms
      machine.passed += ms
    },
    watch: (store: Pick<Store, 'kind' | 'db'>): ClockWatch =>
      watchClock({ store, now: () => new Date(machine.wall), log: machine.log, monotonic: () => machine.passed }),
  }
  return machine
}

/** Never asked: the embedded store has the clock of the process. */
const embedded = { kind: 'pglite', db: {} } as unknown as Store

describe('the watch of the clock of the process', () => {
  it('lets five minutes pass, and no more', async () => {
    const machine = aMachine()
    const watch = machine.watch(embedded)
    machine.wall += 5 * minute
    expect(await watch.look()).toBeNull()
    machine.wall -= 5 * minute + 1
    expect(await watch.look()).toMatchObject({
      reason: 'the clock of the process jumped 5 minutes back',
      isAlarm: true,
    })
  })

  it('counts the 24 hours from the last jump', async () => {
    const machine = aMachine()
    const watch = machine.watch(embedded)
    machine.wall += day
    expect(await watch.timeToDelete()).toBeNull()
    machine.pass(day - 1)
    machine.wall -= day
    expect(await watch.timeToDelete()).toBeNull()
    machine.pass(day - 1)
    expect(await watch.timeToDelete()).toBeNull()
    machine.pass(1)
    expect(await watch.timeToDelete()).toEqual(new Date(machine.wall))
  })

  it('sees a suspended machine as a jump: what no one can set stood still', async () => {
    const machine = aMachine()
    const watch = machine.watch(embedded)
    machine.wall += 8 * 60 * minute
    expect((await watch.look())?.reason).toBe('the clock of the process jumped 8 hours ahead')
  })

  it('says it loudly once, and when it is over', async () => {
    const machine = aMachine()
    const watch = machine.watch(embedded)
    machine.wall += day
    for (let n = 0; n < 3; n++) await watch.look()
    machine.pass(day)
    for (let n = 0; n < 3; n++) await watch.look()
    expect(machine.lines.map(({ level, msg }) => [level, msg])).toEqual([
      [50, expect.stringMatching(/^THE CLOCK CANNOT BE BELIEVED: nothing is deleted/)],
      [30, 'the clock is believed again: what is too old is deleted'],
    ])
  })
})

describe('the watch of the clock of the database', () => {
  it('is not misled by an answer that took longer than a jump is', async () => {
    const machine = aMachine()
    let takes = 0
    const watch = watchClock({
      store: { ...embedded, kind: 'postgres' },
      now: () => new Date(machine.wall),
      log: machine.log,
      monotonic: () => machine.passed,
      timeOfDatabase: async () => {
        machine.pass(takes)
        return new Date(machine.wall)
      },
    })
    await watch.look()
    for (takes of [7 * minute, 0]) expect(await watch.look()).toBeNull()
  })
})

describe.skipIf(inject('postgres') === '')('the watch of the clock of the database (PostgreSQL)', () => {
  let store: Store
  beforeEach(async () => {
    store = await openTestStore('postgres')
    // A clock that the test sets, found before the real one.
    await store.db.execute(sql`create schema moved`)
    await store.db.execute(sql`set search_path = moved, public, pg_catalog`)
  })
  afterEach(() => store.close())

  const setTo = (machine: { wall: number }, off = 0) =>
    store.db.execute(
      sql.raw(`create or replace function moved.clock_timestamp() returns timestamptz language sql
        as $$ select '${new Date(machine.wall + off).toISOString()}'::timestamptz $$`),
    )

  it('deletes nothing when it jumps, and pulls nothing back for five minutes', async () => {
    const machine = aMachine()
    await setTo(machine)
    const watch = machine.watch(store)
    expect(await watch.timeToDelete()).not.toBeNull()
    await setTo(machine, 365 * day)
    expect(await watch.timeToDelete()).toBeNull()
    expect((await watch.look())?.reason).toBe('the clock of the database jumped 8760 hours ahead')
    expect(await watch.timeToPullBack()).toBeNull()
    machine.pass(5 * minute)
    await setTo(machine, 365 * day)
    expect(await watch.timeToPullBack()).toEqual({
      now: new Date(machine.wall),
      database: new Date(machine.wall + 365 * day),
    })
  })

  it('does not mind that it is another time there, as long as it stays so', async () => {
    const machine = aMachine()
    await setTo(machine, -20 * minute)
    const watch = machine.watch(store)
    await watch.beat()
    machine.pass(60 * minute)
    await setTo(machine, -20 * minute)
    const next = machine.watch(store)
    await next.begin()
    expect([await watch.look(), await next.look()]).toEqual([null, null])
  })

  it('notices at a start that one of the two was set meanwhile, also by less than a day', async () => {
    const machine = aMachine()
    await setTo(machine)
    await machine.watch(store).beat()
    machine.pass(60 * minute)
    await setTo(machine)
    machine.wall += 10 * 60 * minute
    const next = machine.watch(store)
    await next.begin()
    expect((await next.look())?.reason).toBe(
      'since the last beat 11 hours passed by the clock of the process, 60 minutes by the database’s',
    )
  })
})

import type { Logger } from 'pino'
import { databaseTime } from '../db/database-time.ts'
import { lastOperation, noteOperation } from '../db/operations.ts'
import type { Store } from '../db/store.ts'
import type { PeriodicTask } from './periodic.ts'

const minute = 60_000
const day = 86_400_000

/** A clock that moved by more than this against the time that passed has jumped. */
const jumpMs = 5 * minute
/** A start so long after the last beat is that of a suspended machine or a restored snapshot, or a clock that is ahead. */
const silenceMs = day
/** Nothing is deleted for so long after a jump. */
const holdMs = day
/** So long after a jump the clock counts as settled: due times may be pulled back on its word. */
const settledMs = 5 * minute

/** Why nothing is deleted by its age. */
export interface Hold {
  /** By the clock of the process. */
  since: Date
  reason: string
  /** False at the first start only: nothing is known of the clock yet, and nothing is wrong. */
  isAlarm: boolean
}

/**
 * Whether the word of the clock is believed. What is deleted by its age is gone for good, so a clock that jumped is not
 * believed until the process has run 24 hours without another jump.
 */
export interface ClockWatch {
  /** Compares the clocks with the time that passed since the process last did. @returns null: something may be deleted */
  look(): Promise<Hold | null>
  /** The time by which something may be deleted, for the next moment only; null: nothing may be. */
  timeToDelete(): Promise<Date | null>
  /** The times by which due times may be pulled back; null: the clock jumped within the last five minutes. */
  timeToPullBack(): Promise<{ now: Date; database: Date } | null>
  /** Compares the clocks with the last beat of any process before. Called once, before the first deletion. */
  begin(): Promise<void>
  /** Writes the time down, unless a jump is not over yet: then the last time that was believed stays. */
  beat(): Promise<void>
}

interface ClockWatchDeps {
  store: Pick<Store, 'kind' | 'db'>
  now: () => Date
  log: Logger
  /** Milliseconds that no one sets; by default since the process started. */
  monotonic?: () => number
  /** By default its clock. The embedded store has that of the process. */
  timeOfDatabase?: () => Promise<Date>
}

const beatKey = 'clock'

/** Watches the clock of the process, and with PostgreSQL that of the database. */
export function watchClock({ store, now, log, ...options }: ClockWatchDeps): ClockWatch {
  const monotonic = options.monotonic ?? (() => performance.now())
  const timeOfDatabase =
    options.timeOfDatabase ?? (async () => (store.kind === 'postgres' ? databaseTime(store.db) : now()))
  /** What a clock says beyond the time that passed: it stays the same unless the clock is set. */
  const offsets: Record<Clock, { least: number; most: number } | null> = { process: null, database: null }
  let held: (Hold & { from: number }) | null = null
  compare('process', now(), monotonic())

  function hold(reason: string, isAlarm = true): void {
    held = { since: now(), reason, isAlarm, from: monotonic() }
    if (!isAlarm) return log.info({ reason }, 'nothing is deleted by its age in the first 24 hours')
    log.error(
      { reason, until: 'this process has run 24 hours without another jump' },
      'THE CLOCK CANNOT BE BELIEVED: nothing is deleted by its age. Check the time of this machine and of the database',
    )
  }

  /**
   * An answer that took long may be of any moment since it was asked: the offset lies between two numbers. Only what is
   * beyond both is a jump.
   */
  function compare(clock: Clock, at: Date, asked: number): void {
    const before = offsets[clock]
    const after = { least: at.getTime() - monotonic(), most: at.getTime() - asked }
    offsets[clock] = after
    if (before === null) return
    const [ahead, back] = [after.least - before.most, before.least - after.most]
    if (Math.max(ahead, back) <= jumpMs) return
    hold(`the clock of the ${clock} jumped ${ahead > back ? `${long(ahead)} ahead` : `${long(back)} back`}`)
  }

  async function read(): Promise<{ now: Date; database: Date }> {
    compare('process', now(), monotonic())
    const asked = monotonic()
    const database = await timeOfDatabase()
    if (store.kind === 'postgres') compare('database', database, asked)
    const at = now()
    compare('process', at, monotonic())
    if (held !== null && monotonic() - held.from >= holdMs) {
      log.info({ reason: held.reason }, 'the clock is believed again: what is too old is deleted')
      held = null
    }
    return { now: at, database }
  }

  const watch: ClockWatch = {
    async look() {
      await read()
      return held
    },
    async timeToDelete() {
      const { now: at } = await read()
      return held === null ? at : null
    },
    async timeToPullBack() {
      const times = await read()
      const isSettled = held === null || !held.isAlarm || monotonic() - held.from >= settledMs
      return isSettled ? times : null
    },
    async begin() {
      const { now: at, database } = await read()
      const last = await lastOperation(store.db, beatKey)
      if (last === undefined) return hold('this is the first start that knows of a beat', false)
      const passed = at.getTime() - last.at.getTime()
      const passedThere = database.getTime() - Date.parse(String('database' in last.detail && last.detail.database))
      if (passed > silenceMs) return hold(`the last beat was ${long(passed)} ago`)
      if (passed < -jumpMs) return hold(`the last beat is ${long(passed)} ahead of the clock`)
      if (Math.abs(passed - passedThere) > jumpMs)
        hold(
          `since the last beat ${long(passed)} passed by the clock of the process, ${long(passedThere)} by the database’s`,
        )
    },
    async beat() {
      const { now: at, database } = await read()
      if (held?.isAlarm !== true) await noteOperation(store.db, beatKey, at, { database: database.toISOString() })
    },
  }
  return watch
}

type Clock = 'process' | 'database'

function long(ms: number): string {
  const minutes = Math.round(Math.abs(ms) / minute)
  return minutes < 180 ? `${minutes} minutes` : `${Math.round(minutes / 60)} hours`
}

/** The beat, once a minute. */
export function periodicBeats(clock: ClockWatch): PeriodicTask[] {
  return [{ name: 'note the time', everyMs: minute, run: () => clock.beat() }]
}

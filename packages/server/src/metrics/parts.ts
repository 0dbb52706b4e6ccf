import type { Deps } from '../deps.ts'
import type { Env } from '../env.ts'
import type { Hold } from '../jobs/clock-watch.ts'
import { workerSeenAt } from './backlog-query.ts'
import { diskWatch } from './disk.ts'
import { type Check, reasonOf, remembered } from './remembered.ts'
import { within } from './within.ts'

/** What a running Waxseal consists of. It can serve while its store works. */
export const partNames = ['store', 'disk', 'worker', 'resolver', 'mail', 'clock'] as const
type PartName = (typeof partNames)[number]

/** The state of one part. */
export interface Part {
  /** `unknown`: not seen or not checked yet. `off`: not configured. */
  state: 'ok' | 'failed' | 'unknown' | 'off'
  /** When it was last seen or checked. */
  at: Date | null
  /** Why it failed. For the operator only: it may name servers. */
  reason: string | null
}

export type PartStates = Readonly<Record<PartName, Part>>

/** The parts as this process sees them. */
export interface Parts {
  /** Whether the process can serve: the database answers, has the queue's schema, and room on its disk. */
  isReady(): Promise<boolean>
  /** Takes note that the database refused to write, because its disk is full. */
  diskIsFull(): void
  /**
   * All parts. The resolver and the mail server are asked rarely, and their last state is kept in between.
   *
   * @param patienceMs how long to wait for them at most when their state is due; a second by default
   */
  read(patienceMs?: number): Promise<PartStates>
}

/** The database answers within this time. */
const storeMs = 3_000
/** Workers look after the queues each minute. After five minutes without a sign, none runs. */
const workerMs = 5 * 60_000
const patientMs = 1_000

type PartDeps = Pick<Deps, 'store' | 'now' | 'log' | 'mail' | 'clockWatch'> & {
  env: Pick<Env, 'dataDir'>
  askResolver: Check
  /** The bytes that are free on the disk of a folder; the real ones by default. */
  freeBytes?: (folder: string) => Promise<number>
}

export function openParts(deps: PartDeps): Parts {
  const { store, now, log, mail, clockWatch, askResolver } = deps
  const openedAt = now()
  const disk = diskWatch(deps)
  const resolver = remembered(
    askResolver,
    { now, log },
    { failed: 'the DNS resolver does not answer', well: 'the DNS resolver answers again' },
  )
  const mailServer =
    mail.check &&
    remembered(
      mail.check,
      { now, log },
      { failed: 'the mail server does not accept our mail', well: 'the mail server accepts our mail again' },
    )

  type FromDatabase = Pick<PartStates, 'store' | 'worker' | 'clock'>
  let asking: Promise<FromDatabase> | null = null

  /** Anyone may ask as often as they like, and no limit counts it: all who ask at the same moment have one answer. */
  function fromDatabase(): Promise<FromDatabase> {
    asking ??= askDatabase().finally(() => {
      asking = null
    })
    return asking
  }

  async function askDatabase(): Promise<FromDatabase> {
    const unknown: Part = { state: 'unknown', at: null, reason: null }
    try {
      const seenAt = await within(
        storeMs,
        store.ping().then(() => workerSeenAt(store.db)),
      )
      const hold = await within(storeMs, clockWatch.look())
      return {
        store: { state: 'ok', at: now(), reason: null },
        worker: workerPart(seenAt, now(), openedAt),
        clock: clockPart(hold, now()),
      }
    } catch (cause) {
      return { store: { state: 'failed', at: now(), reason: reasonOf(cause) }, worker: unknown, clock: unknown }
    }
  }

  return {
    async isReady() {
      const [database, diskPart] = await Promise.all([fromDatabase(), disk.look()])
      return database.store.state === 'ok' && diskPart.state !== 'failed'
    },
    diskIsFull: disk.isFull,
    async read(patienceMs = patientMs) {
      const off: Part = { state: 'off', at: null, reason: null }
      const [database, diskPart, resolverPart, mailPart] = await Promise.all([
        fromDatabase(),
        disk.look(),
        resolver(patienceMs),
        mailServer?.(patienceMs) ?? off,
      ])
      return { ...database, disk: diskPart, resolver: resolverPart, mail: mailPart }
    },
  }
}

/** Failed while nothing is deleted by its age because the clock jumped. The first start is no failure. */
function clockPart(hold: Hold | null, now: Date): Part {
  return hold?.isAlarm === true
    ? { state: 'failed', at: now, reason: `${hold.reason}; nothing is deleted by its age until 24 hours later` }
    : { state: 'ok', at: now, reason: null }
}

/** After a common start of all processes, the last sign of a worker is that of its last run. */
function workerPart(at: Date | null, now: Date, openedAt: Date): Part {
  const isWithin = (since: Date) => now.getTime() - since.getTime() <= workerMs
  if (at !== null && isWithin(at)) return { state: 'ok', at, reason: null }
  return isWithin(openedAt) ? { state: 'unknown', at, reason: null } : { state: 'failed', at, reason: 'no worker runs' }
}

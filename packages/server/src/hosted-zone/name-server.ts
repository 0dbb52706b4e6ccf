import { setTimeout as wait } from 'node:timers/promises'
import type { Deps } from '../deps.ts'
import type { HostedZone } from '../env-hosted-zone.ts'
import type { Change } from '../nameserver/zone.ts'
import { changesAfter, type HostedRow, zoneRow } from './records.ts'
import { type NameserverThread, startThread, ThreadFailed } from './thread.ts'

/** Our name server, which follows the records of the database. */
export interface RunningNameserver {
  readonly port: number
  stop(): Promise<void>
}

const everyMs = 500
const pageRows = 1_000
/** Removed names may be forgotten by the database after a longer time without reading it. */
const trustedMs = 24 * 3_600_000
const pauseMaxMs = 30_000
const stopMs = 5_000

type Follow = Pick<Deps, 'env' | 'store' | 'now' | 'log'>

/**
 * Answers for the hosted zone in a thread of its own, once all records are read, and follows the changes. The thread goes
 * on with what it has while the database is down. A thread that ends is started again.
 *
 * @returns null without a zone, or when a provider answers for it
 * @throws when the database cannot be read or the port is not free
 */
export async function startNameserver(deps: Follow, start = startThread): Promise<RunningNameserver | null> {
  const { hostedZone } = deps.env
  if (hostedZone === null || !isEmbedded(hostedZone)) return null
  const feed = new Feed(deps, hostedZone, start)
  try {
    await feed.step()
  } catch (error) {
    await feed.close()
    throw error
  }
  const stopping = new AbortController()
  const loop = feed.follow(stopping.signal)
  return {
    get port() {
      return feed.port
    },
    async stop() {
      stopping.abort(new Error('the process is stopping'))
      await feed.close()
      // A database that does not answer is not waited for.
      await Promise.race([loop, wait(stopMs, undefined, { ref: false })])
    },
  }
}

/** Brings the records of the database to the thread. */
class Feed {
  readonly #deps: Follow
  readonly #zone: HostedZone & { publisher: { kind: 'embedded' } }
  readonly #start: typeof startThread
  #thread: NameserverThread | null = null
  /** The number of the newest change that the thread has; null: it needs all records. */
  #change: number | null = null
  #readAt = 0
  #port = 0
  #isClosed = false

  constructor(deps: Follow, zone: HostedZone & { publisher: { kind: 'embedded' } }, start: typeof startThread) {
    this.#start = start
    this.#deps = deps
    this.#zone = zone
  }

  get port(): number {
    return this.#port
  }

  /** Reads what is new, or everything, and waits until the thread has it. */
  async step(): Promise<void> {
    const { store, now, log } = this.#deps
    if (this.#thread?.failure) throw this.#thread.failure
    const row = await zoneRow(store.db)
    if (row?.name !== this.#zone.name)
      throw new Error(`the database has the hosted zone ${row?.name ?? '(none)'}, not ${this.#zone.name}`)
    const at = now().getTime()
    // A lower number is that of a backup, which was restored meanwhile.
    if (this.#change !== null && (row.change < this.#change || at - this.#readAt > trustedMs)) this.#change = null
    if (this.#change === null) {
      const serial = Math.floor(at / 1000)
      if (this.#isClosed) return
      const thread = (this.#thread ??= this.#start(this.#zone, { serial, log }))
      await thread.load(this.#pages(0))
      // All changes up to this number were committed before the records were read.
      this.#change = row.change
      this.#port = thread.port ?? 0
    } else if (row.change > this.#change) {
      for await (const changes of this.#pages(this.#change)) await this.#thread?.apply(changes)
      this.#change = row.change
    }
    this.#readAt = at
  }

  /** Reads again and again until the signal. */
  async follow(stopping: AbortSignal): Promise<void> {
    let failures = 0
    let pauseMs = everyMs
    for (;;) {
      await wait(pauseMs, undefined, { signal: stopping, ref: false }).catch(() => {})
      if (stopping.aborted) return
      try {
        await this.step()
        if (failures > 0) this.#deps.log.info({ failures }, 'the name server follows the hosted records again')
        failures = 0
        pauseMs = everyMs
      } catch (error) {
        if (stopping.aborted) return
        failures++
        // A backup may have been restored meanwhile, and its numbers given again.
        this.#change = null
        const isThread = error instanceof ThreadFailed
        if (isThread) await this.#forgetThread()
        if (failures === 1 || isThread)
          this.#deps.log.error(
            { err: error },
            isThread
              ? 'the name server is started again'
              : 'the name server cannot read the hosted records and answers with those it has',
          )
        pauseMs = isThread ? Math.min(everyMs * 2 ** failures, pauseMaxMs) : everyMs
      }
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await this.#thread?.close()
  }

  async #forgetThread(): Promise<void> {
    const thread = this.#thread
    this.#thread = null
    this.#change = null
    await thread?.close()
  }

  async *#pages(after: number): AsyncGenerator<Change[]> {
    for (let last = after; ; ) {
      const rows = await changesAfter(this.#deps.store.db, last, pageRows)
      last = rows.at(-1)?.change ?? last
      if (rows.length > 0) yield rows.map(changeOf)
      if (rows.length < pageRows) return
    }
  }
}

function changeOf({ name, value, ttl }: HostedRow): Change {
  return { name, record: value === null ? null : { text: value, ttl } }
}

function isEmbedded(zone: HostedZone): zone is HostedZone & { publisher: { kind: 'embedded' } } {
  return zone.publisher.kind === 'embedded'
}

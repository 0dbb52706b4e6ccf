import { setTimeout as wait } from 'node:timers/promises'
import type { Deps } from '../deps.ts'
import type { PeriodicTask } from '../jobs/periodic.ts'
import { PublishFailed, type ZonePublisher } from '../ports.ts'
import {
  type Lease,
  markCompared,
  markPublished,
  markUnpublished,
  publishedAfter,
  takeLease,
  unpublished,
} from './published.ts'
import { type HostedRow, zoneRow } from './records.ts'

type PublishDeps = Pick<Deps, 'env' | 'store' | 'now' | 'log'>

/** A batch ends before its lease. */
const batchMs = 12_000
const batchRows = 5
const secondMs = 1_000
const hourMs = 3_600_000
/** After a failure that another attempt would only repeat; after others, which are more often. */
const permanentPauseMs = 5 * 60_000
const pauseMaxMs = 15 * 60_000
const growingMaxMs = 60_000
const databasePauseMs = 10_000
/** More permanent failures in a row than these are not about one name. */
const permanentMax = 3
/** Names compared in a second. Cloudflare accepts four requests a second, and changes come first. */
const comparedAtOnce = { powerdns: 50, cloudflare: 2 } as const

/** Another process publishes now. */
class LeaseLost extends Error {}

/**
 * Publishes the hosted records at a provider: what changed, in its order, and what differs there.
 *
 * @param pauseMs between two parts of a comparison
 */
export function periodicPublishing(deps: PublishDeps, publisher: ZonePublisher, pauseMs = secondMs): PeriodicTask {
  const publishing = new Publishing(deps, publisher, pauseMs)
  return { name: 'publish hosted records', everyMs: secondMs, run: (_now, stopping) => publishing.run(stopping) }
}

class Publishing {
  readonly #deps: PublishDeps
  readonly #publisher: ZonePublisher
  readonly #pauseMs: number
  readonly #startedAt: Date
  #pausedUntil = 0
  /** Attempts in a row that failed for a time. */
  #failures = 0
  /** Names in a row that failed for good. */
  #refusals = 0
  /** Flattenings whose next record the provider refuses, with the time of the next attempt; null is the zone itself. */
  readonly #blocked = new Map<string | null, number>()
  /** The comparison under way: the last name, and when it began. */
  #comparison: { name: string; since: Date } | null = null

  constructor(deps: PublishDeps, publisher: ZonePublisher, pauseMs: number) {
    this.#pauseMs = pauseMs
    this.#deps = deps
    this.#publisher = publisher
    this.#startedAt = deps.now()
  }

  /** Publishes until nothing is left, if something is due and no other process does. */
  async run(stopping: AbortSignal): Promise<void> {
    if (this.#isAhead(this.#pausedUntil)) return
    try {
      if (!(await this.#isDue())) return
      const lease = await takeLease(this.#deps)
      if (lease === null) return
      try {
        await this.#work(lease, stopping)
      } finally {
        await lease.release()
      }
    } catch (error) {
      if (stopping.aborted || error instanceof LeaseLost) return
      if (!(error instanceof PublishFailed)) {
        this.#pausedUntil = this.#at() + databasePauseMs
        throw error
      }
      this.#pause(error)
    }
  }

  async #isDue(): Promise<boolean> {
    const { env, store } = this.#deps
    const row = await zoneRow(store.db)
    if (row === undefined || row.name !== env.hostedZone?.name) return false
    const { comparedAt } = row
    if (this.#comparison !== null && comparedAt !== null && comparedAt >= this.#comparison.since)
      this.#comparison = null
    const isOld =
      comparedAt === null || comparedAt < this.#startedAt || Math.abs(this.#at() - comparedAt.getTime()) >= hourMs
    if (isOld) this.#comparison ??= { name: '', since: this.#deps.now() }
    return this.#comparison !== null || (await this.#next(1)).length > 0
  }

  async #work(lease: Lease, stopping: AbortSignal): Promise<void> {
    while (!stopping.aborted) {
      const rows = await this.#next(this.#failures > 0 ? 1 : batchRows)
      if (rows.length > 0) await this.#publish(rows, lease, stopping)
      else if (this.#comparison === null) return
      else {
        await this.#compare(this.#comparison, lease, stopping)
        if (this.#comparison !== null)
          await wait(this.#pauseMs, undefined, { signal: stopping, ref: false }).catch(() => {})
      }
    }
  }

  #next(limit: number): Promise<HostedRow[]> {
    for (const [id, until] of this.#blocked) if (!this.#isAhead(until)) this.#blocked.delete(id)
    return unpublished(this.#deps.store.db, [...this.#blocked.keys()], limit)
  }

  async #publish(rows: readonly HostedRow[], lease: Lease, stopping: AbortSignal): Promise<void> {
    const { db } = this.#deps.store
    if (!(await lease.renew())) throw new LeaseLost()
    try {
      await this.#publisher.publish(
        rows.map(({ name, value, ttl }) => ({ name, value, ttl })),
        AbortSignal.any([stopping, AbortSignal.timeout(batchMs)]),
      )
    } catch (error) {
      if (!(error instanceof PublishFailed) || error.temporary) throw error
      await this.#refused(rows, error, lease, stopping)
      return
    }
    // A process that published too late may have written older values than the one that took over.
    if (await lease.renew()) await markPublished(db, rows)
    else {
      await markUnpublished(
        db,
        rows.map(({ name }) => name),
      )
      throw new LeaseLost()
    }
    if (this.#failures > 0) this.#deps.log.info({ failures: this.#failures }, 'hosted records are published again')
    this.#failures = 0
    this.#refusals = 0
  }

  /** A record that the provider refuses holds up what includes it, and nothing else. */
  async #refused(rows: readonly HostedRow[], error: PublishFailed, lease: Lease, stopping: AbortSignal): Promise<void> {
    const [first] = rows
    if (rows.length > 1) {
      for (const row of rows) if (!this.#blocked.has(row.flatteningId)) await this.#publish([row], lease, stopping)
      return
    }
    if (first !== undefined) {
      this.#blocked.set(first.flatteningId, this.#at() + permanentPauseMs)
      this.#deps.log.error({ err: error, name: first.name }, 'the provider refuses a hosted record')
    }
    this.#refusals++
    if (this.#refusals >= permanentMax) throw error
  }

  async #compare(comparison: { name: string; since: Date }, lease: Lease, stopping: AbortSignal): Promise<void> {
    const { store, log } = this.#deps
    if (!(await lease.renew())) throw new LeaseLost()
    const limit = comparedAtOnce[this.#publisher.kind]
    const rows = await publishedAfter(store.db, comparison.name, limit)
    const names = rows.map(({ name }) => name)
    const signal = AbortSignal.any([stopping, AbortSignal.timeout(batchMs)])
    const there = rows.length === 0 ? new Map<string, string>() : await this.#publisher.published(names, signal)
    const differing = rows.filter(({ name, value }) => (there.get(name) ?? null) !== value)
    if (differing.length > 0) {
      log.warn(
        { names: differing.map(({ name }) => name) },
        'records at the provider differ from ours: they are published again',
      )
      await markUnpublished(
        store.db,
        differing.map(({ name }) => name),
      )
    }
    comparison.name = names.at(-1) ?? comparison.name
    if (rows.length === limit) return
    await markCompared(store.db, comparison.since)
    this.#comparison = null
  }

  #pause(error: PublishFailed): void {
    const { log } = this.#deps
    if (!error.temporary) {
      this.#refusals = 0
      this.#pausedUntil = this.#at() + permanentPauseMs
      log.error({ err: error }, 'the provider refuses hosted records: the next attempt is in five minutes')
      return
    }
    this.#failures++
    const growing = Math.min(secondMs * 2 ** this.#failures, growingMaxMs)
    this.#pausedUntil = this.#at() + Math.min(error.retryAfterMs ?? growing, pauseMaxMs)
    if (this.#failures === 1) log.warn({ err: error }, 'hosted records could not be published and are published later')
  }

  /** A pause that ends later than any may was begun by a clock that was ahead: it is over. */
  #isAhead(until: number): boolean {
    return this.#at() < until && until - this.#at() <= pauseMaxMs
  }

  #at(): number {
    return this.#deps.now().getTime()
  }
}

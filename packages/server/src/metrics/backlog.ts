import type { Gauge, Registry } from 'prom-client'
import type { Deps } from '../deps.ts'
import { type Backlog, backlogOf } from './backlog-query.ts'
import { gaugeIn } from './gauge-in.ts'
import { within } from './within.ts'

type BacklogDeps = Pick<Deps, 'metrics' | 'store' | 'now' | 'log'>

/** Two scrapers, or an impatient one, do not make the database count twice. */
const keptMs = 5_000
/** A scrape does not wait longer for the database. */
const limitMs = 4_000

/**
 * What the database knows, read when somebody asks: all processes report the same, so a dashboard takes the maximum.
 * When the database does not answer, `waxseal_database_up` is 0 and the other values are absent: unknown is not zero.
 *
 * @returns reads it into the metrics
 */
export function measureBacklog({ metrics, store, now, log }: BacklogDeps): () => Promise<void> {
  const gauges = backlogGauges(metrics.registry)
  const pool = gaugeIn(
    metrics.registry,
    'waxseal_database_pool',
    'Database connections of this process by state: used, idle, or waiting (requests for one).',
    ['state'],
  )
  const up = gaugeIn(metrics.registry, 'waxseal_database_up', '1: the database answered within four seconds.')
  let last: { at: number; backlog: Promise<Backlog | null> } | null = null
  return async () => {
    const at = now().getTime()
    if (last === null || Math.abs(at - last.at) >= keptMs) last = { at, backlog: read({ store, now, log }) }
    const backlog = await last.backlog
    for (const [state, n] of Object.entries(store.pool() ?? {})) pool.set({ state }, n)
    up.set(backlog === null ? 0 : 1)
    gauges.clear()
    if (backlog !== null) gauges.set(backlog, at)
  }
}

function backlogGauges(registry: Registry) {
  const plain: Gauge[] = []
  const labeled: Gauge[] = []
  const gauge = (name: string, help: string, labelNames: string[] = []): Gauge => {
    const made = gaugeIn(registry, name, help, labelNames)
    ;(labelNames.length === 0 ? plain : labeled).push(made)
    return made
  }
  const jobs = gauge('waxseal_jobs', 'Jobs by queue and state. failed: no attempt is left.', ['queue', 'state'])
  const oldestJob = gauge('waxseal_job_oldest_age_seconds', 'The age of the longest waiting job by queue.', ['queue'])
  const messages = gauge('waxseal_messages', 'Stored outgoing messages by channel and state.', ['channel', 'state'])
  const oldestMessage = gauge('waxseal_message_oldest_age_seconds', 'The age of the longest waiting message.', [
    'channel',
  ])
  const checksDue = gauge('waxseal_dns_checks_due', 'Domains whose DNS check is due.')
  const oldestCheck = gauge('waxseal_dns_check_oldest_due_age_seconds', 'How long the oldest DNS check has been due.')
  const addressesDue = gauge('waxseal_watched_addresses_due', 'Watched addresses whose check is due.')
  const hostedDue = gauge('waxseal_hosted_records_due', 'Hosted SPF records whose check is due.')
  const hostedFailing = gauge(
    'waxseal_hosted_records_failing',
    'Hosted SPF records that could not be refreshed three times in a row. The last good ones stay hosted.',
  )
  const size = gauge('waxseal_store_size_bytes', 'The size of the database.')
  const wal = gauge('waxseal_store_wal_bytes', 'The size of the write-ahead log of the embedded store.')
  const workerSeen = gauge('waxseal_worker_seen_timestamp_seconds', 'When a worker last looked after the queues.')
  const checkpoint = gauge('waxseal_store_checkpoint_timestamp_seconds', 'The last checkpoint of the embedded store.')
  const backupAt = gauge('waxseal_last_backup_timestamp_seconds', 'The last backup that was read back.')
  const backupBytes = gauge('waxseal_last_backup_bytes', 'The size of that backup.')
  return {
    clear() {
      for (const each of labeled) each.reset()
      // `reset` sets a gauge without labels to 0, and unknown is not zero.
      for (const each of plain) each.remove()
    },
    set(backlog: Backlog, at: number) {
      const age = (since: Date | null) => (since === null ? 0 : Math.max(0, (at - since.getTime()) / 1000))
      for (const { queue, oldestAt, waiting, retrying, running, failed } of backlog.queues) {
        for (const [state, n] of Object.entries({ waiting, retrying, running, failed })) jobs.set({ queue, state }, n)
        oldestJob.set({ queue }, age(oldestAt))
      }
      for (const { kind: channel, waiting, held, sent, kept, failed, oldestAt } of backlog.messages) {
        for (const [state, n] of Object.entries({ waiting, held, sent, kept, failed }))
          messages.set({ channel, state }, n)
        oldestMessage.set({ channel }, age(oldestAt))
      }
      checksDue.set(backlog.checks.due)
      oldestCheck.set(age(backlog.checks.oldestAt))
      addressesDue.set(backlog.addresses)
      hostedDue.set(backlog.hosted.due)
      hostedFailing.set(backlog.hosted.failing)
      size.set(backlog.sizeBytes)
      if (backlog.walBytes !== null) wal.set(backlog.walBytes)
      if (backlog.workerSeenAt !== null) workerSeen.set(backlog.workerSeenAt.getTime() / 1000)
      if (backlog.checkpointAt !== null) checkpoint.set(backlog.checkpointAt.getTime() / 1000)
      if (backlog.backup === null) return
      backupAt.set(backlog.backup.at.getTime() / 1000)
      backupBytes.set(backlog.backup.bytes)
    },
  }
}

async function read({ store, now, log }: Omit<BacklogDeps, 'metrics'>): Promise<Backlog | null> {
  try {
    return await within(limitMs, backlogOf(store, now()))
  } catch (cause) {
    log.warn({ err: cause }, 'the database did not answer for the metrics')
    return null
  }
}

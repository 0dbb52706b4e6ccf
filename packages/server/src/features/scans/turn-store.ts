import { inArray, sql } from 'drizzle-orm'
import { scanRun } from '../../db/schema/index.ts'
import type { Database, Store, Tx } from '../../db/store.ts'
import { type ClaimedRun, claimRun, type ScanRun } from './store.ts'

/** An arbitrary constant: workers claim one after the other, so that no two count the same places. */
const claiming = 7_303_002

/**
 * The queued runs in the order in which they are taken. The runs of a workspace wait behind one another; the first of each
 * comes before the second of any, and what a workspace has running counts as taken before. A run that somebody waits
 * for comes before all that nobody does.
 *
 * A run with a lapsed lease is one that waits: its worker died.
 */
const waiting = (now: Date) => sql`
  select waiting.id, waiting.workspace_id, waiting.site, waiting.held,
      row_number() over (order by not waiting.urgent, waiting.held + waiting.turn, waiting.requested_at, waiting.id)::int
        as place
    from (select run.id, run.workspace_id, run.site, run.urgent, run.requested_at,
            coalesce(busy.n, 0)::int as held,
            row_number() over (partition by run.workspace_id
              order by not run.urgent, run.requested_at, run.id)::int as turn
          from ${scanRun} as run
          left join (select workspace_id, count(*) as n from ${scanRun}
              where state = 'running' and not ${lapsed(now)} group by workspace_id) as busy
            on busy.workspace_id = run.workspace_id
          where run.state = 'queued' or (run.state = 'running' and ${lapsed(now)})) as waiting`

/** As `lapsed` of `store.ts`: no lease reaches an hour ahead; if one does, a clock was set back since. */
function lapsed(now: Date) {
  const hourLater = new Date(now.getTime() + 3_600_000)
  return sql`(lease_until <= ${now.toISOString()}::timestamptz or lease_until > ${hourLater.toISOString()}::timestamptz)`
}

/**
 * Claims the run whose turn it is: of a workspace that holds less than `share` places, and of a registered domain of which
 * no run is under way. Undefined: none may start now.
 *
 * @param options.share how many runs a workspace may have under way, over all processes
 */
export function claimNext(
  store: Pick<Store, 'transaction'>,
  { now, leaseMs, share }: { now: Date; leaseMs: number; share: number },
): Promise<ClaimedRun | undefined> {
  return store.transaction(async tx => {
    await tx.execute(sql`select pg_advisory_xact_lock(${claiming})`)
    const { rows } = await tx.execute<{ id: string }>(
      sql`select next.id from (${waiting(now)}) as next
          where next.held < ${share} and (next.site = '' or not exists (
            select 1 from ${scanRun} as other
              where other.state = 'running' and other.site = next.site and other.id <> next.id and not ${lapsed(now)}))
          order by next.place limit 1`,
    )
    const [next] = rows
    const claimed = next && (await claimRun(tx, next.id, now, leaseMs))
    if (claimed !== undefined) await tellOfRun(tx, claimed.run.id, 'claimed')
    return claimed
  })
}

/** The place of each of these runs in the queue, 1 for the first. A run that does not wait is left out. */
export async function placesOf(db: Database, ids: readonly string[], now: Date): Promise<ReadonlyMap<string, number>> {
  if (ids.length === 0) return new Map()
  const { rows } = await db.execute<{ id: string; place: number }>(
    sql`select next.id, next.place from (${waiting(now)}) as next
        where next.id in (${sql.join(
          ids.map(id => sql`${id}`),
          sql`, `,
        )})`,
  )
  return new Map(rows.map(({ id, place }) => [id, place]))
}

/** The states of these runs. One whose domain was deleted meanwhile is left out. */
export async function runStates(
  db: Database,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Pick<ScanRun, 'state' | 'progress'>>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .select({ id: scanRun.id, state: scanRun.state, progress: scanRun.progress })
    .from(scanRun)
    .where(inArray(scanRun.id, [...ids]))
  return new Map(rows.map(({ id, ...row }) => [id, row]))
}

/** Something happened to a run: it waits, it was claimed, it has progress, or it ended. */
export type RunNotice = 'queued' | 'claimed' | 'progress' | 'ended'

/** The channel on which every process hears of it. */
export const runChannel = 'waxseal_scan_run'

/** Tells every process; with a transaction, once that commits. */
export async function tellOfRun(db: Database | Tx, id: string, notice: RunNotice): Promise<void> {
  await db.execute(sql`select pg_notify(${runChannel}, ${`${notice} ${id}`})`)
}

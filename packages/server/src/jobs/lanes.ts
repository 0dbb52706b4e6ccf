import { and, eq, inArray, isNull, lte, or, sql } from 'drizzle-orm'
import { outbox } from '../db/schema/index.ts'
import { type ClaimedRow, deliver, type OutboxDeps, type OutboxRow } from './deliver.ts'
import type { Deliverers } from './deliverers.ts'

/** How many messages of a lane are on their way at once. */
interface Lane {
  holds(kind: string): boolean
  places: number
  /** The most that one workspace has on their way. */
  eachMax: number
}

/**
 * Mail about accounts has a lane of its own: no receiver of alerts, however slow, holds up a password mail. A message on its
 * way costs a socket and little else, so that the lane of alerts has many places.
 */
const lanes: readonly Lane[] = [
  { holds: kind => kind === 'mail', places: 20, eachMax: 20 },
  { holds: kind => kind !== 'mail', places: 200, eachMax: 8 },
]

/** The messages that this process delivers. */
export interface Deliveries {
  /** Begins with all that is due and has room. Resolves when it is claimed. */
  fill(): Promise<void>
  /** Resolves when nothing is due and nothing on its way any more. */
  idle(): Promise<void>
  /** Begins nothing more, and waits for what is on its way. */
  stop(): Promise<void>
}

/**
 * @param claimMs after so long other processes take over the messages of a process that died
 */
export function lanesOf<Payloads extends object>(
  deps: OutboxDeps,
  deliverers: Deliverers<Payloads>,
  claimMs = 5 * 60_000,
): Deliveries {
  const open = lanes.flatMap(lane => {
    const kinds = Object.keys(deliverers).filter(kind => lane.holds(kind))
    return kinds.length === 0 ? [] : [openLane(deps, deliverers, { ...lane, kinds, claimMs })]
  })
  const all = (work: (lane: Deliveries) => Promise<void>) => async () => void (await Promise.all(open.map(work)))
  return { fill: all(lane => lane.fill()), idle: all(lane => lane.idle()), stop: all(lane => lane.stop()) }
}

function openLane<Payloads extends object>(
  deps: OutboxDeps,
  deliverers: Deliverers<Payloads>,
  lane: Lane & { kinds: string[]; claimMs: number },
): Deliveries {
  const running = new Map<ClaimedRow, Promise<void>>()
  let filling: Promise<void> = Promise.resolve()
  let isAsked = false
  let isStopping = false

  async function claimAll(): Promise<void> {
    isAsked = false
    if (isStopping || running.size >= lane.places) return
    for (const row of await claimDue(deps, lane, [...running.keys()])) {
      const delivery = deliver(deps, deliverers, row, lane.claimMs)
        .catch((err: unknown) => deps.log.error({ err, outboxId: row.id }, 'the end of a delivery was not written'))
        .finally(() => {
          running.delete(row)
          if (!isStopping) void fill().catch((err: unknown) => deps.log.warn({ err }, 'no messages could be claimed'))
        })
      running.set(row, delivery)
    }
  }

  function fill(): Promise<void> {
    if (isAsked) return filling
    isAsked = true
    filling = filling.catch(() => {}).then(claimAll)
    return filling
  }

  const idle = async (): Promise<void> => {
    await filling
    while (running.size > 0) {
      await Promise.all(running.values())
      await filling
    }
  }
  return {
    fill,
    idle,
    stop() {
      isStopping = true
      return idle()
    },
  }
}

interface Due extends Record<string, unknown> {
  id: string
  workspace: string
  is_retry: boolean
  turn: number
}

/**
 * Takes what is due, as far as there is room; other processes skip it. Messages of a workspace wait behind one another, and
 * one that was tried before comes after those that were not, and has at most half of the places: its receiver is slow.
 */
async function claimDue(
  { store, now }: OutboxDeps,
  lane: Lane & { kinds: string[]; claimMs: number },
  running: readonly ClaimedRow[],
): Promise<ClaimedRow[]> {
  const at = now()
  const isDue = and(
    eq(outbox.state, 'waiting'),
    lte(outbox.nextTryAt, at),
    or(isNull(outbox.claimedUntil), lte(outbox.claimedUntil, at)),
    inArray(outbox.kind, lane.kinds),
  )
  return store.transaction(async tx => {
    const { rows } = await tx.execute<Due>(
      sql`select id, workspace, is_retry, turn from (
            select ${outbox.id} as id, ${holder} as workspace, ${outbox.attempts} > 0 as is_retry,
                ${outbox.nextTryAt} as due_at,
                row_number() over (partition by ${holder}
                  order by ${outbox.attempts} > 0, ${outbox.nextTryAt}, ${outbox.id})::int as turn
              from ${outbox} where ${isDue}) as due
          where turn <= ${lane.eachMax} order by is_retry, turn, due_at, id limit ${2 * lane.places}`,
    )
    const ids = chosen(rows, lane, running)
    if (ids.length === 0) return []
    const due = await tx
      .select()
      .from(outbox)
      .where(and(inArray(outbox.id, ids), isDue))
      .for('update', { skipLocked: true })
    if (due.length === 0) return []
    const claimedUntil = new Date(at.getTime() + lane.claimMs)
    await tx
      .update(outbox)
      .set({ claimedUntil, nextTryAt: claimedUntil })
      .where(
        inArray(
          outbox.id,
          due.map(row => row.id),
        ),
      )
    return due.map(row => ({ ...row, claimedUntil, nextTryAt: claimedUntil }))
  })
}

/** A message of no workspace stands for itself. */
const holder = sql`coalesce(${outbox.workspaceId}, ${outbox.id})::text`
const holderOf = ({ workspaceId, id }: OutboxRow) => workspaceId ?? id

/** Those that may begin now: a workspace has at most a quarter of what is left free, and always one. */
function chosen(rows: readonly Due[], lane: Lane, running: readonly ClaimedRow[]): string[] {
  const held = new Map<string, number>()
  for (const row of running) held.set(holderOf(row), (held.get(holderOf(row)) ?? 0) + 1)
  let free = lane.places - running.length
  let retries = running.filter(({ attempts }) => attempts > 0).length
  const inOrder = rows.toSorted(
    (a, b) =>
      Number(a.is_retry) - Number(b.is_retry) ||
      (held.get(a.workspace) ?? 0) + a.turn - (held.get(b.workspace) ?? 0) - b.turn,
  )
  const ids: string[] = []
  for (const { id, workspace, is_retry } of inOrder) {
    const n = held.get(workspace) ?? 0
    const share = Math.max(1, Math.min(lane.eachMax, Math.floor(free / 4)))
    if (free === 0 || n >= share || (is_retry && retries >= lane.places / 2)) continue
    held.set(workspace, n + 1)
    free -= 1
    if (is_retry) retries += 1
    ids.push(id)
  }
  return ids
}

import { type addWatched, type listWatched, type ReplyOf, wording } from '@waxseal/contract'
import { readWatchedRange } from '@waxseal/core/blacklist'
import { mayUse, plans } from '@waxseal/core/plan'
import type { Deps } from '../../deps.ts'
import { Refusal } from '../../errors.ts'
import { recordEvent } from '../audit/record.ts'
import { type Actor, authorId } from '../workspaces/actor.ts'
import { lockWorkspace } from '../workspaces/store.ts'
import {
  type AddressRow,
  insertRange,
  overlapping,
  type RangeRow,
  rangesOf,
  removeRange,
  watchedCount,
} from './store.ts'

/** The first checks of a range follow one another at this distance, and so do those of each later day. */
const spacingMs = 5_000

const problems = {
  'no-range': wording.watchedNoRange,
  'too-large': wording.watchedTooLarge,
  'not-public': wording.watchedNotPublic,
} as const

/** The watched ranges of a workspace, with what is listed. */
export async function listRanges({ store }: Pick<Deps, 'store'>, actor: Actor): Promise<ReplyOf<typeof listWatched>> {
  const { id, tier } = actor.workspace
  const ranges = await rangesOf(store.db, id)
  return {
    addresses: ranges.map(({ range, addresses }) => present(range, addresses)),
    used: ranges.reduce((total, { range }) => total + range.size, 0),
    limit: plans[tier].watchedAddresses,
    allowed: mayUse(tier, 'watched_addresses'),
  }
}

/**
 * Watches an address or a range.
 *
 * @throws Refusal `feature_locked`; `validation` for what is no public range, or beyond the limit; `conflict`
 */
export async function addRange(deps: Deps, actor: Actor, text: string): Promise<ReplyOf<typeof addWatched>> {
  const { id: workspaceId, tier } = actor.workspace
  const feature = 'watched_addresses'
  if (!mayUse(tier, feature)) throw new Refusal('feature_locked', wording.watchedLocked, { feature })
  const read = readWatchedRange(text)
  if (typeof read === 'string') throw new Refusal('validation', problems[read])
  const { range, addresses } = read
  const limit = plans[tier].watchedAddresses
  return deps.store.transaction(async tx => {
    // The workspace stays locked, so that two concurrent calls cannot both be the last allowed one.
    await lockWorkspace(tx, workspaceId)
    // An address in two ranges would be counted and reported twice.
    const other = await overlapping(tx, workspaceId, addresses)
    if (other !== undefined && other !== range) throw new Refusal('conflict', wording.watchedWithin(other))
    const used = await watchedCount(tx, workspaceId)
    const addedAt = deps.now()
    const row = { workspaceId, range, size: addresses.length, addedAt, author: authorId(actor) }
    const due = addresses.map((address, at) => {
      return { address, nextCheckAt: new Date(addedAt.getTime() + at * spacingMs) }
    })
    const added = await insertRange(tx, row, due)
    if (added === undefined) throw new Refusal('conflict', wording.watchedAlready)
    if (used + addresses.length > limit) throw new Refusal('validation', wording.watchedLimit(limit))
    await recordEvent(deps, tx, actor, { action: 'addresses.watched', subject: range })
    return present(added, [])
  })
}

/** @throws Refusal `not_found` */
export async function deleteRange(deps: Pick<Deps, 'store' | 'now'>, actor: Actor, id: string): Promise<null> {
  return deps.store.transaction(async tx => {
    const removed = await removeRange(tx, actor.workspace.id, id)
    if (removed === undefined) throw new Refusal('not_found', wording.notFound)
    await recordEvent(deps, tx, actor, { action: 'addresses.unwatched', subject: removed.range })
    return null
  })
}

function present({ id, range, size, addedAt }: RangeRow, addresses: readonly AddressRow[]) {
  const times = addresses.map(({ checkedAt }) => checkedAt)
  const checked = times.filter(time => time !== null).map(time => time.getTime())
  return {
    id,
    range,
    addresses: size,
    added_at: addedAt.toISOString(),
    // The oldest check of its addresses: then all of them are at least as new.
    checked_at:
      checked.length < size || checked.length === 0
        ? null
        : new Date(checked.reduce((a, b) => Math.min(a, b))).toISOString(),
    listings: addresses.flatMap(({ address, listings }) =>
      listings.map(({ name, since }) => ({ address, list: name, since })),
    ),
    unchecked: addresses.reduce((total, { unchecked }) => total + unchecked, 0),
  }
}

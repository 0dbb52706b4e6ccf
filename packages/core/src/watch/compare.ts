import { isEqual, lookAtAddresses, type Seen, type Unconfirmed } from './address-set.ts'
import { type ChangeWords, changeTypeOf, type DnsChange, type JsonValue, severityOf } from './change.ts'
import { fingerprintOf } from './fingerprint.ts'
import {
  clockSlackMs,
  day,
  mixedMs,
  type PartMemory,
  secondLookMs,
  setBack,
  type WatchMemory,
  windowMs,
} from './memory.ts'
import { addressKinds, type Part, type PartKind, type Snapshot, stateKinds, textKinds } from './snapshot.ts'
import { isTrouble, lookAtState, looksAt } from './state-look.ts'
import { wordsOf } from './words.ts'

export interface CompareOptions {
  /**
   * What counts that the zone's own servers have not confirmed.
   *
   * - `wait`: a difference that two checks in a row, at least five minutes apart, found. A part that becomes absent waits
   *   for the own servers, however long. For an installation that can ask them.
   * - `repeat`: the same, and two checks record an absence too. For an installation that cannot ask them.
   * - `report`: every difference, at once. For two snapshots that a person compares.
   */
  unconfirmed?: Unconfirmed
}

export interface Comparison {
  memory: WatchMemory
  /** In the order of the snapshot. */
  changes: readonly DnsChange[]
  /**
   * The keys of parts that differ without a confirmation of the zone's own servers. A caller that can ask these servers
   * asks them about these parts, and compares the new snapshot with the old memory instead of using this comparison.
   */
  doubtful: readonly string[]
}

/**
 * Compares a snapshot with what is remembered (`docs/decisions/0041-what-is-a-change.md`). The first sight of a part only
 * fills the memory, and a failed part changes nothing. The same snapshot compared again changes nothing either, and
 * neither does one that is a few minutes older than the memory. A memory that is from the future by more was written by a
 * clock that was ahead: its times are set back.
 */
export function compareSnapshot(
  remembered: WatchMemory | null,
  snapshot: Snapshot,
  { unconfirmed = 'wait' }: CompareOptions = {},
): Comparison {
  const at = Date.parse(snapshot.takenAt)
  const isAhead = remembered !== null && remembered.at - at > clockSlackMs
  const memory = isAhead ? setBack(remembered, at - 1) : remembered
  if (memory !== null && at < memory.at) return { memory, changes: [], doubtful: [] }
  const parts = new Map(Object.entries(memory?.parts ?? {}))
  const changes: DnsChange[] = []
  const doubtful: string[] = []
  // Of a domain that is not there, everything is missing. That is one change, and its records are as they were.
  const isLost = snapshot.parts.some(part => part.kind === 'name' && part.state === 'known' && isTrouble(part))
  for (const part of snapshot.parts) {
    const known = parts.get(part.key)
    if (part.state === 'failed' || (isLost && known !== undefined && !stateKinds.has(part.kind))) continue
    const look = lookAt(known, part, at, unconfirmed)
    parts.set(part.key, look.memory)
    if (look.doubtful) doubtful.push(part.key)
    if (known !== undefined && look.change !== null)
      changes.push(changeOf(known, part, look.memory.values, look.change))
  }
  const asked = new Set(snapshot.parts.map(({ key }) => key))
  const kept = [...parts].filter(([key, { seenAt }]) => asked.has(key) || seenAt > at - windowMs)
  return { memory: { version: 1, at, parts: Object.fromEntries(kept) }, changes, doubtful }
}

function lookAt(known: PartMemory | undefined, part: Part, at: number, unconfirmed: Unconfirmed): Seen {
  const isAddresses = addressKinds.has(part.kind)
  // The same look again is no second look. Two snapshots that a person compares are two looks, whenever they were taken.
  if (unconfirmed !== 'report' && known?.seenAt === at && isLastLook(known, part.values)) {
    return { memory: known, change: null, doubtful: known.pending !== undefined }
  }
  if (known !== undefined && stateKinds.has(part.kind)) return lookAtState(known, part, at, unconfirmed)
  const isCertain = part.confirmed || unconfirmed === 'report' || stateKinds.has(part.kind)
  // Of a pool, the resolver alone may have given another part than at the first sight.
  const isOther = isAddresses && !isCertain && part.values.length > 0
  const hasMore =
    known !== undefined && isTentative(known) && (isOther || known.values.every(value => part.values.includes(value)))
  if (known === undefined || hasMore) return { ...firstSight(known, part, at, isCertain), doubtful: !isCertain }
  const pending = isTentative(known) ? undefined : known.pending
  const fresh: PartMemory = { ...known, changes: known.changes.filter(time => time > at - day) }
  if (isAddresses && (part.values.length > 0 || known.values.length === 0)) {
    return lookAtAddresses(fresh, pending, part, at, unconfirmed)
  }
  return lookAtRecords(fresh, pending, part, at, unconfirmed)
}

/** What a lost answer hides at the first sight would be a change at the next one. So a sight that is not sure waits. */
function firstSight(known: PartMemory | undefined, part: Part, at: number, isCertain: boolean): Omit<Seen, 'doubtful'> {
  const values = part.own ?? part.values
  const union = Object.fromEntries(part.values.map(value => [value, at]))
  const isPool = part.varies === true && part.own === undefined
  const memory: PartMemory = {
    values,
    since: at,
    seenAt: at,
    changes: [],
    ...(addressKinds.has(part.kind) ? { union: { ...known?.union, ...union } } : {}),
    ...(part.kind === 'name' && looksAt(part, [], at)),
    ...(isPool ? { rotatesUntil: at + windowMs } : {}),
    ...(isCertain || known !== undefined ? {} : { pending: { values, at } }),
  }
  return { memory, change: null }
}

/** A look at a part that is compared as a whole, or from which all addresses are gone. */
function lookAtRecords(
  known: PartMemory,
  pending: PartMemory['pending'],
  part: Part,
  at: number,
  unconfirmed: Unconfirmed,
): Seen {
  const { pending: _, ...settled } = known
  const fresh: PartMemory = { ...settled, seenAt: at }
  if (isEqual(known.values, part.values)) return { memory: fresh, change: null, doubtful: false }
  const isCertain = part.confirmed || unconfirmed === 'report'
  const first = pending !== undefined && isEqual(pending.values, part.values) ? pending.at : at
  const mayCount = part.values.length > 0 || unconfirmed !== 'wait'
  if (!isCertain && !(mayCount && at - first >= secondLookMs)) {
    // Addresses that are on their way to all servers are not forgotten because one answer was lost.
    const isMixed = pending?.mixedSince !== undefined && at - pending.mixedSince < mixedMs
    const waits = isMixed ? pending : { values: part.values, at: first }
    return { memory: { ...fresh, pending: waits }, change: null, doubtful: true }
  }
  const recorded: PartMemory = { ...fresh, values: part.values, since: at, ...(fresh.union && { union: {} }) }
  return { memory: recorded, change: wordsOf(part, known.values, part.values), doubtful: !isCertain }
}

/** Whether the last look gave these values: they are recorded, they wait, or they were seen as known addresses. */
function isLastLook({ values: recorded, union, pending, seenAt }: PartMemory, values: readonly string[]): boolean {
  if (values.length === 0) return isEqual(pending?.values ?? recorded, values)
  return (
    isEqual(recorded, values) || values.every(value => union?.[value] === seenAt || pending?.values.includes(value))
  )
}

/** A first sight that the zone's own servers did not confirm: what the next look has in addition was there before. */
function isTentative({ values, pending }: PartMemory): boolean {
  return pending !== undefined && isEqual(values, pending.values)
}

function changeOf(
  known: PartMemory,
  part: Part,
  values: readonly string[],
  { verb, effect, description }: ChangeWords,
): DnsChange {
  return {
    change_type: changeTypeOf(part.kind, verb),
    severity: severityOf(effect),
    change_description: description,
    old_value: valueOf(part.kind, known.values),
    new_value: valueOf(part.kind, values),
    part: part.key,
    fingerprint: fingerprintOf([part.key, String(known.since), ...known.values, '', ...values]),
  }
}

function valueOf(kind: PartKind, values: readonly string[]): JsonValue {
  const [first = null, ...others] = values
  const isText = textKinds.has(kind) || stateKinds.has(kind)
  return first === null || (isText && others.length === 0) ? first : [...values]
}

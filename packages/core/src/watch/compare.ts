import { type AddressLook, lookAtAddresses } from './address-set.ts'
import { type ChangeWords, changeTypeOf, type DnsChange, type JsonValue } from './change.ts'
import { fingerprintOf } from './fingerprint.ts'
import { day, type PartMemory, secondLookMs, type WatchMemory, windowMs } from './memory.ts'
import type { Part, PartKind, Snapshot } from './snapshot.ts'
import { wordsOf } from './words.ts'

export interface CompareOptions {
  /**
   * A disappearance, and any difference of MX, NS, SPF, DMARC and DKIM, that the zone's own servers have not confirmed:
   * `wait` reports it when two checks in a row, at least five minutes apart, found the same; `report` reports it at
   * once, for two snapshots that a person compares.
   */
  unconfirmed?: 'wait' | 'report'
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

const addressKinds: ReadonlySet<PartKind> = new Set(['a', 'aaaa', 'www', 'mx-address'])

/**
 * Compares a snapshot with what is remembered (`docs/decisions/0041-what-is-a-change.md`). The first sight of a part only
 * fills the memory, and a failed part changes nothing. The same snapshot compared again changes nothing either, and
 * neither does one that is older than the memory.
 */
export function compareSnapshot(
  memory: WatchMemory | null,
  snapshot: Snapshot,
  { unconfirmed = 'wait' }: CompareOptions = {},
): Comparison {
  const at = Date.parse(snapshot.takenAt)
  if (memory !== null && at < memory.at) return { memory, changes: [], doubtful: [] }
  const parts = new Map(Object.entries(memory?.parts ?? {}))
  const changes: DnsChange[] = []
  const doubtful: string[] = []
  for (const part of snapshot.parts) {
    if (part.state === 'failed') continue
    const known = parts.get(part.key)
    const look = lookAt(known, part, at, unconfirmed === 'report')
    parts.set(part.key, look.memory)
    if (look.doubtful) doubtful.push(part.key)
    if (known !== undefined && look.change !== null) changes.push(changeOf(known, part, look.change))
  }
  const asked = new Set(snapshot.parts.map(({ key }) => key))
  const kept = [...parts].filter(([key, { seenAt }]) => asked.has(key) || seenAt > at - windowMs)
  return { memory: { version: 1, at, parts: Object.fromEntries(kept) }, changes, doubtful }
}

/** What a part says against the memory. `change`: the words of a difference to report. */
type Look = AddressLook

function lookAt(known: PartMemory | undefined, part: Part, at: number, reportAtOnce: boolean): Look {
  const isAddresses = addressKinds.has(part.kind)
  // The same look again is no second look.
  if (known?.seenAt === at && isEqual(known.values, part.values)) {
    return { memory: known, change: null, doubtful: known.pending !== undefined }
  }
  const hasMore = known !== undefined && isTentative(known) && known.values.every(value => part.values.includes(value))
  if (known === undefined || hasMore) {
    const union = isAddresses
      ? { union: { ...known?.union, ...Object.fromEntries(part.values.map(value => [value, at])) } }
      : {}
    // What a lost answer hides at the first sight would be a change at the next one.
    const isSure = known !== undefined || part.confirmed || reportAtOnce
    const pending = isSure ? {} : { pending: { values: part.values, at } }
    const memory = { values: part.values, since: at, seenAt: at, changes: [], ...union, ...pending }
    return { memory, change: null, doubtful: !part.confirmed && !reportAtOnce }
  }
  const { pending: waiting, ...settled } = known
  const pending = isTentative(known) ? undefined : waiting
  const fresh: PartMemory = { ...settled, seenAt: at, changes: known.changes.filter(time => time > at - day) }
  if (isAddresses && (part.values.length > 0 || known.values.length === 0)) {
    return lookAtAddresses(fresh, pending, part, at, reportAtOnce)
  }
  if (isEqual(known.values, part.values)) return { memory: fresh, change: null, doubtful: false }
  const isSecondLook = pending !== undefined && isEqual(pending.values, part.values) && at - pending.at >= secondLookMs
  const words = wordsOf(part, known.values, part.values)
  const isCertain = part.confirmed || reportAtOnce
  if (!isCertain && !isSecondLook) {
    const first = pending !== undefined && isEqual(pending.values, part.values) ? pending.at : at
    return { memory: { ...fresh, pending: { values: part.values, at: first } }, change: null, doubtful: true }
  }
  const recorded = { ...fresh, values: part.values, since: at, ...(isAddresses ? { union: {} } : {}) }
  return { memory: recorded, change: words, doubtful: !isCertain }
}

/** A first sight that the zone's own servers did not confirm: what the next look has in addition was there before. */
function isTentative({ values, pending }: PartMemory): boolean {
  return pending !== undefined && isEqual(values, pending.values)
}

function changeOf(known: PartMemory, part: Part, { verb, severity, description }: ChangeWords): DnsChange {
  return {
    change_type: changeTypeOf(part.kind, verb),
    severity,
    change_description: description,
    old_value: valueOf(part.kind, known.values),
    new_value: valueOf(part.kind, part.values),
    part: part.key,
    fingerprint: fingerprintOf([part.key, String(known.since), ...known.values, '', ...part.values]),
  }
}

function valueOf(kind: PartKind, values: readonly string[]): JsonValue {
  const [first = null, ...others] = values
  const isText = kind === 'spf' || kind === 'dmarc' || kind === 'dkim'
  return first === null || (isText && others.length === 0) ? first : [...values]
}

function isEqual(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((value, at) => value === other[at])
}

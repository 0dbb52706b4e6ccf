import { blockOf, formatAddress, parseAddress } from '../dns/index.ts'
import type { ChangeWords } from './change.ts'
import {
  mixedMs,
  type PartMemory,
  type Pending,
  rotatingChanges,
  secondLookMs,
  settledMs,
  unionMax,
  windowMs,
} from './memory.ts'
import type { Part } from './snapshot.ts'
import { wordsOf } from './words.ts'

/** What one look at a part says. `change`: the words of a difference to report. */
export interface Seen {
  memory: PartMemory
  change: ChangeWords | null
  doubtful: boolean
}

/** What counts without a word of the zone's own servers: see `CompareOptions`. */
export type Unconfirmed = 'wait' | 'repeat' | 'report'

/** A look at an address set, beside what is known of it. */
interface Look {
  part: Part
  /** The own servers gave different addresses. */
  varies: boolean
  at: number
  /** The addresses that count, and those among them that are new. */
  values: readonly string[]
  added: readonly string[]
  /** The known addresses: the recorded ones and those of the last 7 days. */
  union: ReadonlyMap<string, number>
  isRotating: boolean
  pending: Pending | undefined
}

/**
 * Compares an address set with the union of the last 7 days, because providers answer with changing subsets
 * (`docs/decisions/0041-what-is-a-change.md`). An address outside the union is a change, and so is a recorded address
 * that no look gave for 7 days. A set whose own servers give known and new addresses is *mixed*: it has changed once all
 * servers agree for an hour, and it is a pool when they do not within a day. A pool, and a set that changed three times
 * in a day, *rotates*: only an address in a new network (IPv4 /24, IPv6 /48) is a change, until 7 days of equal looks.
 *
 * @param known with its changes of the last day
 * @param pending a difference that waits
 * @param part with at least one address, unless there was none before
 */
export function lookAtAddresses(
  known: PartMemory,
  pending: Pending | undefined,
  part: Part,
  at: number,
  unconfirmed: Unconfirmed,
): Seen {
  const { pending: _, ...settled } = withoutPause(known, at)
  const fresh: PartMemory = { ...settled, seenAt: at }
  const union = unionOf(fresh, at)
  const isKnown = (value: string): boolean => union.has(value)
  // Where the own servers agree on known addresses, or no answer has a known one, only the resolver is behind or wrong.
  const isOwn = part.own !== undefined && (part.own.every(isKnown) || !part.values.some(isKnown))
  const asked = isOwn ? { ...part, values: part.own ?? [] } : part
  const { values } = asked
  if (unconfirmed === 'report') return reportedAtOnce(fresh, asked, at, union)
  const isRotating = (fresh.rotatesUntil ?? 0) > at
  const networks = isRotating ? new Set([...union.keys()].map(networkOf)) : new Set()
  const added = values.filter(value => !union.has(value) && !networks.has(networkOf(value)))
  const look: Look = {
    part: asked,
    varies: part.varies === true && !isOwn,
    at,
    values,
    added,
    union,
    isRotating,
    pending,
  }
  const isMixed = pending?.mixedSince !== undefined
  // While a set is mixed, an answer of the resolver alone says nothing.
  if (isMixed && !asked.confirmed && !isOver(look)) return waiting(fresh, look, pending)
  const found =
    added.length === 0
      ? lookWithoutNews(fresh, look, unconfirmed)
      : asked.confirmed
        ? lookAtConfirmed(fresh, look)
        : lookAtUnconfirmed(fresh, look)
  return { ...found, doubtful: found.doubtful || (isMixed && !asked.confirmed) }
}

/** No new address: the set is quiet, or an address has left it. */
function lookWithoutNews(known: PartMemory, look: Look, unconfirmed: Unconfirmed): Seen {
  const { part, varies, at, values, isRotating, pending } = look
  const union = withSeen(look.union, values, at)
  if (isRotating) {
    const isSame = !varies && isEqual(values, known.values)
    const rotates = isSame ? {} : { rotatesUntil: at + windowMs }
    const memory: PartMemory = { ...known, values, union, ...rotates }
    return { memory: { ...memory, ...stillMixed(look) }, change: null, doubtful: false }
  }
  const quiet: PartMemory = { ...known, union, ...stillMixed(look) }
  const isOld = (value: string): boolean => (union[value] ?? known.since) <= at - windowMs
  const hasLost = known.values.some(isOld)
  // Looks that differ are those of a pool, of which some part was not given by chance.
  const isStable = !varies && Object.keys(union).every(value => union[value] === at || isOld(value))
  const isWaiting = pending !== undefined && quiet.pending !== undefined
  if (!hasLost || !isStable || isWaiting) return { memory: quiet, change: null, doubtful: false }
  if (!part.confirmed && unconfirmed === 'wait') return { memory: quiet, change: null, doubtful: true }
  return changed(known, look, withSeen(new Map(), values, at))
}

/** New addresses that the zone's own servers give. */
function lookAtConfirmed(known: PartMemory, look: Look): Seen {
  const { part, varies, at, values, added, pending, isRotating } = look
  const remains = added.length < values.length
  const since = pending?.mixedSince
  const wasAbsent = known.values.length === 0
  const isMixed = varies && (remains || (part.partial === true && wasAbsent))
  if (isMixed && !isOver(look)) {
    return waiting(known, look, { values: mixOf(look), at: since ?? at, mixedSince: since ?? at })
  }
  if (isMixed && !wasAbsent) return asPool(known, look)
  if (since !== undefined && !varies) {
    const isAgreed = pending?.agreed !== undefined && isEqual(pending.agreed, values)
    const agreedAt = isAgreed ? pending.at : at
    if (at - agreedAt < settledMs) {
      return waiting(known, look, { values: mixOf(look), at: agreedAt, mixedSince: since, agreed: values })
    }
  }
  const rotates = isRotating || known.changes.length + 1 >= rotatingChanges
  // Where no known address is left, their return is another change.
  const before: Look['union'] = remains || rotates ? look.union : new Map()
  const found = changed(known, look, withSeen(before, values, at))
  const isPool = rotates || (varies && part.partial !== true)
  return isPool ? { ...found, memory: { ...found.memory, rotatesUntil: at + windowMs } } : found
}

/** New addresses that only the resolver gives. They count when a second check finds them too. */
function lookAtUnconfirmed(known: PartMemory, look: Look): Seen {
  const { at, values, added, union, isRotating } = look
  const pending = look.pending?.mixedSince === undefined ? look.pending : undefined
  if (pending === undefined || at - pending.at < secondLookMs) {
    return waiting(known, look, { values: added, at: pending?.at ?? at })
  }
  const networks = new Set([...union.keys()].map(networkOf))
  const isPool = !isEqual(pending.values, added)
  // Beside a known address, one more of a known network is most likely another part of a pool, and other ones each time
  // surely are.
  if (added.length < values.length && (isPool || added.every(value => networks.has(networkOf(value))))) {
    const memory: PartMemory = {
      ...known,
      ...(isRotating || isPool ? { values } : {}),
      ...(isPool ? { rotatesUntil: at + windowMs } : {}),
      union: withSeen(union, [...values, ...pending.values], at),
    }
    return { memory, change: null, doubtful: true }
  }
  const found = changed(known, look, withSeen(union, values, at))
  const rotates = isRotating || found.memory.changes.length >= rotatingChanges
  return { ...found, memory: { ...found.memory, ...(rotates ? { rotatesUntil: at + windowMs } : {}) } }
}

function reportedAtOnce(known: PartMemory, part: Part, at: number, union: Look['union']): Seen {
  const { values } = part
  const memory: PartMemory = { ...known, union: withSeen(union, values, at) }
  if (isEqual(known.values, values)) return { memory, change: null, doubtful: false }
  const change = wordsOf(part, known.values, values)
  return { memory: { ...memory, values, since: at }, change, doubtful: false }
}

function changed(known: PartMemory, look: Look, union: Record<string, number>): Seen {
  const { part, at, values, added } = look
  const memory: PartMemory = { ...known, values, since: at, changes: [...known.changes, at], union }
  const isNews = added.length > 0
  const change = isNews ? wordsOf(part, known.values, values, added) : wordsOf(part, known.values, values)
  return { memory, change, doubtful: !part.confirmed }
}

/** Nothing is recorded but what waits; known addresses are seen again. */
function waiting(known: PartMemory, { part, at, values, union }: Look, pending: Pending): Seen {
  const seen = withSeen(
    union,
    values.filter(value => union.has(value)),
    at,
  )
  return { memory: { ...known, union: seen, pending }, change: null, doubtful: !part.confirmed }
}

/** The set was mixed for a day: its servers give parts of a pool, and all addresses belong to it. */
function asPool(known: PartMemory, look: Look): Seen {
  const { at, values } = look
  const memory = { ...known, values, union: withSeen(look.union, mixOf(look), at), rotatesUntil: at + windowMs }
  return { memory, change: null, doubtful: false }
}

function isOver({ pending, at }: Look): boolean {
  return pending?.mixedSince !== undefined && at - pending.mixedSince >= mixedMs
}

/** A mixed set in which the known addresses are found again stays mixed until the day is over. */
function stillMixed(look: Look): { pending?: Pending } {
  const { pending } = look
  if (pending?.mixedSince === undefined || isOver(look)) return {}
  const { values, mixedSince } = pending
  return { pending: { values, at: mixedSince, mixedSince } }
}

/** All addresses of the looks at which the set was mixed. */
function mixOf({ pending, values }: Look): readonly string[] {
  const earlier = pending?.mixedSince === undefined ? [] : pending.values
  return [...new Set([...values, ...earlier])].slice(0, unionMax).sort()
}

/** Days without any look are no days without an address: after a pause the known addresses are as old as before it. */
function withoutPause(known: PartMemory, at: number): PartMemory {
  const pause = at - known.seenAt
  if (pause <= windowMs) return known
  const union = Object.fromEntries(Object.entries(known.union ?? {}).map(([value, seen]) => [value, seen + pause]))
  return { ...known, union, ...(known.rotatesUntil ? { rotatesUntil: known.rotatesUntil + pause } : {}) }
}

/** A recorded address stays known until the history says that it left. */
function unionOf(known: PartMemory, at: number): Map<string, number> {
  const union = new Map(Object.entries(known.union ?? {}).filter(([, seen]) => seen > at - windowMs))
  for (const value of known.values) union.set(value, known.union?.[value] ?? known.since)
  return union
}

function withSeen(union: Look['union'], values: readonly string[], at: number): Record<string, number> {
  const seen = new Map(union)
  for (const value of values) seen.set(value, at)
  const newest = [...seen].toSorted(([, one], [, other]) => other - one).slice(0, unionMax)
  return Object.fromEntries(newest)
}

/** The network that an address is in; any other value, such as an alias, is a network of its own. */
function networkOf(value: string): string {
  const address = parseAddress(value)
  if (address === null) return value
  const prefix = address.family === 4 ? 24 : 48
  return `${formatAddress({ ...address, value: blockOf(address, prefix).first })}/${prefix}`
}

export function isEqual(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((value, at) => value === other[at])
}

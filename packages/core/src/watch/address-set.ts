import { blockOf, formatAddress, parseAddress } from '../dns/index.ts'
import type { ChangeWords } from './change.ts'
import { type PartMemory, rotatingChanges, secondLookMs, unionMax, windowMs } from './memory.ts'
import type { Part } from './snapshot.ts'
import { wordsOf } from './words.ts'

export interface AddressLook {
  memory: PartMemory
  change: ChangeWords | null
  doubtful: boolean
}

/**
 * Compares an address set with the union of the last 7 days, because providers answer with changing subsets: only an
 * address outside the union is a change. A set that changed three times in a day, or whose servers give different
 * addresses at one time, rotates: from then on only an address in a new network (IPv4 /24, IPv6 /48) is a change, until
 * the set had no new address for 7 days.
 *
 * @param known with its changes of the last day, without a pending difference
 * @param pending new addresses of an earlier check that the zone's own servers did not confirm
 * @param part with at least one address, unless there was none before
 * @param reportAtOnce as in `compareSnapshot`
 */
export function lookAtAddresses(
  known: PartMemory,
  pending: PartMemory['pending'],
  part: Part,
  at: number,
  reportAtOnce: boolean,
): AddressLook {
  const union = new Map(Object.entries(known.union ?? {}).filter(([, seen]) => seen > at - windowMs))
  // After a week without an answer, the last answer is still what the present one is compared with.
  for (const value of known.values) union.set(value, union.get(value) ?? known.seenAt)
  const added = part.values.filter(value => !union.has(value))
  const seen: PartMemory = { ...known, values: part.values }
  if (added.length === 0) {
    return { memory: { ...seen, union: withSeen(union, part.values, at) }, change: null, doubtful: false }
  }
  const remains = added.length < part.values.length
  const isRotating = (known.rotatesUntil ?? 0) > at
  // All addresses of the zone's servers together overlap with the known ones: a part of the pool not seen before.
  const isPool = part.varies === true && remains
  const networks = new Set([...union.keys()].map(networkOf))
  const isQuiet = isPool || (isRotating && added.every(value => networks.has(networkOf(value))))
  const isCertain = part.confirmed || reportAtOnce
  if (isQuiet) {
    const memory = { ...seen, union: withSeen(union, part.values, at), rotatesUntil: at + windowMs }
    return { memory, change: null, doubtful: false }
  }
  // Without the zone's own servers a new address counts when a second check finds new addresses too.
  if (!isCertain && (pending === undefined || at - pending.at < secondLookMs)) {
    return { memory: { ...known, pending: { values: added, at: pending?.at ?? at } }, change: null, doubtful: true }
  }
  // Beside a known address, one more of a known network is most likely another part of a pool.
  if (!isCertain && remains && added.every(value => networks.has(networkOf(value)))) {
    return { memory: { ...seen, union: withSeen(union, part.values, at) }, change: null, doubtful: false }
  }
  const changes = [...known.changes, at]
  const rotates = isRotating || changes.length >= rotatingChanges
  // Where the zone's own servers agree on a new set, the old addresses are gone, and their return is another change.
  const isReplaced = !remains && isCertain && !rotates
  const memory: PartMemory = {
    ...seen,
    since: at,
    changes,
    union: withSeen(isReplaced ? new Map() : union, part.values, at),
    ...(rotates ? { rotatesUntil: at + windowMs } : {}),
  }
  return { memory, change: wordsOf(part, known.values, part.values, added), doubtful: !isCertain }
}

function withSeen(union: Map<string, number>, values: readonly string[], at: number): Record<string, number> {
  for (const value of values) union.set(value, at)
  const newest = [...union].toSorted(([, one], [, other]) => other - one).slice(0, unionMax)
  return Object.fromEntries(newest)
}

/** The network that an address is in; any other value, such as an alias, is a network of its own. */
function networkOf(value: string): string {
  const address = parseAddress(value)
  if (address === null) return value
  const prefix = address.family === 4 ? 24 : 48
  return `${formatAddress({ ...address, value: blockOf(address, prefix).first })}/${prefix}`
}

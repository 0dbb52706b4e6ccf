import { formatAddress } from '../dns/index.ts'
import { type AddressSet, difference, type Interval, isHalfTheWorld, sameSet, toCidrs, union } from './address-set.ts'
import { differencesOf } from './compare.ts'
import { beforeMapped, behindMapped, everyClient, withMapped } from './regions.ts'
import type { SpfResult } from './result.ts'
import { addressesWith, type SpfVerdicts } from './verdicts.ts'

/** Adjacent addresses with the same result in one record and the same different result in the other. */
export interface SpfChange {
  /** `gains` and `loses`: permission to send (`pass`). `changes`: between results without permission. */
  kind: 'gains' | 'loses' | 'changes'
  /** `192.0.2.0/24`, `192.0.2.1`, `192.0.2.1–192.0.2.9`, `every address`, or `every other address`. */
  range: string
  /** The number of addresses, in decimal digits. */
  addresses: string
  before: SpfResult
  after: SpfResult
}

/** The effects of replacing one record with another. Names as on the wire. */
export interface SpfChanges {
  /** Proved from the sets of all addresses; null when unknown, with the reason in `not_comparable`. */
  equivalent: boolean | null
  /** The certain changes: losses first, then gains, then the rest; sorted by address. */
  changes: readonly SpfChange[]
  /** The number of ranges not in `changes`. */
  more: number
  not_comparable: string | null
}

/** The maximum number of ranges of each kind. A person reads no more. */
const mostRanges = 50

/**
 * Compares two compiled records, each as if it were the published one, and lists the differences as ranges of
 * addresses.
 *
 * @param most the maximum number of ranges of each kind
 */
export function spfChanges(a: SpfVerdicts, b: SpfVerdicts, most = mostRanges): SpfChanges {
  const { differences, unknown } = differencesOf(a, b)
  const groups: Group[] = []
  let depends = false
  for (const { set, a: one, b: other } of differences) {
    if (one.result === 'depends' || other.result === 'depends') depends = true
    else groups.push({ set, kind: kindOf(one.result, other.result), before: one.result, after: other.result })
  }
  const rest = difference(everyClient, union(addressesWith(a, 'pass'), addressesWith(b, 'pass')))
  // Beside the other changes, the only set of half the world or more is that of every other address.
  const wide = groups.filter(({ set }) => isHalfTheWorld(set))
  const widest = wide.length === 1 ? wide[0] : undefined
  const named = union(...groups.filter(group => group !== widest).map(({ set }) => set))
  const changes: SpfChange[] = []
  let more = 0
  for (const kind of kinds) {
    let room = most
    for (const { set, ...group } of groups.filter(each => each.kind === kind)) {
      const { ranges, count } = rangesOf(set, set === widest?.set ? difference(rest, named) : rest, room)
      changes.push(...ranges.map(range => ({ ...group, ...range })))
      room -= ranges.length
      more += count - ranges.length
    }
  }
  return {
    equivalent: groups.length > 0 ? false : unknown || depends ? null : true,
    changes,
    more,
    not_comparable: whyNot(unknown, depends),
  }
}

/** Addresses with the same change. */
type Group = Pick<SpfChange, 'kind' | 'before' | 'after'> & { set: AddressSet }

const kinds = ['loses', 'gains', 'changes'] as const

function kindOf(before: SpfResult, after: SpfResult): SpfChange['kind'] {
  if (after === 'pass') return 'gains'
  return before === 'pass' ? 'loses' : 'changes'
}

function whyNot(unknown: boolean, depends: boolean): string | null {
  const reasons = [
    ...(unknown ? ['A lookup failed, so some addresses could not be compared.'] : []),
    ...(depends ? ['For some addresses the result depends on the message (macros, exists or ptr).'] : []),
  ]
  return reasons.length === 0 ? null : reasons.join(' ')
}

/**
 * The first ranges of a set, and their number. `rest` (the addresses that neither record lets pass, without other changes)
 * and the set of all clients are described in words.
 */
function rangesOf(
  set: AddressSet,
  rest: AddressSet,
  most: number,
): { ranges: { range: string; addresses: string }[]; count: number } {
  const whole = sameSet(set, everyClient)
  if (whole || sameSet(set, rest)) {
    const { v4, v6 } = set
    const addresses = [...v4, ...v6].reduce((sum, { first, last }) => sum + last - first + 1n, 0n)
    const range = whole ? 'every address' : 'every other address'
    return { ranges: [{ range, addresses: String(addresses) }].slice(0, most), count: 1 }
  }
  const { v4, v6 } = withMapped(set)
  const ranges4 = v4.slice(0, most).map(interval => rangeOf(interval, 4))
  const ranges = [...ranges4, ...v6.slice(0, most - ranges4.length).map(interval => rangeOf(interval, 6))]
  return { ranges, count: v4.length + v6.length }
}

function rangeOf(interval: Interval, family: 4 | 6): { range: string; addresses: string } {
  return { range: rangeText(interval, family), addresses: String(countOf(interval, family)) }
}

function countOf({ first, last }: Interval, family: 4 | 6): bigint {
  const holdsMapped = family === 6 && first <= beforeMapped && last >= behindMapped
  return last - first + 1n - (holdsMapped ? 2n ** 32n : 0n)
}

function rangeText(interval: Interval, family: 4 | 6): string {
  const [cidr = '', second] = toCidrs(family === 4 ? { v4: [interval], v6: [] } : { v4: [], v6: [interval] })
  const { first, last } = interval
  return second === undefined
    ? cidr
    : `${formatAddress({ family, value: first })}–${formatAddress({ family, value: last })}`
}

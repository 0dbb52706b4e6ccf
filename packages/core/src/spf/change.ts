import { boundedResolver, formatAddress, type Resolver, type Signal } from '../dns/index.ts'
import {
  type AddressSet,
  difference,
  everyAddress,
  hasAddress,
  type Interval,
  intersection,
  isEmpty,
  sameSet,
  toCidrs,
  union,
} from './address-set.ts'
import type { SpfResult } from './result.ts'
import { addressesWith, mappedAddresses, questionsMax, spfVerdicts } from './verdicts.ts'

/** Addresses next to each other that one record treats in one way and another record in one other way. */
export interface SpfChange {
  /** `gains` and `loses`: permission to send (`pass`). `changes`: between results that are no permission. */
  kind: 'gains' | 'loses' | 'changes'
  /** `192.0.2.0/24`, `192.0.2.1`, `192.0.2.1–192.0.2.9`, `every address`, or `every other address`. */
  range: string
  /** How many addresses, in decimal digits. */
  addresses: string
  before: SpfResult
  after: SpfResult
}

/** What changes for whom when one record takes the place of another. Names as on the wire. */
export interface SpfChanges {
  /** Proved from the sets of all addresses; null when it cannot be known, `not_comparable` says why. */
  equivalent: boolean | null
  /** What is certain: first who loses, then who gains, then the rest; in order of address. */
  changes: readonly SpfChange[]
  /** Ranges left out of `changes`. */
  more: number
  not_comparable: string | null
}

/** Ranges told of each kind. A person reads none of the others. */
const mostRanges = 50

/**
 * Compares two records as if each were published at `domain`, and tells the difference as ranges of addresses: all of
 * them, and no others. Never rejects.
 */
export async function spfChanges(
  resolver: Resolver,
  domain: string,
  before: string,
  after: string,
  signal?: Signal,
): Promise<SpfChanges> {
  const same = boundedResolver(resolver, 2 * questionsMax)
  const [a, b] = await Promise.all([
    spfVerdicts(same, domain, before, signal),
    spfVerdicts(same, domain, after, signal),
  ])
  const groups: (Pick<SpfChange, 'kind' | 'before' | 'after'> & { set: AddressSet })[] = []
  let unknown = false
  let depends = false
  for (const one of a.verdicts) {
    for (const other of b.verdicts) {
      if (one.rule === other.rule && !one.unchecked) continue
      const set = intersection(one.set, other.set)
      if (isEmpty(set)) continue
      if (one.unchecked || other.unchecked) unknown = true
      else if (one.result === 'depends' || other.result === 'depends') depends = true
      else groups.push({ set, kind: kindOf(one.result, other.result), before: one.result, after: other.result })
    }
  }
  groups.sort((one, other) => kinds.indexOf(one.kind) - kinds.indexOf(other.kind))
  const rest = difference(everyClient, union(addressesWith(a, 'pass'), addressesWith(b, 'pass')))
  const ranges = groups.map(({ set, ...group }) => rangesOf(set, rest).map(range => ({ ...group, ...range })))
  const changes = kinds.flatMap(kind =>
    ranges
      .flat()
      .filter(change => change.kind === kind)
      .slice(0, mostRanges),
  )
  return {
    equivalent: groups.length > 0 || depends ? false : unknown ? null : true,
    changes,
    more: ranges.flat().length - changes.length,
    not_comparable: whyNot(unknown, depends),
  }
}

const kinds = ['loses', 'gains', 'changes'] as const
const everyClient = difference(everyAddress, mappedAddresses)

function kindOf(before: SpfResult, after: SpfResult): SpfChange['kind'] {
  if (after === 'pass') return 'gains'
  return before === 'pass' ? 'loses' : 'changes'
}

function whyNot(unknown: boolean, depends: boolean): string | null {
  const reasons = [
    ...(unknown ? ['Some addresses could not be compared: part of a record could not be asked.'] : []),
    ...(depends ? ['For some addresses only the message itself decides (macros, exists or ptr).'] : []),
  ]
  return reasons.length === 0 ? null : reasons.join(' ')
}

/** The ranges of a set; `rest`, everyone whom neither record lets pass, and the whole set of clients are told in words. */
function rangesOf(set: AddressSet, rest: AddressSet): { range: string; addresses: string }[] {
  const whole = sameSet(set, everyClient)
  if (whole || sameSet(set, rest)) {
    const { v4, v6 } = set
    const addresses = [...v4, ...v6].reduce((sum, { first, last }) => sum + last - first + 1n, 0n)
    return [{ range: whole ? 'every address' : 'every other address', addresses: String(addresses) }]
  }
  // The hole of the mapped addresses, which no client has, would part one range in two.
  const aroundHole = [beforeMapped, behindMapped].every(value => hasAddress(set, { family: 6, value }))
  const { v4, v6 } = aroundHole ? union(set, mappedAddresses) : set
  return [...v4.map(interval => told(interval, 4)), ...v6.map(interval => told(interval, 6))]
}

function told(interval: Interval, family: 4 | 6): { range: string; addresses: string } {
  return { range: rangeText(interval, family), addresses: String(countOf(interval, family)) }
}

const beforeMapped = 0xfffe_ffff_ffffn
const behindMapped = 0x1_0000_0000_0000n

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

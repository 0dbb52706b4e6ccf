import {
  type AddressSet,
  countIpv4,
  countIpv6Nets,
  difference,
  isEmpty,
  noAddress,
  setOfCidrs,
  toCidrs,
  union,
} from './address-set.ts'
import type { SpfBesides, SpfFlattening } from './flatten.ts'

/** What is remembered of a hosted record between two checks of its upstreams, as JSON. */
export interface HostedMemory {
  version: 1
  /** CIDR blocks that passed in the upstreams at the last good check. */
  passing: readonly string[]
  kept: readonly string[]
  /** Terms that named hosts without addresses. */
  empty: readonly string[]
  /** What upstreams removed and the hosted record still has; null: nothing. */
  withheld: { addresses: readonly string[]; kept: readonly string[]; since: string } | null
  /** Removals that were applied at once, for a day: many small ones are a large one. */
  removed: readonly { addresses: readonly string[]; at: string }[]
}

/** What a check of the upstreams leads to. */
export interface Upkeep {
  /** To flatten and publish again with what is withheld; null when the hosted record stays as it is. */
  publish: SpfBesides | null
  /** A removal is withheld from now on: its owner is informed. */
  withholds: boolean
  /** The withheld removal is applied now. */
  applies: boolean
  added: AddressSet
  /** Taken out of the hosted record. */
  removed: AddressSet
  memory: HostedMemory
}

/** A larger share of the addresses of one family is not removed at once. */
const largestShare = 1 / 5
/** How long a large removal upstream waits before it is applied. */
export const withheldForMs = 24 * 3_600_000

/** The memory of a record that is hosted for the first time, or that its owner changed: a change of theirs is meant. */
export function newHostedMemory({ passing, kept, empty }: SpfFlattening): HostedMemory {
  return { version: 1, passing: toCidrs(passing), kept, empty, withheld: null, removed: [] }
}

/**
 * Decides what a check of the upstreams changes in a hosted record. What upstreams add is published at once. A removal of
 * more than a fifth of the addresses, of a kept term, or of a host that has no addresses any more may be an accident: it
 * is withheld for a day, and then applied if it is confirmed. A check without a flattening changes nothing and is not
 * asked about here.
 *
 * @param now the time of the check
 * @param confirmed whether a second, independent server gives the same flattening
 */
export function hostedUpkeep(
  memory: HostedMemory,
  flattening: Pick<SpfFlattening, 'passing' | 'kept' | 'empty'>,
  { now, confirmed }: { now: Date; confirmed: boolean },
): Upkeep {
  const upstream = flattening.passing
  const hosted = union(setOf(memory.passing), setOf(memory.withheld?.addresses ?? []))
  const hostedKept = [...new Set([...memory.kept, ...(memory.withheld?.kept ?? [])])]
  const added = difference(upstream, hosted)
  const gone = difference(hosted, upstream)
  const goneKept = passingTerms(hostedKept).filter(term => !flattening.kept.includes(term))
  const recent = memory.removed.filter(({ at }) => now.getTime() - Date.parse(at) < withheldForMs)
  const isWaiting = memory.withheld !== null
  const isDue = isWaiting && now.getTime() - Date.parse(memory.withheld?.since ?? '') >= withheldForMs
  const isLarge =
    isLargeShare(union(gone, ...recent.map(({ addresses }) => setOf(addresses))), hosted) ||
    goneKept.length > 0 ||
    (!isEmpty(gone) && flattening.empty.some(term => !memory.empty.includes(term)))
  const isGone = !isEmpty(gone) || goneKept.length > 0
  // Also a small removal waits while a larger one does: it may be the rest of the same accident.
  const applies = isGone && (isDue ? confirmed : !isWaiting && !isLarge)
  const withheld =
    isGone && !applies
      ? { addresses: toCidrs(gone), kept: goneKept, since: memory.withheld?.since ?? now.toISOString() }
      : null
  const removed = applies ? gone : noAddress
  const keptChanges =
    passingTerms(flattening.kept).some(term => !hostedKept.includes(term)) || orderChanges(memory, flattening)
  return {
    publish:
      isEmpty(added) && !applies && !keptChanges
        ? null
        : { addresses: withheld === null ? noAddress : gone, kept: withheld?.kept ?? [] },
    withholds: withheld !== null && !isWaiting,
    applies: applies && isDue,
    added,
    removed,
    memory: {
      version: 1,
      passing: toCidrs(upstream),
      kept: flattening.kept,
      empty: flattening.empty,
      withheld,
      removed:
        applies && !isDue && !isEmpty(gone) ? [...recent, { addresses: toCidrs(gone), at: now.toISOString() }] : recent,
    },
  }
}

function setOf(cidrs: readonly string[]): AddressSet {
  return setOfCidrs(cidrs) ?? noAddress
}

/** Kept terms that let messages pass. */
function passingTerms(kept: readonly string[]): string[] {
  return kept.filter(term => !/^[-~?]/.test(term))
}

/** Kept terms decide in their order, and one that refuses counts too. */
function orderChanges(memory: HostedMemory, { kept }: Pick<SpfFlattening, 'kept'>): boolean {
  return memory.kept.join(' ') !== kept.join(' ')
}

function isLargeShare(gone: AddressSet, hosted: AddressSet): boolean {
  const whole = union(gone, hosted)
  return countIpv4(gone) > countIpv4(whole) * largestShare || countIpv6Nets(gone) > countIpv6Nets(whole) * largestShare
}

import {
  type AddressSet,
  countIpv4,
  countIpv6Nets,
  difference,
  intersection,
  isEmpty,
  noAddress,
  setOfCidrs,
  toCidrs,
  union,
} from './address-set.ts'
import type { HostAnswers, SpfFlattening } from './flatten.ts'
import { frozenOf, type Growth, type GrowthMemory } from './growth.ts'
import type { SpfBesides } from './withheld-record.ts'

/** What is remembered of a hosted record between two checks of its upstreams, as JSON. */
export interface HostedMemory extends GrowthMemory {
  version: 2
  /** CIDR blocks that passed in the upstreams at the last good check and were accepted. */
  passing: readonly string[]
  kept: readonly string[]
  hosts: HostAnswers
  /** What upstreams removed and the hosted record still has, the oldest first: one part for each check that lost something. */
  withheld: readonly WithheldPart[]
  /** Removals that were applied at once, for a day: many small ones are a large one. */
  removed: readonly { addresses: readonly string[]; at: string }[]
}

/** What one check found removed. What comes back leaves its part. */
export interface WithheldPart {
  /** CIDR blocks. */
  addresses: readonly string[]
  kept: readonly string[]
  since: string
  /** A large removal: while it waits, small ones wait too. */
  isLarge: boolean
}

/** What a check of the upstreams leads to. */
export interface Upkeep {
  /** What is withheld, to flatten and publish again with it; null when the hosted record stays as it is. */
  publish: SpfBesides | null
  /** A large removal is withheld from now on, the newest part: its owner is informed. */
  withholds: boolean
  /** A removal that was withheld is applied now. */
  applies: boolean
  /** What is withheld for its day, to be confirmed by a second server; null: nothing. */
  due: SpfBesides | null
  added: AddressSet
  /** Taken out of the hosted record. */
  removed: AddressSet
  memory: HostedMemory
}

/** A larger share of the addresses of one family is not removed at once. */
const largestShare = 1 / 5
/** How long a large removal upstream waits before it is applied. */
export const withheldForMs = 24 * 3_600_000
/** Of more parts the two nearest in time become one. */
const partsMax = 32

/** The memory of a record as its owner gives it: a change of theirs is meant, so nothing is withheld. */
export function newHostedMemory({ passing, kept, hosts }: SpfFlattening, growth: GrowthMemory): HostedMemory {
  return { ...growth, version: 2, passing: toCidrs(passing), kept, hosts, withheld: [], removed: [] }
}

/** Everything that is withheld. */
export function withheldOf({ withheld }: Pick<HostedMemory, 'withheld'>): SpfBesides {
  return {
    addresses: union(...withheld.map(({ addresses }) => setOf(addresses))),
    kept: [...new Set(withheld.flatMap(({ kept }) => kept))],
  }
}

/** When a withheld removal is applied at the earliest; null: none, or only those that wait as long as growth does. */
export function appliesAt(memory: HostedMemory): Date | null {
  const frozen = frozenOf(memory)
  const next = memory.withheld.find(part => !isNothing(thawed(part, frozen)))
  return next === undefined ? null : new Date(Date.parse(next.since) + withheldForMs)
}

/** The addresses that pass in the hosted record. */
export function hostedAddresses(memory: HostedMemory): AddressSet {
  return union(setOf(memory.passing), withheldOf(memory).addresses)
}

/**
 * Decides what a check of the upstreams changes in a hosted record. What upstreams add and what is accepted is published
 * at once (see `judgeGrowth`). What was never accepted is removed at once. Any other removal of
 * more than a fifth of the addresses, of a kept term, or of a host that has no addresses of a family any more may be an
 * accident: it is withheld for a day, and then applied if it is confirmed. A check without a flattening changes nothing and is not
 * asked about here.
 *
 * @param now the time of the check
 * @param flattening what is accepted of the upstreams
 * @param confirmed whether a second, independent server lacks what is due too
 */
export function hostedUpkeep(
  memory: HostedMemory,
  flattening: Pick<SpfFlattening, 'passing' | 'kept' | 'hosts'>,
  { now, confirmed, growth }: { now: Date; confirmed: boolean; growth: Pick<Growth, 'memory' | 'within' | 'frozen'> },
): Upkeep {
  const { within, frozen } = growth
  const upstream = flattening.passing
  const before = hostedAddresses(memory)
  const hosted = intersection(before, within.addresses)
  const closed = difference(before, hosted)
  const hostedKept = [...new Set([...memory.kept, ...withheldOf(memory).kept])]
  const added = difference(upstream, hosted)
  const waiting = memory.withheld
    .map(part => stillGone(part, flattening, within.addresses))
    .filter(part => !isNothing(part))
  const known = withheldOf({ withheld: waiting })
  const gone = difference(difference(hosted, upstream), known.addresses)
  const goneKept = passingTerms(hostedKept).filter(
    term => !flattening.kept.includes(term) && !known.kept.includes(term),
  )
  const recent = memory.removed.filter(({ at }) => now.getTime() - Date.parse(at) < withheldForMs)
  const isLarge =
    isLargeShare(union(gone, ...recent.map(({ addresses }) => setOf(addresses))), hosted) ||
    goneKept.length > 0 ||
    (!isEmpty(gone) && becameSilent(memory.hosts, flattening.hosts))
  // Also a small removal waits while a large one does: it may be the rest of the same accident.
  const areAllWaiting = isLarge || waiting.some(part => part.isLarge)
  // While growth of an upstream waits, its removals do: both may be one accident.
  const late = areAllWaiting ? gone : intersection(gone, frozen.addresses)
  const waits = !isEmpty(late) || goneKept.length > 0
  const isDue = ({ since }: WithheldPart) => now.getTime() - Date.parse(since) >= withheldForMs
  const overdue = waiting
    .filter(isDue)
    .map(part => thawed(part, frozen))
    .filter(part => !isNothing(part))
  const due = confirmed ? withheldOf({ withheld: overdue }) : { addresses: noAddress, kept: [] }
  const isApplied = confirmed && overdue.length > 0
  const rest = waiting.map(part => (isDue(part) ? without(part, due) : part)).filter(part => !isNothing(part))
  const newest = { addresses: toCidrs(late), kept: goneKept, since: now.toISOString(), isLarge }
  const withheld = waits ? joined([...rest, newest]) : rest
  const small = difference(gone, late)
  const keptChanges =
    passingTerms(flattening.kept).some(term => !hostedKept.includes(term)) || orderChanges(memory, flattening)
  const isPublished = !isEmpty(added) || !isEmpty(small) || !isEmpty(closed) || isApplied || keptChanges
  return {
    publish: isPublished ? withheldOf({ withheld }) : null,
    withholds: waits && isLarge,
    applies: isApplied,
    due: overdue.length === 0 ? null : withheldOf({ withheld: overdue }),
    added,
    removed: union(small, closed, due.addresses),
    memory: {
      ...growth.memory,
      version: 2,
      passing: toCidrs(upstream),
      kept: flattening.kept,
      hosts: flattening.hosts,
      withheld,
      removed: isEmpty(small) ? recent : [...recent, { addresses: toCidrs(small), at: now.toISOString() }],
    },
  }
}

function stillGone(
  part: WithheldPart,
  { passing, kept }: Pick<SpfFlattening, 'passing' | 'kept'>,
  accepted: AddressSet,
): WithheldPart {
  const { addresses, ...rest } = without(part, { addresses: passing, kept })
  return { ...rest, addresses: toCidrs(intersection(setOf(addresses), accepted)) }
}

function without(part: WithheldPart, { addresses, kept }: SpfBesides): WithheldPart {
  return {
    ...part,
    addresses: toCidrs(difference(setOf(part.addresses), addresses)),
    kept: part.kept.filter(term => !kept.includes(term)),
  }
}

/** What of a part may be applied. */
function thawed(part: WithheldPart, frozen: Growth['frozen']): WithheldPart {
  return without(part, { addresses: frozen.addresses, kept: frozen.kept })
}

function isNothing({ addresses, kept }: WithheldPart): boolean {
  return addresses.length === 0 && kept.length === 0
}

/** Parts that become one take the later time, so that nothing is applied early. */
function joined(parts: readonly WithheldPart[]): WithheldPart[] {
  if (parts.length <= partsMax) return [...parts]
  const time = (at: number) => Date.parse(parts[at]?.since ?? '')
  // A part that took a later time before has a gap in front of it, so no part is moved again and again.
  const cost = (at: number) => (at === 0 ? 2 * (time(1) - time(0)) : time(at + 1) - time(at - 1))
  let nearest = 0
  for (let at = 1; at < parts.length - 1; at++) if (cost(at) <= cost(nearest)) nearest = at
  const pair = parts.slice(nearest, nearest + 2)
  const { addresses, kept } = withheldOf({ withheld: pair })
  const since = pair.at(-1)?.since ?? ''
  const one = { addresses: toCidrs(addresses), kept, since, isLarge: pair.some(({ isLarge }) => isLarge) }
  return [...parts.slice(0, nearest), one, ...parts.slice(nearest + 2)]
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

/**
 * Whether a host lost all addresses of a family, or a domain its exchangers. A host that is new counts when it has no
 * address at all: its name may be a mistake.
 */
function becameSilent(before: HostAnswers, { silent }: HostAnswers): boolean {
  const answered = new Set(before.answering)
  const known = new Set([...before.answering, ...before.silent])
  const now = new Set(silent)
  return silent.some(lookup => {
    const sibling = lookup.replace(/ (?:A|AAAA)$/, type => (type === ' A' ? ' AAAA' : ' A'))
    return answered.has(lookup) || (!known.has(lookup) && now.has(sibling))
  })
}

function isLargeShare(gone: AddressSet, hosted: AddressSet): boolean {
  const whole = union(gone, hosted)
  return countIpv4(gone) > countIpv4(whole) * largestShare || countIpv6Nets(gone) > countIpv6Nets(whole) * largestShare
}

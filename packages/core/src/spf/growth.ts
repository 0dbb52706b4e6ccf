import {
  type AddressSet,
  cidrsOf,
  countIpv4,
  countIpv6Sites,
  difference,
  intersection,
  isEmpty,
  noAddress,
  setOfCidrs,
  toCidrs,
  union,
} from './address-set.ts'
import { ownAddresses, type SpfSource } from './flatten-sources.ts'
import type { SpfWithin } from './flatten-within.ts'

/** Addresses and terms as JSON: CIDR blocks, and terms as in `SpfSource`. */
export interface StoredPart {
  addresses: readonly string[]
  kept: readonly string[]
}

/** What is remembered of one source of a hosted record. */
export interface SourceMemory extends StoredPart {
  /** As in `SpfSource`. Its `addresses` and `kept` are what was accepted of it. */
  name: string
  /** What it added within the bounds in the last 30 days and still has, by the check that found it. */
  grown: readonly { addresses: readonly string[]; at: string }[]
  /** What it has and what waits for the owner; null: nothing. `isWide`: it cannot be accepted, see `tooWide`. */
  waiting: (StoredPart & { since: string; isWide: boolean }) | null
  /** What the owner keeps out. */
  keptOut: StoredPart
}

/** What is remembered of everything that was accepted. */
export interface GrowthMemory {
  /**
   * What was served when acceptance began. The first check after that accepts what sources have of it, without ranges that
   * are too wide, and then drops these.
   */
  accepted: StoredPart
  sources: readonly SourceMemory[]
  /** How often the owner was asked about what waits; null: nothing waits. */
  asked: { since: string; times: number; lastAt: string; hasMore: boolean } | null
}

/** What a check finds about growth. */
export interface Growth {
  memory: GrowthMemory
  within: SpfWithin
  /** The owner is asked now: for the first time, again, or about more. */
  asks: boolean
  /** Accepted addresses and terms of sources whose growth waits: their removals wait too. */
  frozen: { addresses: AddressSet; kept: readonly string[] }
}

const dayMs = 24 * 3_600_000
/** Growth is counted for so long. */
export const growthCountsForMs = 30 * dayMs
/** The owner is asked again so long after the first time. */
const askedAgainMs = [3 * dayMs, 10 * dayMs]
const share = 1 / 5
/** Growth up to these numbers never waits: IPv4 addresses, and IPv6 networks of 48 bits. */
const floors = { service: { v4: 2 ** 18, v6: 2 ** 16 }, other: { v4: 2 ** 12, v6: 2 ** 8 } } as const
/** Shorter prefixes are never accepted by themselves. */
const shortest = { v4: 8, v6: 16 } as const

const families = ['v4', 'v6'] as const
type Family = (typeof families)[number]

export const nothingStored: StoredPart = { addresses: [], kept: [] }

/** The memory of a record that its owner gives: everything that it has is accepted. */
export function acceptedSources(sources: readonly SpfSource[]): GrowthMemory {
  return { accepted: nothingStored, sources: sources.map(acceptedSource), asked: null }
}

/**
 * The memory of a record that its owner changes: only the sources that the owner added are accepted as they are. What was
 * kept out waits again.
 *
 * @param before the names of the sources of the record before
 */
export function editedSources(
  memory: GrowthMemory,
  sources: readonly SpfSource[],
  before: readonly string[],
): GrowthMemory {
  const known = new Map(memory.sources.map(source => [source.name, source]))
  return {
    accepted: memory.accepted,
    asked: memory.asked,
    sources: sources.flatMap(source => {
      // What the owner wrote is meant.
      if (isOwnSource(source) || !before.includes(source.name)) return [acceptedSource(source)]
      const old = known.get(source.name)
      return old === undefined ? [] : [{ ...old, keptOut: nothingStored }]
    }),
  }
}

/** Everything that waits is accepted, but for what is too wide: that waits on. */
export function withGrowthAccepted(memory: GrowthMemory): GrowthMemory {
  return {
    accepted: memory.accepted,
    asked: memory.sources.some(({ waiting }) => waiting?.isWide) ? memory.asked : null,
    sources: memory.sources.map(source => {
      const { waiting } = source
      if (waiting === null || waiting.isWide) return source
      return { ...source, ...joinedParts(source, waiting), waiting: null }
    }),
  }
}

/** Everything that waits stays out. */
export function withGrowthKeptOut(memory: GrowthMemory): GrowthMemory {
  return {
    accepted: memory.accepted,
    asked: null,
    sources: memory.sources.map(source => {
      const { waiting, keptOut } = source
      return waiting === null ? source : { ...source, keptOut: joinedParts(keptOut, waiting), waiting: null }
    }),
  }
}

/** What waits for the owner, of all sources. */
export function waitingOf({ sources }: Pick<GrowthMemory, 'sources'>): { addresses: AddressSet; kept: string[] } {
  return {
    addresses: union(noAddress, ...sources.map(({ waiting }) => setOf(waiting?.addresses ?? []))),
    kept: [...new Set(sources.flatMap(({ waiting }) => waiting?.kept ?? []))],
  }
}

/** What the owner keeps out, of all sources. */
export function keptOutOf({ sources }: Pick<GrowthMemory, 'sources'>): { addresses: AddressSet; kept: string[] } {
  return {
    addresses: union(noAddress, ...sources.map(({ keptOut }) => setOf(keptOut.addresses))),
    kept: [...new Set(sources.flatMap(({ keptOut }) => keptOut.kept))],
  }
}

/** The blocks of a set that are wider than /8, or /16 for IPv6. They are never accepted. */
export function tooWide(set: AddressSet): string[] {
  return toCidrs(wideParts(set))
}

/**
 * Decides what of the growth of upstreams is published, and what waits for the owner. Growth is what a source has, and
 * what was never accepted: neither by the owner, nor as growth within the bounds that is older than 30 days.
 *
 * @param hosted what passes in the hosted record: growth counts as long as it is there
 */
export function judgeGrowth(
  before: GrowthMemory,
  found: readonly SpfSource[],
  { now, hosted }: { now: Date; hosted: AddressSet },
): Growth {
  const known = new Map(before.sources.map(source => [source.name, source]))
  const served = setOf(before.accepted.addresses)
  const base = difference(served, wideParts(served))
  const live = found.map(source => ({
    source,
    memory: matured(known.get(source.name) ?? null, source, { base: before.accepted, now, hosted }),
  }))
  let allowed = union(base, ...live.flatMap(({ memory }) => [setOf(memory.addresses), grownOf(memory)]))
  const keptAllowed = new Set([...before.accepted.kept, ...live.flatMap(({ memory }) => memory.kept)])
  const judged = live.map(({ source, memory }) => {
    const added = difference(difference(source.passing, allowed), setOf(memory.keptOut.addresses))
    const late = waits(source, memory, added)
    const grown = difference(added, late)
    allowed = union(allowed, grown)
    if (isEmpty(grown)) return { source, memory, late }
    const part = { addresses: toCidrs(grown), at: now.toISOString() }
    return { source, memory: { ...memory, grown: [...memory.grown, part] }, late }
  })
  const sources = judged.map(({ source, memory, late }): SourceMemory => {
    const kept = source.kept.filter(term => !keptAllowed.has(term) && !memory.keptOut.kept.includes(term))
    const addresses = difference(late, allowed)
    const since = memory.waiting?.since ?? now.toISOString()
    const isNothing = isEmpty(addresses) && kept.length === 0
    const isWide = !isEmpty(intersection(addresses, wideParts(source.passing)))
    return { ...memory, waiting: isNothing ? null : { addresses: toCidrs(addresses), kept, since, isWide } }
  })
  const without = new Set(found.flatMap(({ kept }) => kept.filter(term => !keptAllowed.has(term))))
  const { asked, asks } = asking(before, sources, now)
  return {
    memory: { accepted: { addresses: toCidrs(base), kept: before.accepted.kept }, sources, asked },
    within: { addresses: allowed, without: [...without] },
    asks,
    frozen: frozenOf({ sources }),
  }
}

/** What was accepted of sources whose growth waits. */
export function frozenOf({ sources }: Pick<GrowthMemory, 'sources'>): Growth['frozen'] {
  const frozen = sources.filter(({ waiting }) => waiting !== null)
  return {
    addresses: union(noAddress, ...frozen.flatMap(source => [setOf(source.addresses), grownOf(source)])),
    kept: frozen.flatMap(({ kept }) => kept),
  }
}

/** What of the addresses that a source adds waits for the owner. */
function waits(source: SpfSource, memory: SourceMemory, added: AddressSet): AddressSet {
  const wide = intersection(added, wideParts(source.passing))
  const [accepted, grown] = [setOf(memory.addresses), union(grownOf(memory), difference(added, wide))]
  const floor = floors[source.isService ? 'service' : 'other']
  const isBeyond = (family: Family) =>
    sizeOf(grown, family) > floor[family] && sizeOf(grown, family) > sizeOf(accepted, family) * share
  return union(wide, { v4: isBeyond('v4') ? added.v4 : [], v6: isBeyond('v6') ? added.v6 : [] })
}

/** A source as it is remembered, its growth of more than 30 days accepted. What it lost is no growth any more. */
function matured(
  memory: SourceMemory | null,
  { name, passing, kept }: SpfSource,
  { base, now, hosted }: { base: StoredPart; now: Date; hosted: AddressSet },
): SourceMemory {
  if (memory === null) {
    const addresses = toCidrs(difference(intersection(setOf(base.addresses), passing), wideParts(passing)))
    return { ...emptySource(name), addresses, kept: kept.filter(term => base.kept.includes(term)) }
  }
  const present = union(passing, hosted)
  const parts = memory.grown.map(({ addresses, at }) => ({ set: intersection(setOf(addresses), present), at }))
  const isOld = ({ at }: { at: string }) => now.getTime() - Date.parse(at) >= growthCountsForMs
  const old = parts.filter(isOld).map(({ set }) => set)
  return {
    ...memory,
    addresses: old.length === 0 ? memory.addresses : toCidrs(union(setOf(memory.addresses), ...old)),
    grown: parts
      .filter(part => !isOld(part) && !isEmpty(part.set))
      .map(({ set, at }) => ({ addresses: toCidrs(set), at })),
  }
}

/** At once, after three and after ten days; of what is new meanwhile once a day at most. */
function asking(
  { asked, sources: before }: GrowthMemory,
  sources: readonly SourceMemory[],
  now: Date,
): { asked: GrowthMemory['asked']; asks: boolean } {
  const waiting = waitingOf({ sources })
  if (isEmpty(waiting.addresses) && waiting.kept.length === 0) return { asked: null, asks: false }
  const first = { since: now.toISOString(), times: 1, lastAt: now.toISOString(), hasMore: false }
  if (asked === null) return { asked: first, asks: true }
  const known = waitingOf({ sources: before })
  const isMore =
    !isEmpty(difference(waiting.addresses, known.addresses)) || waiting.kept.some(term => !known.kept.includes(term))
  const hasMore = asked.hasMore || isMore
  if (hasMore && now.getTime() - Date.parse(asked.lastAt) >= dayMs) return { asked: first, asks: true }
  const next = askedAgainMs[asked.times - 1]
  if (next === undefined || now.getTime() - Date.parse(asked.since) < next)
    return { asked: { ...asked, hasMore }, asks: false }
  return { asked: { ...asked, times: asked.times + 1, lastAt: now.toISOString(), hasMore: false }, asks: true }
}

/** Whether nobody but the owner can change it. */
export function isOwnSource({ name }: SpfSource): boolean {
  return name === ownAddresses || name === 'all'
}

function emptySource(name: string): SourceMemory {
  return { name, addresses: [], kept: [], grown: [], waiting: null, keptOut: nothingStored }
}

function acceptedSource({ name, passing, kept }: SpfSource): SourceMemory {
  return { ...emptySource(name), addresses: toCidrs(passing), kept }
}

function joinedParts(one: StoredPart, other: StoredPart): StoredPart {
  const addresses = union(setOf(one.addresses), setOf(other.addresses))
  return { addresses: toCidrs(addresses), kept: [...new Set([...one.kept, ...other.kept])] }
}

function grownOf({ grown }: SourceMemory): AddressSet {
  return union(noAddress, ...grown.map(({ addresses }) => setOf(addresses)))
}

function sizeOf(set: AddressSet, family: Family): number {
  return family === 'v4' ? countIpv4(set) : countIpv6Sites(set)
}

function wideParts(set: AddressSet): AddressSet {
  const wide: string[] = []
  // The CIDR blocks of a set are the largest ones, so no range is wider than the block that it is in.
  for (const cidr of cidrsOf(set)) {
    const [address = '', prefix] = cidr.split('/')
    if (prefix !== undefined && Number(prefix) < shortest[address.includes(':') ? 'v6' : 'v4']) wide.push(cidr)
  }
  return setOf(wide)
}

function setOf(cidrs: readonly string[]): AddressSet {
  return setOfCidrs(cidrs) ?? noAddress
}

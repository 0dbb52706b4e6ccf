import type { ZoneEntry } from '@waxseal/core/dns'
import type { Dice } from './dice.ts'

/** Everything that is refused is below this name: its servers refuse all queries. */
export const brokenZone = 'broken.example'
export const forwardZone = 'spf-peers.example'

type Open<T> = { -readonly [K in keyof T]: T[K] extends readonly (infer E)[] | undefined ? E[] : T[K] }
export type OpenEntry = Open<ZoneEntry>

/** A name with macros in a record, and the records to publish at its expansions. */
export interface MacroTarget {
  pattern: string
  /** The domain of its record: `%{d}`. */
  domain: string
  publish: 'A' | 'MX' | 'SPF'
}

/** The published part of one subject under construction: its names, its addresses, the targets of its records. */
export interface Draft {
  readonly dice: Dice
  readonly domain: string
  /** The first three bytes of this subject's own addresses. */
  readonly block4: bigint
  /** The first 48 bits of its IPv6 addresses. */
  readonly block6: bigint
  readonly entries: Map<string, OpenEntry>
  /** The depth of every SPF record below the subject's own, which is 0. */
  readonly records: Map<string, { text: string; depth: number }>
  readonly points4: Set<bigint>
  readonly points6: Set<bigint>
  readonly targets: MacroTarget[]
  /** The next of many names. */
  name(kind: string): string
  entry(name: string): OpenEntry
}

export function newDraft(dice: Dice, domain: string, number: number): Draft {
  const entries = new Map<string, OpenEntry>()
  let names = 0
  return {
    dice,
    domain,
    block4: (44n << 24n) | (BigInt(number) << 8n),
    block6: (0x2600_0000n << 96n) | (BigInt(number) << 80n),
    entries,
    records: new Map(),
    points4: new Set(),
    points6: new Set(),
    targets: [],
    name: kind => `${kind}${names++}.${domain}`,
    entry(name) {
      const found = entries.get(name) ?? {}
      entries.set(name, found)
      return found
    },
  }
}

export function randomAddress4(draft: Draft): bigint {
  return draft.block4 + BigInt(draft.dice.between(0, 255))
}

export function randomAddress6(draft: Draft): bigint {
  const { dice } = draft
  const low = dice.percent(50) ? BigInt(dice.between(0, 0xffff)) : BigInt(dice.between(0, 2 ** 31)) << 33n
  return draft.block6 + (BigInt(dice.between(0, 3)) << 64n) + low
}

export function text4(value: bigint): string {
  return [24n, 16n, 8n, 0n].map(shift => (value >> shift) & 0xffn).join('.')
}

/** All eight groups in full, which every parser accepts. */
export function text6(value: bigint): string {
  const groups = Array.from({ length: 8 }, (_, at) => (value >> BigInt(112 - at * 16)) & 0xffffn)
  return groups.map(group => group.toString(16)).join(':')
}

/**
 * A host name with its records: mostly addresses of this subject, sometimes an alias, sometimes nothing, sometimes a
 * failure.
 */
export function host(draft: Draft, kinds: Partial<Record<HostKind, number>> = hostKinds): string {
  const { dice } = draft
  const kind = dice.weighted({ ...noHosts, ...kinds })
  if (kind === 'broken') {
    const name = `${draft.name('b').slice(0, -forwardZone.length - 1)}.${brokenZone}`
    draft.entry(name).fail = 'servfail'
    return name
  }
  const name = draft.name('h')
  if (kind === 'void') return name
  if (kind === 'no-data') draft.entry(name).TXT = ['a name without an address']
  if (kind === 'alias') draft.entry(name).CNAME = [host(draft, { four: 4, both: 4, void: 1 })]
  if (kind === 'four' || kind === 'both') {
    draft.entry(name).A = many(dice, () => {
      const value = randomAddress4(draft)
      draft.points4.add(value)
      return text4(value)
    })
  }
  if (kind === 'six' || kind === 'both') {
    draft.entry(name).AAAA = many(dice, () => {
      const value = randomAddress6(draft)
      draft.points6.add(value)
      return text6(value)
    })
  }
  return name
}

type HostKind = 'four' | 'six' | 'both' | 'alias' | 'void' | 'no-data' | 'broken'
const noHosts = { four: 0, six: 0, both: 0, alias: 0, void: 0, 'no-data': 0, broken: 0 }
const hostKinds = { four: 24, six: 12, both: 40, alias: 10, void: 5, 'no-data': 3, broken: 1.5 }

function many(dice: Dice, make: () => string): string[] {
  return [...new Set(Array.from({ length: dice.between(1, 3) }, make))]
}

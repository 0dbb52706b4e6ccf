/**
 * Generated SPF: whole zones of records with all their targets, and for each the deciding addresses. The same seed
 * makes the same world.
 */
import { normalName, parseAddress, type Zone } from '@waxseal/core/dns'
import { type Dice, dice } from './dice.ts'
import {
  type Draft,
  forwardZone,
  host,
  newDraft,
  type OpenEntry,
  randomAddress4,
  randomAddress6,
  text4,
  text6,
} from './draft.ts'
import { type MacroValues, written } from './macro-pattern.ts'
import { writeExchangers, writeRecord } from './written-record.ts'

/** One domain with the client addresses to evaluate. */
export interface SpfSubject {
  domain: string
  /** MAIL FROM; empty for the null reverse-path, where HELO is the identity (RFC 7208 section 2.4). */
  sender: string
  helo: string
  addresses: readonly string[]
}

export interface SpfWorld {
  zone: Zone
  subjects: readonly SpfSubject[]
  /** Every SPF record of the world by name, with the number of includes or redirects above it. */
  records: ReadonlyMap<string, { text: string; depth: number }>
}

/** The number of addresses for each subject. */
export const addressesEach = 20

const localParts = [
  'strong-bad',
  'first.last',
  'jane+news',
  'a_b=c',
  'x/y.z',
  'postmaster',
  'o-n.e-t_w+o',
  'a-.b--c',
] as const

/** Makes a world of `count` subjects, numbered from `from`. */
export function spfWorld(seed: number, count: number, from = 0): SpfWorld {
  return spfWorldOf(
    seed,
    Array.from({ length: count }, (_, at) => from + at),
  )
}

/** Makes a world of the subjects with these numbers: each is the same as in the whole world of the seed. */
export function spfWorldOf(seed: number, numbers: readonly number[]): SpfWorld {
  const entries: Record<string, OpenEntry> = {}
  const records = new Map<string, { text: string; depth: number }>()
  const subjects: SpfSubject[] = []
  for (const number of numbers) {
    const { draft, subject } = makeSubject(dice(Math.imul(seed, 1_000_003) + number), number)
    for (const [name, entry] of draft.entries) entries[name] = entry
    for (const [name, record] of draft.records) records.set(name, record)
    subjects.push(subject)
  }
  return { zone: entries, subjects, records }
}

function makeSubject(dice: Dice, number: number): { draft: Draft; subject: SpfSubject } {
  const domain = `r${number}.d${number % 7}.${forwardZone}`
  const draft = newDraft(dice, domain, number)
  const kind = dice.weighted({ record: 96, none: 1, 'no-such-name': 1, broken: 1, helo: 4 })
  if (kind === 'none') draft.entry(domain).TXT = ['nothing about SPF']
  if (kind === 'record' || kind === 'helo') {
    writeRecord(draft, domain, 0)
    const apex = draft.entry(domain)
    if (dice.percent(60)) apex.A = [text4(point4(draft, randomAddress4(draft)))]
    if (dice.percent(60)) apex.AAAA = [text6(point6(draft, randomAddress6(draft)))]
    if (dice.percent(60)) writeExchangers(draft, domain)
  }
  const asked = kind === 'broken' ? host(draft, { broken: 1 }) : domain
  const sender = kind === 'helo' ? '' : `${dice.pick(localParts)}@${asked}`
  const helo = kind === 'helo' ? domain : `mail-${number % 5}.out.${domain}`
  const addresses = chooseAddresses(draft)
  const pointers = publishPointers(draft, addresses)
  publishTargets(draft, { sender: sender === '' ? `postmaster@${helo}` : sender, helo, addresses, pointers })
  return { draft, subject: { domain: asked, sender, helo, addresses } }
}

function point4(draft: Draft, value: bigint): bigint {
  draft.points4.add(value)
  return value
}

function point6(draft: Draft, value: bigint): bigint {
  draft.points6.add(value)
  return value
}

/** Ten of each family: the edges of the records' networks first, then random ones nearby and anywhere. */
function chooseAddresses(draft: Draft): string[] {
  const { dice } = draft
  const choose = (points: Iterable<bigint>, near: () => bigint, anywhere: () => bigint): bigint[] => {
    const left = [...points]
    const chosen = new Set<bigint>()
    while (left.length > 0 && chosen.size < 8) chosen.add(left.splice(dice.between(0, left.length - 1), 1)[0] ?? 0n)
    while (chosen.size < addressesEach / 2) chosen.add(dice.percent(50) ? near() : anywhere())
    return [...chosen]
  }
  const four = choose(
    draft.points4,
    () => randomAddress4(draft),
    () => (45n << 24n) + BigInt(dice.between(0, 2 ** 24 - 1)),
  )
  const six = choose(
    draft.points6,
    () => randomAddress6(draft),
    () => (0x2a00n << 112n) + BigInt(dice.between(0, 2 ** 31)),
  )
  // RFC 7208 section 5: an IPv4-mapped client is an IPv4 client.
  const mapped = dice.percent(20) ? 1 : 0
  return [...four.map((value, at) => (at < mapped ? `::ffff:${text4(value)}` : text4(value))), ...six.map(text6)]
}

/** PTR records of some addresses, true and false ones; returns the single validated name of each address. */
function publishPointers(draft: Draft, addresses: readonly string[]): Map<string, string> {
  const { dice } = draft
  const validated = new Map<string, string>()
  // Which ten of more names are validated is undefined, so `%{p}` must not depend on it.
  const texts = [...draft.entries.values()].flatMap(({ TXT = [] }) => TXT).flat()
  const manyNames = dice.percent(8) && !texts.some(text => /%\{p/i.test(text))
  for (const address of addresses) {
    // An address at the edge of a network may belong to another subject.
    const reverse = isOwn(draft, address) ? reverseName(address) : null
    if (reverse === null || !dice.percent(45) || draft.entries.has(reverse)) continue
    const truth = (): string => {
      const name = draft.name(dice.pick(['p', 'out.p']))
      const entry = draft.entry(name)
      if (address.includes(':')) entry.AAAA = [address]
      else entry.A = [address]
      return name
    }
    const kind = dice.weighted({ true: 60, false: 15, both: 10, void: 5, many: manyNames ? 300 : 0 })
    const lie = (): string => (kind === 'void' ? draft.name('p') : host(draft, { four: 1, six: 1, both: 1 }))
    const names = kind === 'many' ? Array.from({ length: dice.between(10, 12) }, truth) : []
    if (kind === 'true' || kind === 'both') {
      names.push(truth())
      validated.set(address, names[0] ?? '')
    }
    if (kind === 'false' || kind === 'both' || kind === 'void') names.push(lie())
    draft.entry(reverse).PTR = names
  }
  return validated
}

function isOwn({ block4, block6 }: Draft, text: string): boolean {
  const address = parseAddress(text)
  if (address?.family === 4) return address.value >> 8n === block4 >> 8n
  return address !== null && address.value >> 80n === block6 >> 80n
}

interface Sending {
  sender: string
  helo: string
  addresses: readonly string[]
  pointers: ReadonlyMap<string, string>
}

/** Publishes the targets of the records' macros, for half of the addresses. */
function publishTargets(draft: Draft, { sender, helo, addresses, pointers }: Sending): void {
  const { dice } = draft
  const at = sender.lastIndexOf('@')
  for (let next = draft.targets.shift(); next !== undefined; next = draft.targets.shift()) {
    const { pattern, domain, publish } = next
    for (const address of addresses) {
      if (publish !== 'SPF' && !dice.percent(50)) continue
      const values: MacroValues = {
        s: sender,
        l: sender.slice(0, at),
        o: sender.slice(at + 1),
        d: domain,
        i: dotted(address),
        p: pointers.get(address) ?? 'unknown',
        v: isFour(address) ? 'in-addr' : 'ip6',
        h: helo,
      }
      const name = normalName(written(pattern, values).replaceAll('\\', '\\\\'))
      if (name === null || !name.endsWith(`.${forwardZone}`) || draft.entries.has(name)) continue
      if (publish === 'A') {
        draft.entry(name).A = [isFour(address) ? address.replace('::ffff:', '') : '127.0.0.2']
        if (!isFour(address)) draft.entry(name).AAAA = [address]
      } else if (publish === 'MX') writeExchangers(draft, name)
      else writeRecord(draft, name, 1)
    }
  }
}

function isFour(address: string): boolean {
  return address.includes('.')
}

/** `%{i}`: IPv4 dotted, IPv6 nibble by nibble. */
function dotted(address: string): string {
  if (isFour(address)) return address.replace('::ffff:', '')
  const nibbles = address.split(':').map(group => group.padStart(4, '0'))
  return nibbles.join('').split('').join('.')
}

function reverseName(address: string): string | null {
  if (address.startsWith('44.')) return `${address.split('.').reverse().join('.')}.in-addr.arpa`
  if (!address.startsWith('2600:0:')) return null
  return `${dotted(address).split('.').reverse().join('.')}.ip6.arpa`
}

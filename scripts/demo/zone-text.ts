/**
 * The zones of the demo's domains as an editable text: one record per line, `name seconds TYPE data`, in the form of
 * `presentationOf`. Names are fully qualified; lines that begin with `;` are comments.
 */
import {
  normalName,
  parseAddress,
  presentationOf,
  type RecordType,
  type Zone,
  type ZoneEntry,
  zoneResolver,
} from '@waxseal/core/dns'
import type { WorldDomain } from '@waxseal/core/fixtures'

/** The text is invalid; the message names the line. */
export class BadZoneText extends Error {
  override readonly name = 'BadZoneText'
}

/** The types that can be written; the records of a zone cut are added automatically. */
const types = ['A', 'AAAA', 'CNAME', 'MX', 'TXT', 'CAA', 'TLSA', 'NS', 'PTR'] as const satisfies RecordType[]
type Written = (typeof types)[number]

const head = `; The zones of the demo's domains: name, seconds it may be kept, type, data.
; Change a line, save, and press Scan.
`

/** Every record of these domains, below a line that says what the domain demonstrates. */
export async function printZones(domains: readonly WorldDomain[]): Promise<string> {
  const parts = await Promise.all(
    domains.map(async ({ name, story, dnssec, servers, records }) => {
      const state = dnssec === 'signed' ? ' (signed)' : dnssec === 'wrong-ds' ? ' (signed, with a wrong key above)' : ''
      const lines =
        servers === undefined
          ? await linesOf(records)
          : [`; Its servers are ${servers}: nothing written here would be told.`]
      return [`; ${name}${state}: ${story}`, ...lines, ''].join('\n')
    }),
  )
  return [head, ...parts].join('\n')
}

async function linesOf(zone: Zone): Promise<string[]> {
  const resolver = zoneResolver(zone)
  const lines: string[] = []
  for (const [name, entry] of Object.entries(zone)) {
    for (const type of types) {
      if (entry[type] === undefined) continue
      const answer = await resolver.query(name, type)
      if (answer.kind === 'records' && answer.via.cnames.length === 0) lines.push(...answer.records.map(presentationOf))
    }
  }
  return lines
}

/**
 * Parses such a text into records by zone. The text replaces all records of a zone; a zone without any name in the text
 * is not in the result.
 *
 * @param zones the names of all zones
 * @throws BadZoneText
 */
export function readZones(text: string, zones: readonly string[]): ReadonlyMap<string, Zone> {
  const found = new Map<string, Record<string, ZoneEntry>>()
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (line.trim() === '' || line.trimStart().startsWith(';')) continue
    const bad = (why: string) => new BadZoneText(`line ${index + 1}: ${why}`)
    const [, written = '', ttl = '', type = '', data = ''] =
      /^(\S+)\s+(\d{1,9})\s+(?:IN\s+)?([A-Za-z]+)\s+(\S.*)$/.exec(line.trimEnd()) ?? []
    if (written === '') throw bad('is not: name seconds TYPE data')
    const name = normalName(written)
    if (name === null) throw bad(`${written} is no domain name`)
    const zone = zones
      .filter(each => name === each || name.endsWith(`.${each}`))
      .toSorted((a, b) => b.length - a.length)[0]
    if (zone === undefined) throw bad(`${written} lies in none of the demo's zones`)
    const known = types.find(each => each === type.toUpperCase())
    if (known === undefined) throw bad(`${type} is none of ${types.join(', ')}`)
    const records = found.get(zone) ?? {}
    const entry = added(records[name] ?? {}, known, data)
    if (entry === null) throw bad(`${data.length > 60 ? `${data.slice(0, 60)}…` : data} is no data of ${known}`)
    records[name] = { ...entry, ttl: Number(ttl) }
    found.set(zone, records)
  }
  return found
}

/** The entry with one more record; null for invalid data. */
function added(entry: ZoneEntry, type: Written, data: string): ZoneEntry | null {
  const words = data.split(/\s+/)
  const [first = '', second = '', third = '', fourth = ''] = words
  switch (type) {
    case 'A':
    case 'AAAA': {
      const family = parseAddress(data)?.family
      return family === (type === 'A' ? 4 : 6) ? { ...entry, [type]: [...(entry[type] ?? []), data] } : null
    }
    case 'CNAME':
    case 'NS':
    case 'PTR': {
      const target = normalName(data)
      return target === null ? null : { ...entry, [type]: [...(entry[type] ?? []), target] }
    }
    case 'MX': {
      const exchange = normalName(second)
      if (words.length !== 2 || exchange === null || !isNumber(first, 65_535)) return null
      return { ...entry, MX: [...(entry.MX ?? []), [Number(first), exchange]] }
    }
    case 'TXT': {
      const strings = stringsOf(data)
      return strings === null ? null : { ...entry, TXT: [...(entry.TXT ?? []), strings] }
    }
    case 'CAA': {
      const [, flags = '', tag = '', rest = ''] = /^(\d+)\s+([a-z0-9]+)\s+(\S.*)$/i.exec(data) ?? []
      const [value, more] = stringsOf(rest) ?? []
      if (value === undefined || more !== undefined || !isNumber(flags, 255)) return null
      return { ...entry, CAA: [...(entry.CAA ?? []), { flags: Number(flags), tag: tag.toLowerCase(), value }] }
    }
    case 'TLSA': {
      const isHex = /^(?:[0-9a-f]{2})+$/i.test(fourth)
      if (words.length !== 4 || !isHex || ![first, second, third].every(word => isNumber(word, 255))) return null
      const record = { usage: Number(first), selector: Number(second), matching: Number(third) }
      return { ...entry, TLSA: [...(entry.TLSA ?? []), { ...record, data: fourth.toLowerCase() }] }
    }
    default:
      return type satisfies never
  }
}

function isNumber(text: string, max: number): boolean {
  return /^\d{1,5}$/.test(text) && Number(text) <= max
}

/** The maximum data length of a record, in bytes (RFC 1035 section 3.2.1). */
const longestData = 65_535

/** Quoted strings with a space between them, as bytes (RFC 1035 section 5.1); null when invalid or too long. */
function stringsOf(data: string): string[] | null {
  if (!/^"(?:[^"\\]|\\.)*"(?:\s+"(?:[^"\\]|\\.)*")*$/.test(data)) return null
  const strings = [...data.matchAll(/"((?:[^"\\]|\\.)*)"\s*/gy)].map(([, text = '']) =>
    Buffer.from(text, 'utf8')
      .toString('latin1')
      .replace(/\\(\d{3}|.)/g, (_, escaped: string) =>
        escaped.length === 3 ? String.fromCharCode(Number(escaped)) : escaped,
      ),
  )
  // A length byte precedes each string of up to 255 bytes.
  const octets = strings.reduce((sum, text) => sum + text.length + Math.max(1, Math.ceil(text.length / 255)), 0)
  return octets > longestData || strings.some(text => /[^\0-\xff]/.test(text)) ? null : strings
}

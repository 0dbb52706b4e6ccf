import { formatAddress, type Zone, type ZoneEntry } from '@waxseal/core/dns'
import { type Difference, timeless } from './agreement.ts'
import { type Cause, isFour } from './cause.ts'
import type { PeerQuery } from './peer.ts'

/** The examples are below this name. */
export const causeZone = 'causes.spf-peers.example'

/** A zone below one name; `@` is that name, in records too. */
export function zoneAt(label: string, entries: Readonly<Record<string, ZoneEntry>>): Zone {
  const top = `${label}.${causeZone}`
  const zone: Record<string, ZoneEntry> = {}
  for (const [name, entry] of Object.entries(entries)) {
    zone[name === '@' ? top : `${name}.${top}`] = {
      ...entry,
      ...(entry.TXT
        ? { TXT: entry.TXT.map(text => (typeof text === 'string' ? text.replaceAll('@', top) : text)) }
        : {}),
      ...(entry.MX
        ? { MX: entry.MX.map(([preference, host]) => [preference, host.replaceAll('@', top)] as const) }
        : {}),
      ...(entry.CNAME ? { CNAME: entry.CNAME.map(target => target.replaceAll('@', top)) } : {}),
    }
  }
  return zone
}

export function queryAt(label: string, ip = '44.1.1.1', localPart = 'someone'): PeerQuery {
  const domain = `${label}.${causeZone}`
  return { ip, sender: `${localPart}@${domain}`, helo: `mail-1.${domain}` }
}

export const terms = (count: number, make: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => make(at)).join(' ')

/** Ten existing hosts that are not the client. */
export const tenHosts = Object.fromEntries(Array.from({ length: 10 }, (_, at) => [`h${at}`, { A: ['44.9.9.9'] }]))

/** Clauses that decide several causes. */
export const clauses = {
  whole: 'section 4.6: a syntax error anywhere in the record is a permerror, whatever else would match',
  voidTerms: 'section 4.6.4: the limit of two is one of terms for which DNS queries come back empty',
  split: 'section 7.3: when delimiters are given the value is split at them, and put together again with dots',
  ownDomain: 'section 4.8: where no domain-spec is given the target is <domain> itself, which is expanded already',
  redirect: 'section 6.1: redirect= is there for when no mechanism matches; section 4.6.4 counts what is evaluated',
} as const

function isCase(difference: Difference): boolean {
  const { about, ours, theirs } = difference
  return (
    about === 'explanation' && timeless(ours.explanation)?.toLowerCase() === timeless(theirs.explanation)?.toLowerCase()
  )
}

/** Lower or upper case in `%{i}`: a free choice that two peers have made differently. */
export function nibbles(peer: Cause['peer'], label: string): Cause {
  return {
    peer,
    name: 'writes the nibbles of %{i} in small letters',
    clause: 'section 7.3 leaves the case of the nibbles open; the test suite of RFC 7208 writes capitals',
    explains: (difference: Difference) => !isFour(difference) && isCase(difference),
    example: nibbleExample(label),
  }
}

function nibbleExample(label: string): Cause['example'] {
  const client = formatAddress({ family: 6, value: 0x2600_abcdn << 96n })
  const dotted = `2.6.0.0.A.B.C.D${'.0'.repeat(24)}`
  return {
    zone: zoneAt(label, { '@': { TXT: ['v=spf1 exp=x.@ -all'] }, x: { TXT: ['for %{i}'] } }),
    query: queryAt(label, client),
    ours: `for ${dotted}`,
    theirs: `for ${dotted.toLowerCase()}`,
  }
}

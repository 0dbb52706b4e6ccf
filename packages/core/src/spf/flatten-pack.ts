import { lookupsMax } from './limits.ts'

/** One TXT record of the hosted zone. */
export interface HostedRecord {
  name: string
  value: string
}

/**
 * The maximum of a record's name and value together, in octets: answers then fit in a UDP packet without EDNS (RFC 7208
 * section 3.4).
 */
const octetsMax = 450
const start = 'v=spf1'
const end = ' -all'
const hashLength = 10

/**
 * No more terms fit in the records that receivers read: the shortest is ` ip6:::`. A larger set of addresses is refused
 * before it costs anything.
 */
export const termsMax = Math.floor((lookupsMax * (octetsMax - start.length - end.length)) / ' ip6:::'.length)

/**
 * Divides the terms of a hosted record into records that each fit in one answer; the first is at `hostedName`, and each
 * includes the next. The order of evaluation stays. A part is named after its content and never changes: a resolver that
 * has cached an older first record still finds the parts that belong to it. Null when one term alone does not fit.
 */
export function packTerms(terms: readonly string[], hostedName: string): HostedRecord[] | null {
  const chunks: string[][] = []
  const nameLength = (at: number) => hostedName.length + (at === 0 ? 0 : hashLength + 1)
  const includeLength = ' include:'.length + nameLength(1)
  let rest = lengthOf(terms)
  for (let at = 0; at < terms.length || chunks.length === 0; ) {
    const room = octetsMax - nameLength(chunks.length) - start.length - end.length
    const from = at
    if (rest <= room) at = terms.length
    else {
      for (let left = room - includeLength; left >= 0 && at < terms.length; at++) {
        const length = lengthOf(terms.slice(at, at + 1))
        if (length > left) break
        left -= length
        rest -= length
      }
      if (at === from) return null
    }
    chunks.push(terms.slice(from, at))
  }
  const records: HostedRecord[] = []
  for (const [at, chunk] of chunks.entries().toArray().reverse()) {
    const [next] = records
    const include = next === undefined ? [] : [`include:${next.name}`]
    // After a redirect= there is no ending of our own.
    const isEnded = chunk.at(-1)?.startsWith('redirect=') === true
    const value = `${[start, ...chunk, ...include].join(' ')}${isEnded ? '' : end}`
    records.unshift({ name: at === 0 ? hostedName : `${hashOf(value)}.${hostedName}`, value })
  }
  return records
}

/** The length of some terms in a record, each with a space before it. */
function lengthOf(terms: readonly string[]): number {
  return terms.reduce((sum, term) => sum + 1 + term.length, 0)
}

const digits = 'abcdefghijklmnopqrstuvwxyz234567'

/** FNV-1a of 64 bits, as a label. Only the records of one hosted name share a space of names. */
function hashOf(text: string): string {
  let hash = 0xcbf29ce484222325n
  for (const character of text) {
    hash = ((hash ^ BigInt(character.charCodeAt(0))) * 0x100000001b3n) & 0xffff_ffff_ffff_ffffn
  }
  let label = ''
  for (let at = 0; at < hashLength; at++, hash >>= 5n) label += digits[Number(hash & 31n)]
  return label
}

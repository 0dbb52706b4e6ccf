import { type FailureReason, isSubdomain, type RecordType, type ResourceRecord, type Via } from '@waxseal/core/dns'
import { sortedSet } from './rdata.ts'
import type { Message } from './wire.ts'

/** The maximum length of a CNAME chain, over all messages of one query. Unbound stops at 11. */
export const CHAIN_LIMIT = 16

/**
 * The meaning of one message for one query. `cnames` are the aliases on the way, `ttl` the seconds to cache.
 * `soa`: a denial has the SOA record of its zone.
 * `incomplete`: the chain leads to `target`, which the message has no data about, so it must be queried.
 */
export type Verdict =
  | { kind: 'records'; records: ResourceRecord[]; cnames: string[]; ttl: number }
  | { kind: 'no-data' | 'no-such-name'; cnames: string[]; ttl: number; soa?: true }
  | { kind: 'incomplete'; target: string; cnames: string[]; ttl: number }
  | { kind: 'failed'; reason: FailureReason }

/**
 * Reads the verdict of a message that answers our query.
 *
 * @param zone the zone whose own server was asked, null for a resolver. A zone's own server must claim authority (AA),
 * and is trusted about names in that zone only.
 */
export function readVerdict(message: Message, name: string, type: RecordType, zone: string | null): Verdict {
  const { rcode } = message
  if (rcode === 5) return failed('refused')
  if (rcode !== 0 && rcode !== 3) return failed('servfail')
  if (zone !== null && !message.aa) return failed('lame')

  const cnames: string[] = []
  let owner = name
  let ttl = Number.POSITIVE_INFINITY
  let aliasTtl = Number.POSITIVE_INFINITY
  for (;;) {
    const believed = zone === null || isSubdomain(owner, zone)
    let found: ResourceRecord[] | null = null
    let alias: string | null = null
    let ambiguous = false
    for (const record of believed ? message.answers : []) {
      if (record.name !== owner) continue
      if (record.type === type) {
        if (found === null) found = [record]
        else found.push(record)
      } else if (record.type === 'CNAME') {
        ambiguous ||= alias !== null && alias !== record.target
        alias = record.target
        aliasTtl = Math.min(aliasTtl, record.ttl)
      }
    }
    if (found !== null) {
      // The message has records for a name and says that the name does not exist. We cannot know which is right.
      if (rcode === 3) return failed('malformed')
      const records = sortedSet(found)
      let least = ttl
      for (const record of records) least = Math.min(least, record.ttl)
      return { kind: 'records', records, cnames, ttl: least }
    }
    if (alias === null) break
    if (ambiguous || alias === name || cnames.includes(alias) || cnames.length === CHAIN_LIMIT) {
      return failed('malformed')
    }
    cnames.push(alias)
    owner = alias
    ttl = aliasTtl
  }
  if (zone !== null && !isSubdomain(owner, zone)) return { kind: 'incomplete', target: owner, cnames, ttl }
  return negative(message, owner, cnames, ttl, zone)
}

/**
 * RFC 2308 section 2: the meaning of a message without the record. The RCODE belongs to the end of the chain (RFC
 * 6604).
 */
function negative(message: Message, owner: string, cnames: string[], ttl: number, zone: string | null): Verdict {
  const soa = message.authority.find(record => record.type === 'SOA')
  if (soa?.type === 'SOA') {
    // A server that answers from the parent zone does not serve the zone in question.
    if (zone !== null && !isSubdomain(soa.name, zone)) return failed('lame')
    const negativeTtl = Math.min(ttl, soa.ttl, soa.minimum)
    return { kind: message.rcode === 3 ? 'no-such-name' : 'no-data', cnames, ttl: negativeTtl, soa: true }
  }
  // RFC 2308 section 5: a negative answer without SOA must not be cached.
  if (message.rcode === 3) return { kind: 'no-such-name', cnames, ttl: 0 }
  if (cnames.length > 0) return { kind: 'incomplete', target: owner, cnames, ttl }
  // Records, but none for our query: that does not mean that there is no record.
  if (message.answers.length > 0) return failed('malformed')
  // NS records without data or SOA: a referral to other servers (RFC 2308 section 2.2.1).
  if (!message.aa && message.authority.some(record => record.type === 'NS')) return failed('lame')
  return { kind: 'no-data', cnames, ttl: 0 }
}

/** How a denial was obtained. A TTL of 0 has two causes, so an SOA record is noted: then the zone denies the record. */
export function denialVia(via: Via, soa: true | undefined): Via {
  return via.ttl === 0 && soa ? { ...via, soa } : via
}

function failed(reason: FailureReason): Verdict {
  return { kind: 'failed', reason }
}

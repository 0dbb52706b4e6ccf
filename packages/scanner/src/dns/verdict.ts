import { type FailureReason, isSubdomain, type RecordType, type ResourceRecord } from '@waxseal/core/dns'
import { sortedSet } from './rdata.ts'
import type { Message } from './wire.ts'

/** The longest chain of CNAMEs we follow, over all messages of one question. Unbound stops at 11. */
export const CHAIN_LIMIT = 16

/**
 * What one message says about one question. `cnames` are the names it was led through, `ttl` the seconds it may be
 * kept. `incomplete`: the chain leads to `target`, about which the message says nothing: it has to be asked for.
 */
export type Verdict =
  | { kind: 'records'; records: ResourceRecord[]; cnames: string[]; ttl: number }
  | { kind: 'no-data' | 'no-such-name'; cnames: string[]; ttl: number }
  | { kind: 'incomplete'; target: string; cnames: string[]; ttl: number }
  | { kind: 'failed'; reason: FailureReason }

/**
 * Reads the verdict out of a message that answers our question.
 *
 * @param zone the zone whose own server was asked, null when it was a resolver. A zone's own server must claim
 *   authority (AA), and is believed about names within that zone only.
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
    const found: ResourceRecord[] = []
    let alias: string | null = null
    let ambiguous = false
    for (const record of believed ? message.answers : []) {
      if (record.name !== owner) continue
      if (record.type === type) found.push(record)
      else if (record.type === 'CNAME') {
        ambiguous ||= alias !== null && alias !== record.target
        alias = record.target
        aliasTtl = Math.min(aliasTtl, record.ttl)
      }
    }
    if (found.length > 0) {
      // Records for a name that is said not to exist: one of the two is wrong, and we cannot know which.
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

/** RFC 2308 section 2: what a message without the record means. The RCODE belongs to the end of the chain (RFC 6604). */
function negative(message: Message, owner: string, cnames: string[], ttl: number, zone: string | null): Verdict {
  const soa = message.authority.find(record => record.type === 'SOA')
  if (soa?.type === 'SOA') {
    // A server that answers out of the parent zone does not hold the zone it was asked about.
    if (zone !== null && !isSubdomain(soa.name, zone)) return failed('lame')
    const negativeTtl = Math.min(ttl, soa.ttl, soa.minimum)
    return { kind: message.rcode === 3 ? 'no-such-name' : 'no-data', cnames, ttl: negativeTtl }
  }
  // RFC 2308 section 5: a negative answer without SOA must not be kept.
  if (message.rcode === 3) return { kind: 'no-such-name', cnames, ttl: 0 }
  if (cnames.length > 0) return { kind: 'incomplete', target: owner, cnames, ttl }
  // Answers, but none to our question: that is no way to say that there is nothing.
  if (message.answers.length > 0) return failed('malformed')
  // Name servers but neither records nor SOA: a referral to somebody else (RFC 2308 section 2.2.1).
  if (!message.aa && message.authority.some(record => record.type === 'NS')) return failed('lame')
  return { kind: 'no-data', cnames, ttl: 0 }
}

function failed(reason: FailureReason): Verdict {
  return { kind: 'failed', reason }
}

import type { SenderFacts } from './sender-facts.ts'
import { isUsable, type TlsaRecord } from './tlsa.ts'
import type { DaneFacts, NextHop } from './value.ts'

/**
 * What the TLSA records of a host ask of a DANE sender (RFC 7672 section 2.2).
 *
 * - `nothing`: no records count, and it delivers as an opportunistic sender does
 * - `tls`: signed records, none of them usable: it requires TLS and checks no name
 * - `match`: it requires TLS with a certificate that one of these records allows
 * - `refuse`: DNSSEC is broken on the way, and it does not connect
 */
export type TlsaDemand =
  | { demand: 'nothing'; reason: 'no-tlsa' | 'tlsa-unsigned' }
  | { demand: 'tls' }
  | { demand: 'match'; records: readonly TlsaRecord[]; names: readonly string[]; comparable: boolean }
  | { demand: 'refuse' }
  | { demand: 'unknown'; reason: TlsaUnknown }

/**
 * `tlsa-unasked`: the records that count were not looked up; `tlsa-failed`: their lookup failed from here;
 * `resolver-blind`: our resolver does not validate.
 */
export type TlsaUnknown = 'tlsa-unasked' | 'tlsa-failed' | 'resolver-blind'

/** Reads the demand of the records, in the order in which a sender looks things up (RFC 7672 sections 2.2.1 to 2.2.3). */
export function tlsaDemand(facts: SenderFacts): TlsaDemand {
  const { dane, host, validating } = facts
  if (isOnBrokenPath(facts)) return { demand: 'refuse' }
  if (dane === null) return { demand: 'unknown', reason: 'tlsa-unasked' }
  const { tlsa, authentic, record } = dane
  if (!isNameSigned(dane)) {
    if (validating !== true) return { demand: 'unknown', reason: 'resolver-blind' }
    // No sender looks for records at a name that is not signed, so those that exist do not count.
    return { demand: 'nothing', reason: tlsa === null || tlsa.length === 0 ? 'no-tlsa' : 'tlsa-unsigned' }
  }
  // What a signed alias leads to is not signed, so only records at the alias name count (section 2.2.2).
  if (dane.hostAuthentic !== 'yes' && record !== recordOf(host)) return { demand: 'unknown', reason: 'tlsa-unasked' }
  if (authentic === 'bogus') return { demand: 'refuse' }
  if (tlsa === null) return { demand: 'unknown', reason: 'tlsa-failed' }
  if (tlsa.length === 0) return { demand: 'nothing', reason: 'no-tlsa' }
  if (authentic === 'no') return { demand: 'nothing', reason: 'tlsa-unsigned' }
  const records = tlsa.filter(isUsable)
  if (records.length === 0) return { demand: 'tls' }
  return { demand: 'match', records, names: referenceNames(facts, dane), comparable: dane.comparable !== false }
}

/**
 * Whether DNSSEC proves the answers about the MX records or about the addresses of the host wrong. A sender behind a
 * validating resolver gets no answer then (RFC 4035 section 5.5), whatever protocol it applies.
 */
export function isOnBrokenPath({ dane, nextHop }: Pick<SenderFacts, 'dane' | 'nextHop'>): boolean {
  return nextHop.authentic === 'bogus' || dane?.hostAuthentic === 'bogus' || dane?.aliasAuthentic === 'bogus'
}

/** Whether the host's name is signed: all of its addresses, or its own CNAME record (RFC 7672 section 2.2.2). */
function isNameSigned({ hostAuthentic, aliasAuthentic }: DaneFacts): boolean {
  return hostAuthentic === 'yes' || aliasAuthentic === 'yes'
}

/**
 * The names of which a certificate under a pinned authority must have one (RFC 7672 section 3.2.2): that of the TLSA
 * records, and the domain with what it is an alias of, unless an MX record that is not signed led from it to the host.
 */
export function referenceNames(
  { domain, nextHop }: { domain: string; nextHop: NextHop },
  { record }: Pick<DaneFacts, 'record'>,
): readonly string[] {
  const base = record.replace(/^_25\._tcp\./, '')
  if (nextHop.by === 'mx' && nextHop.authentic !== 'yes') return [base]
  return [...new Set([base, domain, ...(nextHop.alias === null ? [] : [nextHop.alias])])]
}

function recordOf(host: string): string {
  return `_25._tcp.${host}`
}

import { blocklists } from './lists.data.ts'

/** The longest zone below which an IPv6 address still fits a DNS name: 64 characters of nibbles and dots (RFC 5782 section 2.4). */
export const ownZoneMax = 189
/** The most codes of one list. */
export const ownCodesMax = 16

/** One code of a list as it is typed. */
interface TypedCode {
  address: string
  meaning: string
}

/** What is wrong with a list as it is typed. */
export type OwnListProblem = 'no-zone' | 'catalogued' | 'no-code' | 'code-twice' | 'code-reserved'

/**
 * Why a zone is none of a blocklist; null: it may be one. A zone of the catalogue is asked already.
 *
 * @param zone normalized, lower case without a final dot; null: no name
 */
export function ownZoneProblem(zone: string | null): OwnListProblem | null {
  if (zone === null || zone.length > ownZoneMax || !/^[a-z0-9_-]+(?:\.[a-z0-9_-]+)+$/.test(zone)) return 'no-zone'
  // The last label of a name is never a number (RFC 3696 section 2): this is an address.
  if (/\.\d+$/.test(zone)) return 'no-zone'
  return blocklists.some(list => list.zone === zone) ? 'catalogued' : null
}

/** Why these codes are none of a list; null: they may be. Each is an address in 127.0.0.0/8 (RFC 5782 section 2.1). */
export function ownCodesProblem(codes: readonly TypedCode[]): OwnListProblem | null {
  const addresses = codes.map(({ address }) => address)
  for (const address of addresses) {
    if (!/^127(?:\.(?:0|[1-9]\d?|1\d\d|2[0-4]\d|25[0-5])){3}$/.test(address)) return 'no-code'
    // Never a listing, and an error of the operator.
    if (address === '127.0.0.1' || address.startsWith('127.255.255.')) return 'code-reserved'
  }
  return new Set(addresses).size < addresses.length ? 'code-twice' : null
}

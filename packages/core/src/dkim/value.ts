import type { FailureReason } from '../dns/index.ts'
import type { DkimProblem } from './problem.ts'
import type { DkimSigner } from './provider.ts'

/** The source of a selector: the catalogue, other records of the domain, or the user and earlier scans. */
export type SelectorSource = 'catalogue' | 'generated' | 'given'

/** `weak`: below 1024 bits. `broken`: receivers cannot use it. */
export type DkimKeyState = 'working' | 'weak' | 'revoked' | 'broken'

/** A selector with its name. */
export interface DkimName {
  selector: string
  /** `selector._domainkey.domain`. */
  hostname: string
  source: SelectorSource
  /** The CNAME targets, in order. */
  cnames: readonly string[]
  /** The provider that signs with it; null when DNS does not show it. */
  provider: DkimSigner | null
}

/** A key record at its own name, not from a wildcard. */
export interface DkimKey extends DkimName {
  /** Printable; long ones are cut. */
  record: string
  state: DkimKeyState
  /** `rsa`, `ed25519`, or the value of `k=`. */
  keyType: string
  /** Bits of the modulus, 256 for Ed25519; null: no valid key. */
  keyBits: number | null
  /** The value of `p=` without spaces; empty when revoked or missing. */
  publicKey: string
  revoked: boolean
  testing: boolean
  errors: readonly DkimProblem[]
  warnings: readonly DkimProblem[]
  /** Of a broken record: the record as it was meant, where that is certain. Absent in older scans. */
  repaired?: string | null
}

/** A selector whose lookup failed: it may have a key. `cnames` then has the CNAME, if its lookup succeeded. */
export interface DkimUnanswered extends DkimName {
  reason: FailureReason
}

/** The answer of the wildcard (`*._domainkey`) for every selector without a name of its own. */
export interface DkimWildcard {
  /** Printable; empty for a CNAME without text. */
  records: readonly string[]
  cnames: readonly string[]
  /** It has an empty key: the domain declares that it signs nothing. */
  revoked: boolean
}

/** Why it is certain that there is no key. */
export type SureReason =
  | 'authenticated' // `_domainkey` does not exist, proved by DNSSEC
  | 'two-servers' // two of the zone's own servers say that `_domainkey` does not exist
  | 'given' // none of the user's selectors exists

/**
 * The keys of the organizational domain, which sign for a subdomain without keys under relaxed alignment (RFC 9989
 * section 4.4.1).
 */
export interface DkimParent {
  domain: string
  /**
   * `found`: a working key. `unlisted`: names exist below its `_domainkey`, under selectors that cannot be guessed.
   * `none`: neither. `unchecked`: some lookups failed.
   */
  state: 'found' | 'unlisted' | 'none' | 'unchecked'
  /** Its selectors with a working key. */
  selectors: readonly string[]
}

/** A text at a selector that is no DKIM record: an SPF record, a verification text. */
export interface DkimText {
  selector: string
  hostname: string
  /** Printable. */
  text: string
}

/** A selector that exists under the domain's name twice: `s1._domainkey.example.com.example.com`. */
export interface DkimDoubled {
  selector: string
  name: string
  /** Printable. */
  record: string
}

/** The value that the DKIM check collects. */
export interface DkimValue {
  /**
   * `found`: a working key, however weak. `none-sure` and `none-unsure`: none, and all lookups succeeded. `unchecked`:
   * none, but some lookups failed.
   */
  state: 'found' | 'none-sure' | 'none-unsure' | 'unchecked'
  /** Set with `none-sure`. */
  sureBecause: SureReason | null
  /** Working keys first, then in query order. */
  keys: readonly DkimKey[]
  /** Selectors with a CNAME to a name without a key. */
  dangling: readonly DkimName[]
  unanswered: readonly DkimUnanswered[]
  /** Selectors from the user or from earlier scans that do not exist. */
  missing: readonly string[]
  wildcard: DkimWildcard | null
  /** The number of queried selectors. */
  tried: number
  /** Active providers with unguessable selectors. */
  unguessable: readonly DkimSigner[]
  /** Ids of the providers that send for the domain, by its SPF record and its mail servers. Absent in older scans. */
  senders?: readonly string[]
  /**
   * Without a key: whether names exist below `_domainkey` that were not queried. Null: a lookup failed. Absent when not
   * asked, and in older scans.
   */
  namesBelow?: boolean | null
  /** Of a subdomain without keys. Null or absent: not asked. */
  parent?: DkimParent | null
  /** What selectors from the user or from earlier scans have in place of a key. Absent in older scans. */
  texts?: readonly DkimText[]
  /** Selectors without a key that were published under a doubled name. */
  doubled?: readonly DkimDoubled[]
}

/** The selectors with a working key, to query and watch in later scans. */
export function confirmedSelectors({ keys }: DkimValue): readonly string[] {
  return keys.flatMap(({ state, selector }) => (state === 'working' || state === 'weak' ? [selector] : []))
}

import type { FailureReason } from '../dns/index.ts'
import type { DkimSigner } from './provider.ts'
import type { DkimProblem } from './record.ts'

/** Where a selector came from: the catalogue, what else the domain publishes, or the user and earlier scans. */
export type SelectorSource = 'catalogue' | 'generated' | 'given'

/** `weak`: below 1024 bits. `broken`: receivers cannot use it. */
export type DkimKeyState = 'working' | 'weak' | 'revoked' | 'broken'

/** A selector, and where it stands. */
export interface DkimName {
  selector: string
  /** `selector._domainkey.domain`. */
  hostname: string
  source: SelectorSource
  /** The names its CNAME leads through, in order. */
  cnames: readonly string[]
  /** Who signs with it, null where DNS does not tell. */
  provider: DkimSigner | null
}

/** A key record found at a name of its own, not behind a wildcard. */
export interface DkimKey extends DkimName {
  /** Printable; long ones are cut. */
  record: string
  state: DkimKeyState
  /** `rsa`, `ed25519`, or what `k=` says. */
  keyType: string
  /** Bits of the modulus, 256 for Ed25519; null: no key could be read. */
  keyBits: number | null
  /** The value of `p=` without blanks; empty when revoked or missing. */
  publicKey: string
  revoked: boolean
  testing: boolean
  errors: readonly DkimProblem[]
  warnings: readonly DkimProblem[]
}

/** A selector that could not be asked: it may have a key. `cnames` then holds what its CNAME says, where that was had. */
export interface DkimUnanswered extends DkimName {
  reason: FailureReason
}

/** What every selector gets that has no name of its own (`*._domainkey`). */
export interface DkimWildcard {
  /** Printable; empty when there is no text but a CNAME. */
  records: readonly string[]
  cnames: readonly string[]
  /** It holds an empty key: a domain's way of saying that it signs nothing. */
  revoked: boolean
}

/** Why it is sure that there is no key. */
export type SureReason =
  | 'authenticated' // `_domainkey` does not exist, proved by DNSSEC
  | 'two-servers' // two of the zone's own servers say that `_domainkey` does not exist
  | 'given' // none of the selectors the user gave exists

/** What the DKIM check collected. */
export interface DkimValue {
  /**
   * `found`: a key that works, however weak. `none-sure` and `none-unsure`: none, though all were asked. `unchecked`:
   * none, but some could not be asked.
   */
  state: 'found' | 'none-sure' | 'none-unsure' | 'unchecked'
  /** Set with `none-sure`. */
  sureBecause: SureReason | null
  /** Working keys first, then in the order asked. */
  keys: readonly DkimKey[]
  /** Selectors whose CNAME leads to a name without a key. */
  dangling: readonly DkimName[]
  unanswered: readonly DkimUnanswered[]
  /** Selectors the user gave, or earlier scans found, that do not exist. */
  missing: readonly string[]
  wildcard: DkimWildcard | null
  /** How many selectors were asked for. */
  tried: number
  /** Providers at work whose selectors cannot be guessed. */
  unguessable: readonly DkimSigner[]
}

/** The selectors with a key that works: worth remembering, so that they are asked for again and watched. */
export function confirmedSelectors({ keys }: DkimValue): readonly string[] {
  return keys.flatMap(({ state, selector }) => (state === 'working' || state === 'weak' ? [selector] : []))
}

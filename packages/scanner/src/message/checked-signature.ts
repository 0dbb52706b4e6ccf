import type { SigningKeys } from './signing-keys.ts'

/** The result of one signature of a whole message, with the key that DNS has now. */
export interface CheckedSignature {
  kind: 'dkim' | 'arc'
  /** Empty when the signature names none. */
  domain: string
  selector: string
  /**
   * `fail`: it does not fit the message. `neutral`: the body was changed, or DNS has no key. `permerror`: it or its key
   * cannot be used, whatever the message says. `policy`: too weak to count. `temperror`: the key could not be looked up.
   */
  result: 'pass' | 'fail' | 'neutral' | 'temperror' | 'permerror' | 'policy' | 'none'
  /** Why, as the end of a sentence: `bad signature`; empty for a pass. */
  reason: string
}

/** What the verifier says about one signature. */
export type Status = { result: string; comment?: string | undefined }
/** Who signed, each empty when the signature names none. */
export type Signer = { domain: string; selector: string }

/** The signer of a verified signature, in at most 253 characters each. */
export function signerOf({ signingDomain = '', selector = '' }: { signingDomain?: string; selector?: string }): Signer {
  return { domain: signingDomain.slice(0, 253), selector: selector.slice(0, 253) }
}

/** `l=` must not be larger than the body (RFC 6376 section 3.5). The verifier does not compare them. */
export function lengthChecked(each: {
  status: Status
  canonBodyLengthLimit?: number
  canonBodyLengthTotal?: number
}): Status {
  const { status, canonBodyLengthLimit: limit = 0, canonBodyLengthTotal: total = 0 } = each
  return status.result === 'pass' && limit > total
    ? { result: 'neutral', comment: 'its l= is larger than the body' }
    : status
}

/** The verdict about a signature in our own words; the fault of its key goes before those of the verifier. */
export function checked(
  kind: CheckedSignature['kind'],
  { domain, selector }: Signer,
  { result, comment = '' }: Status,
  keys: SigningKeys,
): CheckedSignature {
  const known = results.find(each => each === result) ?? 'permerror'
  if (known === 'pass') return { kind, domain, selector, result: 'pass', reason: '' }
  // Strict mailauth says `neutral` for what RFC 6376 section 6.1 calls PERMFAIL. A missing key may be a rotated one.
  const isForm = known === 'neutral' && comment !== noKey
  const isUnusable = known === 'neutral' || known === 'policy'
  const reason = (isUnusable ? keys.fault(selector, domain) : undefined) ?? reasons[comment] ?? comment
  return {
    kind,
    domain,
    selector,
    result: isForm ? 'permerror' : comment === changedBody ? 'neutral' : known,
    reason: (reason === '' && known === 'policy' ? weakKey : reason).slice(0, 200),
  }
}

const results = ['pass', 'fail', 'neutral', 'temperror', 'permerror', 'policy', 'none'] as const
const noKey = 'no key'
const changedBody = 'body hash did not verify'
const weakKey = 'its key is shorter than 1,024 bits, which receivers must not accept'
/** RFC 8301 section 3.1. */
export const sha1 = 'it uses rsa-sha1, which receivers must not accept'

/** mailauth's reasons that say too little to people. */
const reasons: Readonly<Record<string, string>> = {
  'weak algorithm': sha1,
  'unknown algorithm': 'its algorithm is unknown',
  'unknown canonicalization': 'its c= is unknown',
  'signature missing required tag': 'a required tag is missing',
  'signature syntax error': 'its tags are not written as RFC 6376 asks, or one is there twice',
  'incompatible version': 'its version is not 1',
  'domain mismatch': 'its i= is not of the signing domain, or not allowed by the key',
  'From field not signed': 'it does not cover From',
  'invalid expiration': 'it expires before it was made',
  expired: 'it has expired',
  'inappropriate key algorithm': 'its key is for another algorithm',
}

import type { HeaderLine } from './field.ts'

/** One result of a method, as a receiver wrote it (RFC 8601 section 2.2): `spf=pass (…) smtp.mailfrom=example.com`. */
export interface MethodResult {
  /** In lower case: `spf`, `dkim`, `dmarc`, `arc`, `iprev`, `compauth`. */
  method: string
  /** In lower case: `pass`, `bestguesspass`. */
  result: string
  reason: string | null
  /** `smtp.mailfrom`, `header.d` and so on, in lower case, with their values; the first of equal names. */
  properties: ReadonlyMap<string, string>
  /** The first comment after the result, without parentheses. */
  comment: string | null
}

/** One `Authentication-Results` field. */
export interface AuthenticationResults {
  /** The host that wrote it; null when the field names none. In lower case. */
  authservId: string | null
  methods: readonly MethodResult[]
  at: HeaderLine
}

/** One `Received-SPF` field (RFC 7208 section 9.1). */
export interface ReceivedSpf {
  /** In lower case. */
  result: string
  comment: string | null
  /** `client-ip`, `envelope-from`, `helo`, `receiver` and so on, in lower case. */
  properties: ReadonlyMap<string, string>
  at: HeaderLine
}

/** The results that count for SPF, DKIM and DMARC, in lower case. `none` where the receiver reports nothing. */
export interface Authentication {
  spf: string
  dkim: string
  dmarc: string
}

/** Why an `Authentication-Results` field counts, or does not. */
export interface RankedResults {
  results: AuthenticationResults
  /**
   * `counts`: the receiver wrote it. `history`: below the one that counts. `untrusted`: its authserv-id and its place do not
   * show that the receiver wrote it. `empty`: it has no method.
   */
  rank: 'counts' | 'history' | 'untrusted' | 'empty'
}

/** One set of ARC fields (RFC 8617). */
export interface ArcSet {
  instance: number
  /** `cv=` of the seal, in lower case: none, pass or fail. null: the seal is missing. */
  seal: string | null
  /** `d=` of the seal. */
  domain: string | null
  /** The results of this hop; null when the field is missing. */
  results: AuthenticationResults | null
  at: HeaderLine
}

/** One `DKIM-Signature` field (RFC 6376 section 3.5); values null when the tag is missing. */
export interface SignatureField {
  domain: string | null
  selector: string | null
  algorithm: string | null
  /** The signed fields (`h=`), in lower case. */
  signed: readonly string[]
  /** `l=` is set: what follows that length is not signed. */
  hasLength: boolean
  /** `x=`, in milliseconds since 1970. */
  expiresAt: number | null
  at: HeaderLine
}

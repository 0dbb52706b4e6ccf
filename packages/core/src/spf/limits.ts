/**
 * RFC 7208 section 4.6.4: the maximum number of terms with lookups, of void lookups, and of mail exchangers of one
 * `mx`.
 */
export const lookupsMax = 10
export const voidLookupsMax = 2
export const exchangersMax = 10

/** The limits of one evaluation over all addresses. */
export interface SpfLimits {
  lookups: number
  voidLookups: number
  /** The maximum number of branches at one term: terms that depend on the message may double them. */
  branches: number
}

/** Those of a receiver. */
export const receiverLimits: SpfLimits = { lookups: lookupsMax, voidLookups: voidLookupsMax, branches: 2048 }

/**
 * For a record as its owner means it, beyond what receivers follow: loops and hostile records still end. Real records
 * stay below 40 lookups, and seven terms that depend on the message already make 128 branches.
 */
export const ownerLimits: SpfLimits = { lookups: 100, voidLookups: Number.POSITIVE_INFINITY, branches: 64 }

/**
 * RFC 7208 section 4.6.4: the maximum number of terms with lookups, of void lookups, and of mail exchangers of one
 * `mx`.
 */
export const lookupsMax = 10
export const voidLookupsMax = 2
export const exchangersMax = 10

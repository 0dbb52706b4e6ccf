/** RFC 7208 section 4.6.4: terms that ask, terms that come back empty, mail exchangers behind one `mx`. */
export const lookupsMax = 10
export const voidLookupsMax = 2
export const exchangersMax = 10

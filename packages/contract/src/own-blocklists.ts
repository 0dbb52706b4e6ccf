/**
 * Limits and messages of own blocklists, which server and account page share. Not in `limits.ts` and `wording.ts`, which
 * every page loads.
 */

export const ownListLimits = {
  /** Own blocklists of a workspace. */
  lists: 20,
  /** The length of the name of a list, and of what a code means, in UTF-16 units. */
  characters: 80,
  /** Return codes of one list. */
  codes: 16,
} as const

export const listsLocked = 'Your plan does not include custom blocklists'
export const enterListName = 'Please enter a name'
export const enterCodeMeaning = 'Please enter what each return code means'
export const listNoZone = 'Please enter the zone of the list, for example dnsbl.example.org'
export const listCatalogued = 'Waxseal already checks this list'
export const listNoCode = 'A return code is an address from 127.0.0.2 to 127.255.254.255'
export const listCodeTwice = 'A return code can be entered only once'
export const listCodeReserved = '127.0.0.1 and 127.255.255.0 to 127.255.255.255 never mean a listing (RFC 5782)'
export const listAlready = 'This list is already added'
export const listUnknown = 'There is no such list'
export const textTooLong = `This can have at most ${ownListLimits.characters} characters`
export const listLimit = `A workspace can have at most ${ownListLimits.lists} lists. Remove one first.`

import { type SpfRepairCause, type TermFault, tellsOnly } from './repair-cause.ts'

/** The maximum number of causes and of terms that one sentence names. */
const named = 3

/** What is wrong with a record, a short sentence for each cause, the first three. */
export function causesText(causes: readonly SpfRepairCause[]): string {
  return sentences(causes.filter(cause => !tellsOnly(cause)))
}

/** What receivers pass over in a record without an error, in the same form. */
export function ignoredText(causes: readonly SpfRepairCause[]): string {
  return sentences(causes.filter(({ code }) => code === 'after_all' || code === 'ignored_modifier'))
}

function sentences(causes: readonly SpfRepairCause[]): string {
  const texts = [...new Set(causes.map(causeText).filter(text => text !== ''))]
  const more = texts.length - named
  return [
    ...texts.slice(0, named),
    ...(more > 0 ? [`${more} more ${more === 1 ? 'problem was' : 'problems were'} found.`] : []),
  ].join(' ')
}

/** One cause as a sentence about the record ("it"); empty where another sentence says it. */
export function causeText(cause: SpfRepairCause): string {
  switch (cause.code) {
    case 'zone_line':
      return 'It holds a line of a zone file instead of the text alone.'
    case 'leading_blank':
      return 'It begins with a blank.'
    case 'byte_order_mark':
      return 'It begins with an invisible byte order mark.'
    case 'invisible':
      return 'It contains invisible characters.'
    case 'blank_kind':
      return 'It contains tabs or no-break spaces instead of spaces.'
    case 'quotes':
      return 'It contains quotation marks.'
    case 'dash':
      return 'It contains typographic dashes instead of hyphens.'
    case 'no_version':
      return 'It does not begin with v=spf1.'
    case 'second_version':
      return 'It contains v=spf1 twice.'
    case 'version_blank':
      return 'A space is missing after v=spf1.'
    case 'version':
      return `It begins with ${cause.found} instead of v=spf1.`
    case 'separators':
      return cause.after
        ? `It begins with v=spf1${cause.found} and receivers expect a space after v=spf1.`
        : `It has ${cause.found === ';' ? 'semicolons' : 'commas'} between its terms instead of spaces.`
    case 'term':
      return faultTexts[cause.fault](cause.found, cause.meant)
    case 'unreadable':
      return mailbox.test(cause.found)
        ? `${cause.found} has an email address instead of a domain name.`
        : `${cause.found} is not a term of SPF.`
    case 'sender_id':
      return 'It is a Sender ID record, which receivers no longer evaluate.'
    case 'several_records':
      return `${cause.count} records were found, and receivers accept only one.`
    case 'removed':
      return `${listed(cause.terms.map(termWords)).replace(/^the /, 'The ')} ${removalTexts[cause.reason][cause.terms.length > 1 ? 1 : 0]}.`
    case 'after_all':
      return `Receivers ignore ${listed(cause.terms)} because the record has ${cause.all}.`
    case 'ignored_modifier':
      return cause.meant === null
        ? `Receivers ignore ${cause.found} because it has an equals sign instead of a colon.`
        : `Receivers ignore ${cause.found}, which should read ${cause.meant} if its servers send your mail.`
    case 'twice':
      return `It contains ${cause.name}= twice, and receivers accept it once.`
    case 'no_senders':
      return 'It names no server that may send.'
    case 'too_many_lookups':
      return `It needs ${cause.count} DNS lookups or more.`
    case 'neutral':
    case 'no_ending':
      return ''
    default:
      return cause satisfies never
  }
}

/** A term that names an email address where a domain belongs. */
export const mailbox = /^[-+~?]?(?:include|a|mx|exists|redirect)[:=][^@%]{1,200}@[^@]+$/i

/** A term in a sentence: `all` alone would read as a word of it. */
export function termWords(term: string): string {
  return /^all$/i.test(term) ? `the term ${term}` : term
}

const faultTexts: { readonly [F in TermFault]: (found: string, meant: string) => string } = {
  name: (found, meant) => `${found} should read ${meant}.`,
  colon: found => `${found} needs a colon instead of the equals sign.`,
  equals: found => `${found} needs an equals sign instead of the colon.`,
  blank: found => `${found} has a blank too many.`,
  missing_blank: found => `A space is missing in ${found}.`,
  family: (found, meant) => `${found} has an address of the other IP version and should read ${meant}.`,
  host: (found, meant) => `${found} has a host name instead of an address and should read ${meant}.`,
  address: (found, meant) => `${found} has an address instead of a name and should read ${meant}.`,
  bare: (found, meant) => `${found} should read ${meant}.`,
  mask: found => `${found} has a netmask instead of a prefix length.`,
  url: found => `${found} has a URL instead of a domain name.`,
  comma: (found, meant) => `${found} has a comma instead of a dot and should read ${meant}.`,
  missing_colon: (found, meant) => `${found} lacks a colon and should read ${meant}.`,
  stray: (found, meant) => `${found} should read ${meant}.`,
}

const removalTexts = {
  open: ['would let every server pass', 'would let every server pass'],
  no_record: ['leads to a name without an SPF record', 'lead to names without an SPF record'],
  loop: ['leads back to the record itself', 'lead back to the record itself'],
  void: ['leads to a name without records', 'lead to names without records'],
  again: ['is repeated', 'are repeated'],
} as const

/** Some terms in a sentence. */
export function listed(terms: readonly string[]): string {
  const [first = '', ...others] = terms
  if (terms.length > named) return `${terms.slice(0, named).join(', ')} and ${terms.length - named} more`
  const last = others.pop()
  return last === undefined ? first : `${[first, ...others].join(', ')} and ${last}`
}

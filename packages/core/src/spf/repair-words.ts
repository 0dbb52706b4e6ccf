import { type SpfRepairCause, type TermFault, tellsOnly } from './repair-cause.ts'

/** The maximum number of terms that one sentence names. */
const named = 3

/** What is wrong with a record, a short sentence for each cause. */
export function problemTexts(causes: readonly SpfRepairCause[]): readonly string[] {
  return sentences(causes.filter(cause => !tellsOnly(cause)))
}

/** What receivers ignore in a record without an error, in the same form. */
export function ignoredTexts(causes: readonly SpfRepairCause[]): readonly string[] {
  return sentences(causes.filter(({ code }) => code === 'after_all' || code === 'ignored_modifier'))
}

/** All of them up to `most`; of more, the first, and how many others there are: a meaning is short. */
export function fewTexts(texts: readonly string[], most = 2): string {
  const [first = '', ...others] = texts
  if (texts.length <= most) return texts.join(' ')
  return `${first} ${others.length} more ${others.length === 1 ? 'problem was' : 'problems were'} found.`
}

function sentences(causes: readonly SpfRepairCause[]): readonly string[] {
  return [...new Set(causes.map(causeText).filter(text => text !== ''))]
}

/** One cause as a sentence; empty where another sentence says it. */
export function causeText(cause: SpfRepairCause): string {
  switch (cause.code) {
    case 'zone_line':
      return 'The record is copied from a zone file.'
    case 'leading_blank':
      return 'The record begins with a space.'
    case 'byte_order_mark':
      return 'The record begins with an invisible byte order mark.'
    case 'invisible':
      return 'The record contains invisible characters.'
    case 'blank_kind':
      return 'The record contains tabs or no-break spaces.'
    case 'quotes':
      return 'The record contains quotation marks.'
    case 'dash':
      return 'The record contains dashes instead of hyphens.'
    case 'no_version':
      return 'The record does not begin with v=spf1.'
    case 'second_version':
      return 'The record contains v=spf1 twice.'
    case 'version_blank':
      return 'A space is missing after v=spf1.'
    case 'version':
      return `The record begins with ${cause.found} instead of v=spf1.`
    case 'separators':
      return cause.after
        ? `The record has "${cause.found}" instead of a space after v=spf1.`
        : `The record has ${cause.found === ';' ? 'semicolons' : 'commas'} instead of spaces.`
    case 'term':
      return faultTexts[cause.fault](cause.found, cause.meant)
    case 'unreadable':
      return mailbox.test(cause.found)
        ? `${cause.found} has an email address instead of a domain name.`
        : `${cause.found} is not a term of SPF.`
    case 'sender_id':
      return 'The record is for Sender ID, which receivers no longer evaluate.'
    case 'several_records':
      return `${cause.count} records were found, but receivers accept only one.`
    case 'removed':
      return `${listed(cause.terms.map(termWords)).replace(/^the /, 'The ')} ${removalTexts[cause.reason][cause.terms.length > 1 ? 1 : 0]}.`
    case 'after_all':
      return `Receivers ignore ${listed(cause.terms)} because the record has ${cause.all}.`
    case 'ignored_modifier':
      return cause.meant === null
        ? `Receivers ignore ${cause.found} because it has an equals sign, not a colon.`
        : `Receivers ignore ${cause.found}. It probably means ${cause.meant}.`
    case 'twice':
      return `The record contains ${cause.name}= twice.`
    case 'no_senders':
      return 'The record allows no server to send.'
    case 'too_many_lookups':
      return `The record needs ${cause.count} DNS lookups or more.`
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
  colon: found => `${found} needs a colon, not an equals sign.`,
  equals: found => `${found} needs an equals sign, not a colon.`,
  blank: found => `${found} has an extra space.`,
  missing_blank: found => `A space is missing in ${found}.`,
  family: (found, meant) => `${found} has the wrong IP version and should read ${meant}.`,
  host: (found, meant) => `${found} needs an address and should read ${meant}.`,
  address: (found, meant) => `${found} needs a name and should read ${meant}.`,
  bare: (found, meant) => `${found} should read ${meant}.`,
  mask: found => `${found} has a netmask instead of a prefix length.`,
  url: found => `${found} has a URL instead of a domain name.`,
  comma: (found, meant) => `${found} has a comma and should read ${meant}.`,
  missing_colon: (found, meant) => `${found} lacks a colon and should read ${meant}.`,
  letters: (found, meant) => `${found} has letters outside ASCII and should read ${meant}.`,
  stray: (found, meant) => `${found} should read ${meant}.`,
}

const removalTexts = {
  open: ['would let every server pass', 'would let every server pass'],
  no_record: ['leads to a name without an SPF record', 'lead to names without an SPF record'],
  loop: ['refers to the record itself', 'refer to the record itself'],
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

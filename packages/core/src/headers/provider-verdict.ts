import { type HeaderField, type HeaderLine, lineOf, type MessageHeader } from './field.ts'
import { verdictsInResults } from './provider-verdict-results.ts'
import { filterFields } from './provider-verdicts.data.ts'
import type { AuthenticationResults } from './result.ts'

/** What a filter on the path decided about the message, as its own field shows it. */
export interface ProviderVerdict {
  /** `Exchange Online`, `SpamAssassin`, `Rspamd`. */
  product: string
  /** `unknown`: the filter did not decide. `note`: the field names a fact that is no verdict. */
  says: 'clean' | 'bulk' | 'spam' | 'phishing' | 'malware' | 'unknown' | 'note'
  /** One sentence: "Exchange Online judged the message as spam (SCL 5)." */
  words: string
  at: HeaderLine
  /** The filter itself calls its verdict of spam one of high confidence. */
  isHighConfidence?: boolean
}

/** A field's value is read up to here, in characters. Filters write less. */
const readCharacters = 4_000

/**
 * What the filters on the path decided, as their own fields show it, and what Microsoft and Gmail write about it into
 * the results that count. Of equal fields the topmost of the receiver counts: others may be the sender's copy. `-Untrusted`
 * fields are not read. A value that is not understood gives nothing. Never throws.
 *
 * @param isOwn whether the receiver wrote the field, as far as is known; others are notes and no verdicts
 */
export function providerVerdicts(
  header: MessageHeader,
  results: readonly AuthenticationResults[] = [],
  isOwn: (field: HeaderField) => boolean = () => true,
): readonly ProviderVerdict[] {
  const tops = topmostFields(header, isOwn)
  const ofFilters = filterFields.flatMap(({ field, product, read }) => {
    const found = tops.get(field)
    if (!found) return []
    const readings = read(found.value.slice(0, readCharacters), product)
    const at = lineOf(found)
    if (isOwn(found)) return readings.map(reading => ({ product, ...reading, at }))
    return readings.length > 0 ? [{ product, says: 'note', words: earlierWords(found), at } as const] : []
  })
  return [...ofFilters, ...verdictsInResults(results)]
}

function earlierWords({ label }: HeaderField): string {
  return `${label.slice(0, 60)} seems to have been in the message before it arrived, so it says nothing about this receiver.`
}

function topmostFields(
  header: MessageHeader,
  isOwn: (field: HeaderField) => boolean,
): ReadonlyMap<string, HeaderField> {
  const names = new Set(filterFields.map(({ field }) => field))
  const own = new Map<string, HeaderField>()
  const others = new Map<string, HeaderField>()
  for (const field of header.fields) {
    if (!names.has(field.name) || own.has(field.name)) continue
    if (isOwn(field)) own.set(field.name, field)
    else if (!others.has(field.name)) others.set(field.name, field)
  }
  return new Map([...others, ...own])
}

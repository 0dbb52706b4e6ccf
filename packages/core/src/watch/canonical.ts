import { dkimKind, withoutBlanks } from '../dkim/index.ts'
import { dmarcKind } from '../dmarc/index.ts'
import { type ResourceRecord, shownText, textOf } from '../dns/index.ts'
import { spfKind } from '../spf/index.ts'
import { type PartKind, textKinds, watchedValuesMax } from './snapshot.ts'

/** How a value of `www` begins that is an alias. Such a value has no addresses beside it. */
export const aliasMark = 'CNAME '

/**
 * The canonical values of the records of one part: printable, sorted, at most `watchedValuesMax`. Two answers
 * that mean the same to a mail server have the same values in any order, with any TTL. Two texts of a kind of which a domain
 * has one are two values, also where they spell one meaning in two ways.
 *
 * - MX: `10 mx1.example.com`; the null MX is `0 .` (RFC 7505).
 * - NS and CNAME: the name in lower case without the final dot.
 * - TXT: the strings joined. Of SPF those that begin with `v=spf1`, of DMARC and DKIM the records and what is meant as
 *   one; other texts at the name do not matter. Spaces without a meaning are removed.
 */
export function canonicalValues(kind: PartKind, records: readonly ResourceRecord[]): readonly string[] {
  const values = distinct(kind, records).flatMap(record => {
    const value = canonicalValue(kind, record)
    return value === null ? [] : [value]
  })
  return valuesOfKind(kind, values)
}

/** A set of records has no member twice (RFC 2181 section 5), whatever a server sends. */
function distinct(kind: PartKind, records: readonly ResourceRecord[]): readonly ResourceRecord[] {
  if (!textKinds.has(kind)) return records
  const texts = records.map(record => [JSON.stringify('strings' in record ? record.strings : record), record] as const)
  return [...new Map(texts).values()]
}

/** Canonical values as a snapshot has them: `sortedValues`, but each text of a kind of which a domain has one counts. */
export function valuesOfKind(kind: PartKind, values: readonly string[]): readonly string[] {
  return textKinds.has(kind) ? values.toSorted().slice(0, watchedValuesMax) : sortedValues(values)
}

/** Without duplicates, sorted by character code, limited. */
export function sortedValues(values: readonly string[]): readonly string[] {
  return [...new Set(values)].sort().slice(0, watchedValuesMax)
}

function canonicalValue(kind: PartKind, record: ResourceRecord): string | null {
  switch (record.type) {
    case 'MX':
      return `${record.preference} ${record.exchange}`
    case 'NS':
      return record.target
    case 'CNAME':
      return `${aliasMark}${record.target}`
    case 'A':
    case 'AAAA':
      return record.address
    case 'TXT':
      return canonicalText(kind, textOf(record))
    default:
      return null
  }
}

function canonicalText(kind: PartKind, text: string): string | null {
  if (kind === 'spf') return /^v=spf1/i.test(text) ? shownText(spfKind.canonical(text)) : null
  if (kind === 'dmarc') {
    const { records, lookalikes } = dmarcKind.select([text])
    return records.length + lookalikes.length === 0 ? null : shownText(spaced(dmarcKind.canonical(text)))
  }
  if (kind === 'dkim') return dkimKind(text) === 'other' ? null : shownText(canonicalKey(text))
  if (kind === 'mta-sts')
    return /^v=STSv1/i.test(text)
      ? shownText(
          text
            .split(';')
            .map(tag => tag.trim())
            .filter(tag => tag !== '')
            .join('; '),
        )
      : null
  return null
}

/**
 * The value of an MTA-STS policy: its mode and its digest.
 *
 * @param mode as it is in the policy; null: the policy is invalid, so senders do not use it
 * @param digest SHA-256 in hexadecimal digits
 */
export function policyValue(mode: string | null, digest: string): string {
  return shownText(`${mode === null ? 'invalid' : `mode=${mode}`}; sha256=${digest}`)
}

function spaced(tags: string): string {
  return tags.split(';').join('; ')
}

/** A key record without spaces around tags and inside the key (RFC 6376 section 3.6.1). */
function canonicalKey(text: string): string {
  return text
    .split(';')
    .map(part => {
      const equals = part.indexOf('=')
      if (equals < 0) return withoutBlanks(part)
      const name = withoutBlanks(part.slice(0, equals))
      const value = withoutBlanks(part.slice(equals + 1))
      return `${name}=${name === 'p' ? value.replace(/[ \t\r\n]/g, '') : value}`
    })
    .filter(part => part !== '')
    .join('; ')
}

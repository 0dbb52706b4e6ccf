import { dataText, isSubdomain, normalName } from '@waxseal/core/dns'
import { txtStrings } from '@waxseal/core/spf'
import { PublishFailed, type ZoneChange } from '../../ports.ts'

/** The record of a change: its text, and the same as an API takes it. */
export interface TxtRecord {
  text: string
  /** In zone-file form: `"v=spf1 -all"`. */
  content: string
  ttl: number
}

/** One quoted string of a TXT record (RFC 1035 section 5.1), with the space behind it. */
const quotedString = /"((?:[^"\\]|\\(?:[01]\d\d|2[0-4]\d|25[0-5]|\D))*)" */y

/** A text as strings of at most 255 bytes in zone-file form. */
export function contentOf(text: string): string {
  return dataText({ type: 'TXT', name: '', ttl: 0, strings: text === '' ? [''] : txtStrings(text) })
}

/** The text of such content; null when it is in another form. */
export function textOfContent(content: string): string | null {
  if (content === '') return null
  let text = ''
  for (let at = 0; at < content.length; at = quotedString.lastIndex) {
    quotedString.lastIndex = at
    const inner = quotedString.exec(content)?.[1]
    if (inner === undefined) return null
    text += inner.replace(/\\(\d{3}|\D)/g, (_, escape: string) =>
      escape.length === 3 ? String.fromCharCode(Number(escape)) : escape,
    )
  }
  return text
}

/**
 * The record that each name shall have, null for none. A name that comes twice has its last one.
 *
 * @throws PublishFailed for a name outside the zone, which an API may complete with the zone, and for a text that is not bytes
 */
export function wantedRecords(changes: readonly ZoneChange[], zone: string): Map<string, TxtRecord | null> {
  return new Map(
    changes.map(({ name, value, ttl }) => {
      if (value === null) return [hostedName(name, zone), null]
      if (/[^\0-\xff]/.test(value)) throw new PublishFailed(`The record of ${name} is not bytes`, { temporary: false })
      return [hostedName(name, zone), { text: value, content: contentOf(value), ttl }]
    }),
  )
}

/** The apex as names here are compared. @throws RangeError for a text that is no domain name */
export function apexOf(zone: string): string {
  const apex = normalName(zone)
  if (apex === null || apex === '.') throw new RangeError(`${zone} is no zone to publish`)
  return apex
}

/** A name in lower case. @throws PublishFailed for one outside the zone */
export function hostedName(name: string, zone: string): string {
  const normal = normalName(name)
  if (normal !== null && isSubdomain(normal, zone)) return normal
  throw new PublishFailed(`A name is not in ${zone}`, { temporary: false })
}

/** The texts of a name's records as one value: several are joined by line feeds. Undefined for none. */
export function valueOf(texts: readonly string[]): string | undefined {
  return texts.length === 0 ? undefined : texts.join('\n')
}

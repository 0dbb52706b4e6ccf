import type { RecordedAnswer, ResourceRecord } from '../dns/index.ts'
import { canonicalValues } from './canonical.ts'
import type { PartKind } from './snapshot.ts'

/**
 * The canonical values of a recorded answer, comparable with those of a snapshot. Null: it was cut, so that they are not
 * known.
 */
export function valuesOfEvidence(
  kind: PartKind,
  { answers }: Pick<RecordedAnswer, 'answers'>,
): readonly string[] | null {
  const records = answers.map(recordOf)
  return records.includes(null)
    ? null
    : canonicalValues(
        kind,
        records.filter(record => record !== null),
      )
}

/** A line of a zone file as `presentationOf` writes it: only the types that are watched, else null. */
function recordOf(line: string): ResourceRecord | null {
  const [name = '', ttl = '', type = ''] = line.split(' ', 3)
  const data = line.slice(name.length + ttl.length + type.length + 3)
  const owner = { name, ttl: Number(ttl) }
  if (type === 'TXT') {
    const strings = stringsOf(data)
    return strings && { ...owner, type, strings }
  }
  if (type === 'NS' || type === 'CNAME') return { ...owner, type, target: data }
  if (type !== 'MX') return null
  const [preference = '', exchange = ''] = data.split(' ')
  return { ...owner, type, preference: Number(preference), exchange }
}

/** The strings of a TXT record, each in quotation marks; null for a line that was cut. */
function stringsOf(data: string): string[] | null {
  const strings: string[] = []
  let at = 0
  while (at < data.length) {
    if (data[at] !== '"') return null
    let text = ''
    for (at += 1; at < data.length && data[at] !== '"'; at += 1) {
      if (data[at] !== '\\') {
        text += data[at]
        continue
      }
      const code = /^\d{3}$/.test(data.slice(at + 1, at + 4)) ? data.slice(at + 1, at + 4) : null
      text += code === null ? (data[at + 1] ?? '') : String.fromCharCode(Number(code))
      at += code === null ? 1 : 3
    }
    if (data[at] !== '"') return null
    strings.push(text)
    at += 1
    if (data[at] === ' ') at += 1
  }
  return strings
}

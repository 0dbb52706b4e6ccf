/**
 * What the text records at a name come to, for protocols that use a record only when it is the only one: none at all;
 * something that senders do not use, and why (without a full stop); or the record.
 */
export type RecordReading<T> = { state: 'missing' } | { state: 'invalid'; problem: string } | ({ state: 'valid' } & T)

/** The one text that begins as it should, or why there is none: records that begin otherwise are not counted. */
export function onlyRecord(
  texts: readonly string[],
  begins: RegExp,
  resembles: RegExp,
  beginning: string,
): { text: string } | Exclude<RecordReading<object>, { state: 'valid' }> {
  const records = texts.filter(text => begins.test(text))
  const [text] = records
  if (text !== undefined && records.length === 1) return { text }
  if (records.length > 1) {
    return { state: 'invalid', problem: `there are ${records.length} records, and of several none is used` }
  }
  if (!texts.some(other => resembles.test(other))) return { state: 'missing' }
  return { state: 'invalid', problem: `the record does not begin with ${beginning}, written exactly so` }
}

/** `name=value` parts between semicolons, blanks around them taken off; the empty part after a last semicolon is none. */
export function fieldsOf(text: string): readonly string[] {
  const fields = text.split(';').map(trimBlanks)
  return fields.at(-1) === '' ? fields.slice(0, -1) : fields
}

export function trimBlanks(text: string): string {
  return text.replace(/^[ \t]+/, '').replace(/(?<![ \t])[ \t]+$/, '')
}

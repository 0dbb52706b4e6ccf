/**
 * The text records at a name, for protocols that use a record only when it is the only one: none; an invalid one with
 * its problem (without a period); or the record.
 */
export type RecordReading<T> = { state: 'missing' } | { state: 'invalid'; problem: string } | ({ state: 'valid' } & T)

/** The only text with the right beginning, or why there is none. Records with another beginning are not counted. */
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
    return { state: 'invalid', problem: `there are ${records.length} records, but only one is allowed` }
  }
  if (!texts.some(other => resembles.test(other))) return { state: 'missing' }
  return { state: 'invalid', problem: `the record does not begin with exactly ${beginning}` }
}

/** The `name=value` parts between semicolons, trimmed; the empty part after a last semicolon is ignored. */
export function fieldsOf(text: string): readonly string[] {
  const fields = text.split(';').map(trimBlanks)
  return fields.at(-1) === '' ? fields.slice(0, -1) : fields
}

/**
 * Whether a part is `name=value` by the grammar that MTA-STS (RFC 8461 section 3.1) and TLS reporting (RFC 8460 section 3)
 * share. For MTA-STS a record with any other part is none.
 */
export function isField(part: string): boolean {
  return /^[A-Za-z0-9][A-Za-z0-9_.-]{0,31}=[!-:<>-~]+$/.test(part)
}

export function trimBlanks(text: string): string {
  return text.replace(/^[ \t]+/, '').replace(/(?<![ \t])[ \t]+$/, '')
}

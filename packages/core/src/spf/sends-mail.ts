import { parseSpf } from './record.ts'

/** Whether the record lets anyone send. Only a single record that is exactly `v=spf1 -all` does not. */
export function sendsMail({ records }: { records: readonly string[] }): boolean {
  const [record, ...others] = records
  if (record === undefined || others.length > 0) return true
  const [only, ...more] = parseSpf(record).terms
  return only?.term.kind !== 'all' || only.term.qualifier !== '-' || more.length > 0
}

/**
 * Whether the record names a server that may send, or leaves that open: any term that can give pass or neutral. `v=spf1
 * ~all` names none, and neither does one with exceptions alone.
 */
export function namesSender({ records }: { records: readonly string[] }): boolean {
  const [record, ...others] = records
  if (record === undefined || others.length > 0) return true
  for (const { term } of parseSpf(record).terms) {
    if (term.kind === 'unknown') return true
    const refuses = 'qualifier' in term && (term.qualifier === '-' || term.qualifier === '~')
    if (term.kind === 'all') return !refuses
    if ('qualifier' in term && !refuses) return true
  }
  // Another record decides, or the result is neutral.
  return true
}

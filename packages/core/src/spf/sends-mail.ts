import { parseSpf } from './record.ts'

/** Whether the record lets anyone send. Only a single record that is exactly `v=spf1 -all` does not. */
export function sendsMail({ records }: { records: readonly string[] }): boolean {
  const [record, ...others] = records
  if (record === undefined || others.length > 0) return true
  const [only, ...more] = parseSpf(record).terms
  return only?.term.kind !== 'all' || only.term.qualifier !== '-' || more.length > 0
}

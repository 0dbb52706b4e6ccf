import type { Filled, Known } from '../check/index.ts'
import type { DmarcValue } from './value.ts'

/**
 * The last known record replaces a failed lookup; the authorization of report addresses and the organizational domain
 * are filled in separately. Null: there is nothing to fill in.
 */
export function fillDmarcGaps(
  { value: now, gaps }: Known<DmarcValue>,
  { value: before }: Known<DmarcValue>,
): Filled<DmarcValue> | null {
  if (gaps.length === 0) return null
  if (now.reading.unchecked) return { value: before, gaps: [] }
  const consent = new Map(before.external.map(({ name, authorized }) => [name, authorized]))
  const external = now.external.map(destination => ({
    ...destination,
    authorized: destination.authorized ?? consent.get(destination.name) ?? null,
  }))
  // The organizational domain decides whether `sp` of the record has any effect.
  const sameRecord = now.reading.location === before.reading.location
  const organizationalDomain = now.organizationalDomain ?? (sameRecord ? before.organizationalDomain : null)
  const isFilled =
    organizationalDomain !== now.organizationalDomain ||
    external.some(({ authorized }, at) => authorized !== now.external[at]?.authorized)
  return isFilled ? { value: { ...now, organizationalDomain, external }, gaps } : null
}

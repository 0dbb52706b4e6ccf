import { type ListFilter, listFilterOf, listFilters } from '@waxseal/core/health'
import type { Domain } from '../../lib/queries.ts'
import { tagKey } from './tags.ts'

/** The filters of the list. */
export type Status = 'All Status' | ListFilter | 'Not scanned'

export const statuses: readonly Status[] = ['All Status', ...listFilters, 'Not scanned']

/** The name for display. */
export function shownName(domain: Domain): string {
  return domain.domain_unicode ?? domain.domain_name
}

/** The search text: as when adding a domain, a URL or an address works like a part of a name. */
export function needleOf(search: string): string {
  const text = search.trim().normalize('NFC').toLowerCase()
  const withoutScheme = text.replace(/^[a-z][a-z0-9+.-]*:\/\//, '')
  const host = withoutScheme.split(/[/?#]/, 1)[0] ?? ''
  return host.slice(host.lastIndexOf('@') + 1)
}

/** The domains with the search text in their name, in either spelling, or in a tag. */
export function matching(domains: readonly Domain[], search: string): readonly Domain[] {
  const host = needleOf(search)
  const words = tagKey(search)
  if (words === '') return domains
  // `https://` alone matches every name.
  return domains.filter(
    ({ domain_name: name, domain_unicode: unicode, tags }) =>
      name.includes(host) || unicode?.includes(host) || tags.some(tag => tag.toLowerCase().includes(words)),
  )
}

/** The domains with this status. A domain without a score has none of the three. */
export function withStatus(domains: readonly Domain[], status: Status): readonly Domain[] {
  if (status === 'All Status') return domains
  return domains.filter(domain => statusOf(domain) === status)
}

/** The number of domains with each status. */
export function countByStatus(domains: readonly Domain[]): Readonly<Record<Status, number>> {
  const counts = { 'All Status': domains.length, Healthy: 0, Warning: 0, Critical: 0, 'Not scanned': 0 }
  for (const domain of domains) {
    const status = statusOf(domain)
    if (status !== null) counts[status] += 1
  }
  return counts
}

/** null: the domain was scanned, and no scan had a score yet. */
function statusOf({ health_score: score, last_scan: lastScan }: Domain): ListFilter | 'Not scanned' | null {
  return lastScan === null ? 'Not scanned' : listFilterOf(score)
}

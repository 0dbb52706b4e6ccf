import { type ListFilter, listFilterOf, listFilters } from '@waxseal/core/health'
import type { Domain } from '../../lib/queries.ts'
import { tagKey } from './tags.ts'

/** The filters of the list. */
export type Status = 'All Status' | ListFilter

export const statuses: readonly Status[] = ['All Status', ...listFilters]

export type Order = 'A to Z' | 'Health Score' | 'Recently Scanned' | 'Recently Added'

/** The four orders, each with a description of what comes first. */
export const orders: Readonly<Record<Order, string>> = {
  'A to Z': 'by name',
  'Health Score': 'lowest score first',
  'Recently Scanned': 'last scanned first',
  'Recently Added': 'last added first',
}

export function isOrder(value: unknown): value is Order {
  return typeof value === 'string' && Object.hasOwn(orders, value)
}

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

/** The domains with this status. A domain without a score has no status. */
export function withStatus(domains: readonly Domain[], status: Status): readonly Domain[] {
  if (status === 'All Status') return domains
  return domains.filter(domain => listFilterOf(domain.health_score) === status)
}

/** The number of domains with each status. */
export function countByStatus(domains: readonly Domain[]): Readonly<Record<Status, number>> {
  const counts = { 'All Status': domains.length, Healthy: 0, Warning: 0, Critical: 0 }
  for (const domain of domains) {
    const status = listFilterOf(domain.health_score)
    if (status !== null) counts[status] += 1
  }
  return counts
}

const alphabet = new Intl.Collator('en', { numeric: true })

/**
 * Sorts the domains. Those without a value (no score, never scanned) come last. Equal ones are in alphabetical order,
 * with `customer-2` before `customer-10`.
 */
export function inOrder(domains: readonly Domain[], order: Order): readonly Domain[] {
  const rows = domains.map(domain => ({ domain, name: shownName(domain), rank: rankOf(domain, order) }))
  rows.sort((a, b) => a.rank - b.rank || alphabet.compare(a.name, b.name))
  return rows.map(row => row.domain)
}

/** Small numbers come first. */
function rankOf(domain: Domain, order: Order): number {
  const last = Number.MAX_SAFE_INTEGER
  if (order === 'Health Score') return domain.health_score ?? last
  if (order === 'Recently Scanned') return domain.last_scan === null ? last : -Date.parse(domain.last_scan)
  return order === 'Recently Added' ? -Date.parse(domain.created_at) : 0
}

import type { Domain } from '../../lib/queries.ts'
import { inAlphabet } from './alphabet.ts'
import { shownName } from './arrange.ts'

/** What the list is sorted by. */
export type SortKey = 'name' | 'score' | 'authentication' | 'mx' | 'blacklists' | 'relay' | 'scanned' | 'added'

export interface Order {
  by: SortKey
  reversed: boolean
}

export const alphabetical: Order = { by: 'name', reversed: false }

interface Sort {
  /** What comes first, and what comes first when it is reversed. */
  first: readonly [string, string]
  /** Its name in the choice of orders. The others are sorted by from the heading of their column. */
  option?: string
  /** Values grow from the first row to the last. */
  ascends: boolean
  /** Small numbers come first; null: the domain has no value, and comes last in both directions. */
  rank: (domain: Domain) => number | null
}

const authenticationRank = { fail: 0, partial: 1, pass: 2, unknown: null } as const

export const sorts: Readonly<Record<SortKey, Sort>> = {
  name: { option: 'A to Z', first: ['by name', 'by name, Z to A'], ascends: true, rank: () => 0 },
  score: {
    option: 'Health Score',
    first: ['lowest score first', 'highest score first'],
    ascends: true,
    // A name that does not exist comes before all others with a score of 0.
    rank: ({ health_score: score, worst }) => (score === 0 && worst?.id === 'domain_not_found' ? -1 : score),
  },
  authentication: {
    first: ['worst SPF and DMARC first', 'best SPF and DMARC first'],
    ascends: true,
    rank: domain => authenticationRank[domain.auth_status],
  },
  mx: {
    first: ['fewest mail servers first', 'most mail servers first'],
    ascends: true,
    rank: domain => domain.mx_count,
  },
  blacklists: {
    first: ['most listings first', 'fewest listings first'],
    ascends: false,
    rank: ({ blacklist_count: count }) => (count === null ? null : -count),
  },
  relay: {
    first: ['open relays first', 'closed relays first'],
    ascends: true,
    rank: ({ relay_test_result: result, badges }) => {
      if (result === 'open') return 0
      // A first positive test, which a second one decides, comes between open and closed.
      if (badges?.relay.state === 'warning') return 1
      return result === 'closed' ? 2 : null
    },
  },
  scanned: {
    option: 'Recently Scanned',
    first: ['latest scan first', 'oldest scan first'],
    ascends: false,
    rank: ({ last_scan: at }) => (at === null ? null : -Date.parse(at)),
  },
  added: {
    option: 'Recently Added',
    first: ['newest first', 'oldest first'],
    ascends: false,
    rank: domain => -Date.parse(domain.created_at),
  },
}

export function isSortKey(value: string): value is SortKey {
  return Object.hasOwn(sorts, value)
}

/** What comes first in this order, after the number of domains. */
export function orderWords({ by, reversed }: Order): string {
  return sorts[by].first[reversed ? 1 : 0]
}

/** The order after a press on the heading of a column: by that column, or, if it is already, the other way round. */
export function pressed(order: Order, by: SortKey): Order {
  return { by, reversed: order.by === by && !order.reversed }
}

/** For `aria-sort` of a column. */
export function directionOf(order: Order, by: SortKey): 'ascending' | 'descending' | undefined {
  if (order.by !== by) return undefined
  return sorts[by].ascends === order.reversed ? 'descending' : 'ascending'
}

/**
 * Sorts the domains. Those without a value (no score, never scanned) come last. Equal ones are in alphabetical order,
 * with `customer-2` before `customer-10`.
 */
export function inOrder(domains: readonly Domain[], { by, reversed }: Order): readonly Domain[] {
  const { rank } = sorts[by]
  const way = reversed ? -1 : 1
  const nameWay = by === 'name' ? way : 1
  const rows = domains.map(domain => ({ domain, name: shownName(domain), rank: rank(domain) }))
  rows.sort((a, b) => {
    if (a.rank === null || b.rank === null) {
      return Number(a.rank === null) - Number(b.rank === null) || inAlphabet(a.name, b.name)
    }
    return way * (a.rank - b.rank) || nameWay * inAlphabet(a.name, b.name)
  })
  return rows.map(row => row.domain)
}

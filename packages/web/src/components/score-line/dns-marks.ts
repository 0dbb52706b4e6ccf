import { queryOptions } from '@tanstack/react-query'
import { listChangesRoute } from '@waxseal/contract/routes'
import { call, type Reply } from '../../lib/api.ts'
import { keys } from '../../lib/queries.ts'
import type { Point } from './score-line.ts'

type Change = Reply<typeof listChangesRoute>[number]

/** A DNS change at its place on the time axis of a score line, in percent. */
export interface PlacedMark {
  id: string
  at: string
  description: string
  x: number
}

/** More marks than these are one smear. */
const marksMax = 200

/** The newest DNS changes of a domain, for marks on its score line. */
export function dnsMarksQuery(domainId: string) {
  return queryOptions({
    queryKey: [...keys.changes, 'marks', domainId],
    queryFn: ({ signal }) => call(listChangesRoute, { query: { domain_id: domainId, limit: marksMax }, signal }),
  })
}

/** Where the changes between the first and the last scan lie on their line. */
export function marksBetween(
  changes: readonly Pick<Change, 'id' | 'timestamp' | 'change_description'>[],
  points: readonly Pick<Point, 'at'>[],
): PlacedMark[] {
  const times = points.map(({ at }) => new Date(at).getTime())
  const first = Math.min(...times)
  const span = Math.max(...times) - first
  return changes.flatMap(({ id, timestamp: at, change_description: description }) => {
    const x = ((new Date(at).getTime() - first) / span) * 100
    return x >= 0 && x <= 100 ? [{ id, at, description, x }] : []
  })
}

import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { actionsQuery, type Breakdown, breakdownQuery } from './api.ts'
import type { Stats } from './health-overview.tsx'

/** How often, and how long after the newest band counts, the breakdown is asked again. */
const againMs = 1_500
const forMs = 20_000

/**
 * The issue breakdown. The server counts the findings of a scan a moment after it has stored the scan: until it has, the
 * breakdown is asked again, and then the actions too.
 */
export function useBreakdown(stats: UseQueryResult<Stats>): UseQueryResult<Breakdown> {
  const client = useQueryClient()
  const breakdown = useQuery({
    ...breakdownQuery,
    refetchInterval: ({ state: { data } }) =>
      isBehind(stats.data, data) && Date.now() - stats.dataUpdatedAt < forMs ? againMs : false,
  })
  const scanned = breakdown.data?.scanned_domains
  const before = useRef(scanned)
  useEffect(() => {
    if (before.current !== undefined && before.current !== scanned)
      void client.invalidateQueries({ queryKey: actionsQuery.queryKey })
    before.current = scanned
  }, [client, scanned])
  return breakdown
}

function isBehind(stats: Stats | undefined, breakdown: Breakdown | undefined): boolean {
  if (stats === undefined || breakdown === undefined) return false
  return breakdown.scanned_domains < stats.total_domains - stats.security_summary.not_scanned
}

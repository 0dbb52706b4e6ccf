import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { isNotFound, resultsQuery, type ScanReply } from '../../lib/queries.ts'
import type { Target } from './target.ts'

interface Answers<Saved> {
  saved: Saved | null
  scan: ScanReply | null
  /** What could not be loaded, as the beginning of a sentence; null when everything was loaded. */
  failed: string | null
}

/** The known facts about a domain: the settings generated last, and the last scan. */
export interface Known<Saved> extends Answers<Saved> {
  /** Some of it is still loading. */
  waiting: boolean
  /** The failed part is loading again. */
  trying: boolean
  retry: () => void
}

/**
 * Loads the scan beside the saved settings. A domain without a scan is no failure and shows none. Loaded answers stay:
 * a form starts with them, and a later answer does not replace it. Only failed parts are replaced.
 */
export function useKnown<Saved>(target: Target, saved: UseQueryResult<Saved | null>): Known<Saved> {
  // The initial scan: one that ends later does not replace the form.
  const [lastScan] = useState(target.own ? target.domain.last_scan : null)
  // The form works without the scan; its failure is shown above the form, not in a toast.
  const scan = useQuery({ ...resultsQuery(target.own ? target.domain.id : '', lastScan), meta: {} })
  const savedFailed = saved.isError && saved.data === undefined
  const scanFailed = scan.isError && scan.data === undefined && !isNotFound(scan.error)
  // Another tab may have saved newer settings, so cached ones are not enough.
  const asking = target.own && (saved.isPending || saved.isFetching || (lastScan !== null && scan.isPending))
  const failed = savedFailed ? 'The saved settings' : scanFailed ? 'The results of the last scan' : null
  const [settled, setSettled] = useState<Answers<Saved> | null>(null)
  if (!asking && (settled === null || (settled.failed !== null && settled.failed !== failed))) {
    setSettled({ saved: saved.data ?? null, scan: scan.data ?? null, failed })
  }
  return {
    ...(settled ?? { saved: null, scan: null, failed: null }),
    waiting: settled === null,
    trying: settled !== null && settled.failed !== null && asking,
    retry: () => {
      if (savedFailed) void saved.refetch()
      if (scanFailed) void scan.refetch()
    },
  }
}

/** The name servers of the domain's zone, as the last scan found them. */
export function nameServersOf(scan: ScanReply | null): readonly string[] {
  return scan?.results.dns.delegation?.servers.map(({ host }) => host) ?? []
}

/** The reply of a call, or null for a 404. */
export async function orNull<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer
  } catch (error) {
    if (isNotFound(error)) return null
    throw error
  }
}

import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { isNotFound, resultsQuery, type ScanReply } from '../../lib/queries.ts'
import type { Target } from './target.ts'

interface Answers<Saved> {
  saved: Saved | null
  scan: ScanReply | null
  /** What could not be loaded, as the beginning of a sentence; null when all was. */
  failed: string | null
}

/** What is known of a domain before anything is typed: the settings generated last, and the last scan. */
export interface Known<Saved> extends Answers<Saved> {
  /** Not all of it has come yet. */
  waiting: boolean
  /** What had failed is asked for again. */
  trying: boolean
  retry: () => void
}

/**
 * Asks for the scan beside what is saved. That nothing was scanned is no failure and stays silent. What has come stays:
 * a form begins with it, and is not taken away by an answer that comes later. Only what had failed is replaced.
 */
export function useKnown<Saved>(target: Target, saved: UseQueryResult<Saved | null>): Known<Saved> {
  // The scan there was at the beginning: one that ends meanwhile does not take the form away.
  const [lastScan] = useState(target.own ? target.domain.last_scan : null)
  // Here the form goes on without the scan: its failure stands above the form, not in a toast.
  const scan = useQuery({ ...resultsQuery(target.own ? target.domain.id : '', lastScan), meta: {} })
  const savedFailed = saved.isError && saved.data === undefined
  const scanFailed = scan.isError && scan.data === undefined && !isNotFound(scan.error)
  // What is saved may have been saved anew in another tab: what is remembered of it does not do.
  const asking = target.own && (saved.isPending || saved.isFetching || (lastScan !== null && scan.isPending))
  const failed = savedFailed ? 'The settings saved for this domain' : scanFailed ? 'The results of the last scan' : null
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

/** The answer of a call, or null when the server has no such thing. */
export async function orNull<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer
  } catch (error) {
    if (isNotFound(error)) return null
    throw error
  }
}

import { useIsMutating, useQueryClient } from '@tanstack/react-query'
import type { ScanProgress } from '@waxseal/contract'
import { useState } from 'react'
import { ApiError } from '../../lib/api-error.ts'
import { notify } from '../../lib/notify.ts'
import type { Domain, ScanReply } from '../../lib/queries.ts'
import { tellFailure } from '../../lib/query.ts'
import { useAction } from '../../lib/use-action.ts'
import { afterScan } from './after-scan.ts'
import { followScan } from './follow-scan.ts'

/** The words of a scan as the specification gives them; the list and the report differ in the first. */
export const scanTexts = {
  starting: (domain: string) => `Starting scan for ${domain}...`,
  running: 'Running diagnostics...',
  done: 'Scan completed successfully',
  failed: 'Failed to run scan',
  gone: (domain: string) => `${domain} is no longer in your list: it was deleted`,
}

export interface ScanRun {
  start: (options: { text: string; onDone?: (scan: ScanReply) => void }) => void
  /** It runs: started here, or before on another screen. */
  running: boolean
  /** Started here: its progress is known. */
  own: boolean
  progress: ScanProgress | null
}

/** Scans a domain with its toast, its progress and the refreshed data behind it. */
export function useScan(domain: Domain): ScanRun {
  const key = ['scan', domain.id]
  const [progress, setProgress] = useState<ScanProgress | null>(null)
  const client = useQueryClient()
  const scan = useAction({
    key,
    run: async (text: string) => {
      setProgress(null)
      // One toast a domain: a second scan takes the place of what the first one said.
      const toastId = notify.loading(text, `scan ${domain.id}`)
      try {
        const result = await followScan({ domainId: domain.id, lastScan: domain.last_scan, onProgress: setProgress })
        notify.success(scanTexts.done, toastId)
        return result
      } catch (error) {
        if (isGone(error)) notify.info(scanTexts.gone(domain.domain_name), toastId)
        else tellFailure(error, { failure: scanTexts.failed }, toastId)
        throw error
      }
    },
    // The loading toast has already been replaced by the failure.
    failure: 'shown',
    // Also after a failure: the domain may have been deleted elsewhere.
    onSettled: result => afterScan(client, domain.id, result ?? null),
  })
  return {
    running: useIsMutating({ mutationKey: key }) > 0,
    own: scan.busy,
    progress: scan.busy ? progress : null,
    start: ({ text, onDone }) => scan.start(text, onDone && { onSuccess: onDone }),
  }
}

/** Was the domain deleted, before the scan began or while it ran? */
function isGone(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'not_found'
}

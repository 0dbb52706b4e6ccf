import { useIsMutating, useQueryClient } from '@tanstack/react-query'
import type { ScanProgress, ScanQueued } from '@waxseal/contract'
import { useState } from 'react'
import { ApiError } from '../../lib/api-error.ts'
import { notify } from '../../lib/notify.ts'
import type { Domain, ScanReply } from '../../lib/queries.ts'
import { showFailure } from '../../lib/query.ts'
import { upgrade } from '../../lib/upgrade.ts'
import { useAction } from '../../lib/use-action.ts'
import { afterScan } from './after-scan.ts'
import { followScan } from './follow-scan.ts'

/** The texts of a scan from the specification; the list and the report differ in the first one. */
export const scanTexts = {
  starting: (domain: string) => `Starting scan for ${domain}...`,
  running: 'Running diagnostics...',
  done: 'Scan completed successfully',
  failed: 'Failed to run scan',
  gone: (domain: string) => `${domain} is no longer in your list`,
}

export interface ScanRun {
  /** A read-only domain opens the upgrade dialog instead. `failed` is the toast of a failure where it is not the usual one. `onDone` is not called once the component is gone. */
  start: (options: { text: string; failed?: string; onDone?: (scan: ScanReply) => void }) => void
  /** A scan runs, started here or earlier on another screen. */
  running: boolean
  /** Started here, so its progress is known. */
  own: boolean
  progress: ScanProgress | ScanQueued | null
}

/** Scans a domain, with toast, progress and refreshed data. */
export function useScan(domain: Domain): ScanRun {
  const key = ['scan', domain.id]
  const [progress, setProgress] = useState<ScanProgress | ScanQueued | null>(null)
  const client = useQueryClient()
  const scan = useAction({
    key,
    run: async ({ text, failed }: { text: string; failed: string }) => {
      setProgress(null)
      // One toast per domain: a second scan replaces the first one's message.
      const toastId = notify.loading(text, `scan ${domain.id}`)
      try {
        const result = await followScan({ domainId: domain.id, lastScan: domain.last_scan, onProgress: setProgress })
        notify.success(scanTexts.done, toastId)
        return result
      } catch (error) {
        if (isGone(error)) notify.info(scanTexts.gone(domain.domain_name), toastId)
        else showFailure(error, { failure: failed }, toastId)
        throw error
      }
    },
    // The failure has already replaced the loading toast.
    failure: 'shown',
    // Also after a failure: the domain may have been deleted elsewhere.
    onSettled: result => afterScan(client, domain.id, result ?? null),
  })
  return {
    running: useIsMutating({ mutationKey: key }) > 0,
    own: scan.busy,
    progress: scan.busy ? progress : null,
    start: ({ text, failed = scanTexts.failed, onDone }) =>
      domain.read_only
        ? upgrade.open({ feature: 'domains', detail: null })
        : scan.start({ text, failed }, onDone && { onSuccess: onDone }),
  }
}

/** Whether the domain was deleted before or during the scan. */
function isGone(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'not_found'
}

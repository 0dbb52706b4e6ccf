import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { afterScan } from '../../components/scan-run/after-scan.ts'
import { followScan } from '../../components/scan-run/follow-scan.ts'
import { connection } from '../../lib/connection.ts'
import { notify } from '../../lib/notify.ts'
import type { Domain } from '../../lib/queries.ts'
import { showFailure } from '../../lib/query.ts'
import { onWorkspaceChange } from '../../lib/workspace.ts'
import { type BulkOutcome, type BulkProgress, isLost, scanOneByOne } from './bulk-scan.ts'
import { domainTexts } from './wording.ts'

/** One toast per run: its end replaces its beginning. */
const toastId = 'bulk scan'

/** The run of this page; null: none. It survives navigation, so that users can look at a report meanwhile. */
let run: { stop: AbortController; progress: BulkProgress } | null = null
const listeners = new Set<() => void>()

function setRun(next: typeof run): void {
  run = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export interface BulkScan {
  progress: BulkProgress | null
  /** It ends after the current scan. */
  stopping: boolean
  /** `onEnd` is called when all scans are done. */
  start: (domains: readonly Domain[], onEnd: () => void) => void
  stop: () => void
}

/** Ends the run after the current scan. */
function stopRun(): void {
  if (run === null) return
  run.stop.abort()
  setRun({ ...run })
}

/** Scans the selected domains one after the other, with the toasts from the specification. */
export function useBulkScan(): BulkScan {
  const client = useQueryClient()
  const current = useSyncExternalStore(subscribe, () => run)
  return {
    progress: current?.progress ?? null,
    stopping: current?.stop.signal.aborted ?? false,
    start: (domains, onEnd) => {
      if (run !== null) return
      const [first] = domains
      if (first === undefined) notify.error(domainTexts.noneSelected)
      else void scanAll(client, domains, first, onEnd)
    },
    stop: stopRun,
  }
}

async function scanAll(
  client: QueryClient,
  domains: readonly Domain[],
  first: Domain,
  onEnd: () => void,
): Promise<void> {
  const stop = new AbortController()
  // Another workspace does not have the rest of the domains.
  const endOfWatch = onWorkspaceChange(stopRun)
  setRun({ stop, progress: { total: domains.length, done: 0, domain: first, offline: false } })
  notify.loading(domainTexts.bulkStarting(domains.length), toastId)
  const outcome = await scanOneByOne(domains, {
    scan: async domain => {
      try {
        const scan = await followScan({ domainId: domain.id, lastScan: domain.last_scan, onProgress: () => {} })
        void afterScan(client, domain.id, scan)
      } catch (error) {
        // After any other failure the list may have changed, for example because the domain was deleted elsewhere.
        if (!isLost(error)) void afterScan(client, domain.id, null)
        throw error
      }
    },
    connection,
    onProgress: progress => setRun({ stop, progress }),
    signal: stop.signal,
  })
  endOfWatch()
  setRun(null)
  onEnd()
  tell(outcome)
}

function tell(outcome: BulkOutcome): void {
  const { total, scanned, failed, leftOut, stopped, locked } = outcome
  const short = [
    ...(failed > 0 ? [`${failed} of ${total} failed`] : []),
    ...(leftOut > 0 ? [`${leftOut} of ${total} not scanned`] : []),
  ]
  if (stopped) notify.success([`Bulk scan stopped, ${scanned} of ${total} scanned`, ...short].join(', '), toastId)
  else if (short.length === 0) notify.success(domainTexts.bulkDone, toastId)
  else notify.error([domainTexts.bulkDone, ...short].join(', '), toastId)
  if (locked !== null) showFailure(locked, {})
}

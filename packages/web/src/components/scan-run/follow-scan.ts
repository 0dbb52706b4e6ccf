import type { ScanProgress, ScanQueued } from '@waxseal/contract'
import { latestScanRoute, startScanRoute } from '@waxseal/contract/routes'
import { call, send } from '../../lib/api.ts'
import { ApiError, errorFields } from '../../lib/api-error.ts'
import type { ScanReply } from '../../lib/queries.ts'
import { chosenWorkspace } from '../../lib/workspace.ts'

/** A scan takes at most 60 seconds; this adds some time for the connection. */
const waitMs = 75_000
const askAgainMs = 2_000

interface Options {
  domainId: string
  /** The end of the newest scan before this one; null: never scanned. */
  lastScan: string | null
  onProgress: (progress: ScanProgress | ScanQueued) => void
}

/**
 * Starts a scan, or joins the running one, and follows it to its end. If the stream breaks on the way, the scan
 * continues, and this function waits for its stored result, as long as calls are about the same workspace: another one
 * does not have the domain. Rejects with ApiError.
 */
export async function followScan({ domainId, lastScan, onProgress }: Options): Promise<ScanReply> {
  const workspace = chosenWorkspace()
  const response = await begin(domainId)
  if (response === null) return storedResult(domainId, lastScan, workspace)
  if (!response.headers.get('content-type')?.startsWith('text/event-stream')) {
    return (await response.json()) as ScanReply
  }
  try {
    // Loaded with the first scan: the screens that can start one do not need it to be shown.
    const { eventsOf } = await import('../../lib/stream.ts')
    for await (const { event, data } of eventsOf(response)) {
      if (event === 'progress' || event === 'queued') onProgress(JSON.parse(data) as ScanProgress | ScanQueued)
      if (event === 'result') return JSON.parse(data) as ScanReply
      if (event === 'error') throw new ApiError(200, errorFields(JSON.parse(data)))
    }
  } catch (error) {
    if (error instanceof ApiError) throw error
    console.warn('The progress stream of the scan ended early. Waiting for the result.', error)
  }
  return storedResult(domainId, lastScan, workspace)
}

/** The reply to the call that starts the scan; null when a proxy timed out and answered 504 itself. */
async function begin(domainId: string): Promise<Response | null> {
  try {
    return await send(startScanRoute, { params: { id: domainId } }, 'text/event-stream')
  } catch (error) {
    if (error instanceof ApiError && error.status === 504) return null
    throw error
  }
}

async function storedResult(domainId: string, lastScan: string | null, workspace: string | null): Promise<ScanReply> {
  const before = lastScan === null ? 0 : Date.parse(lastScan)
  const giveUpAt = Date.now() + waitMs
  let last: unknown = null
  while (Date.now() < giveUpAt && chosenWorkspace() === workspace) {
    try {
      const scan = await call(latestScanRoute, { params: { id: domainId } })
      if (Date.parse(scan.finished_at) > before) return scan
    } catch (error) {
      if (error instanceof ApiError && error.status !== 404 && error.status !== 0 && error.status < 500) throw error
      last = error
    }
    await new Promise(resolve => setTimeout(resolve, askAgainMs))
  }
  throw new ApiError(0, {}, last)
}

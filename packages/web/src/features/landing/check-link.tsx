import { checkLinkDays, deleteCheckLinkRoute, linkCheckRoute } from '@waxseal/contract/routes'
import { type ReactNode, useState } from 'react'
import { call, type Reply } from '../../lib/api.ts'
import { ApiError } from '../../lib/api-error.ts'
import { copyToClipboard } from '../../lib/clipboard.ts'
import type { ScanReply } from '../../lib/queries.ts'
import { calendarDate } from '../../lib/time.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'

type State =
  | { kind: 'none' | 'busy' | 'deleted' }
  | { kind: 'failed'; detail: string; isGone: boolean }
  | { kind: 'made'; link: Reply<typeof linkCheckRoute>; failure: string | null }

/** A link to the report of a check, made when the visitor wants it, and deleted when they do not want it any longer. */
export function CheckLink({ scan }: { scan: Pick<ScanReply, 'domain_name' | 'finished_at'> }): ReactNode {
  const [state, setState] = useState<State>({ kind: 'none' })
  const link = state.kind === 'made' ? state.link : null

  /** @param again the report is made anew where the server no longer has it */
  async function copy(again = false): Promise<void> {
    if (link !== null) return void copyToClipboard(link.url)
    setState({ kind: 'busy' })
    try {
      const { domain_name, finished_at } = scan
      const body = { domain_name, finished_at, ...(again && { check_again: true }) }
      const made = await call(linkCheckRoute, { body })
      setState({ kind: 'made', link: made, failure: null })
      await copyToClipboard(made.url)
    } catch (cause) {
      const detail = detailOf(cause, 'The link could not be created. Please try again.')
      setState({ kind: 'failed', detail, isGone: cause instanceof ApiError && cause.code === 'gone' })
    }
  }

  async function remove(made: Reply<typeof linkCheckRoute>): Promise<void> {
    const token = made.url.slice(made.url.lastIndexOf('/') + 1)
    try {
      await call(deleteCheckLinkRoute, { params: { token } })
      setState({ kind: 'deleted' })
    } catch (cause) {
      const failure = detailOf(cause, 'The link could not be deleted. Please try again.')
      setState({ kind: 'made', link: made, failure })
    }
  }

  return (
    <div className="grid justify-items-start gap-2">
      <Button busy={state.kind === 'busy'} onClick={() => void copy()}>
        Copy link
      </Button>
      <div role="status" className="text-13 text-ink2 empty:hidden">
        {state.kind === 'deleted' && 'The link is deleted.'}
        {state.kind === 'failed' && state.detail}
        {state.kind === 'failed' && state.isGone && (
          <Button className="mt-2 block" onClick={() => void copy(true)}>
            Check again and copy link
          </Button>
        )}
        {state.kind === 'made' && (
          <>
            <p className="flex items-center gap-1">
              <span className="min-w-0 font-mono [overflow-wrap:anywhere]" dir="ltr">
                {state.link.url}
              </span>
              <CopyButton text={state.link.url} what="link" />
            </p>
            <p>
              Anyone with this link can read the report, until {calendarDate(new Date(state.link.expires_at))} (
              {checkLinkDays} days).{' '}
              <button type="button" className="prose-link rounded" onClick={() => void remove(state.link)}>
                Delete link
              </button>
            </p>
            {state.link.finished_at !== scan.finished_at && <p>The domain was checked again for this link.</p>}
            {state.failure}
          </>
        )}
      </div>
    </div>
  )
}

function detailOf(cause: unknown, other: string): string {
  return (cause instanceof ApiError ? cause.detail : null) ?? other
}

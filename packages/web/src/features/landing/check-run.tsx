import type { ScanProgress, ScanQueued } from '@waxseal/contract'
import { visitorCheckRoute } from '@waxseal/contract/routes'
import { type ComponentType, type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { ScanProgressLine } from '../../components/scan-run/scan-progress.tsx'
import { send } from '../../lib/api.ts'
import { ApiError, errorFields } from '../../lib/api-error.ts'
import type { ScanReply } from '../../lib/queries.ts'
import { eventsOf } from '../../lib/stream.ts'
import { Button } from '../../ui/button.tsx'
import { Note } from '../../ui/note.tsx'
import { CheckLink } from './check-link.tsx'
import type { ReportProps } from './report-props.ts'

type State =
  | { kind: 'checking'; progress: ScanProgress | ScanQueued | null }
  | { kind: 'failed'; error: ApiError }
  | { kind: 'done'; scan: ScanReply }

interface Props {
  /** As it was typed. */
  name: string
  Report: ComponentType<ReportProps>
  /** The name is none: the field says why. */
  onRefused: (detail: string) => void
  onEnd: () => void
  onRetry: () => void
  /** Opens the sign-up and takes the domain along. */
  onKeep: (domain: string) => void
}

/** One check of a visitor: its progress, then its report or what went wrong. */
export function CheckRun({ name, Report, onRefused, onEnd, onRetry, onKeep }: Props): ReactNode {
  const [state, setState] = useState<State>({ kind: 'checking', progress: null })
  const refused = useEffectEvent(onRefused)
  const ended = useEffectEvent(onEnd)

  useEffect(() => {
    const leaving = new AbortController()
    const follow = async (): Promise<void> => {
      try {
        const scan = await checked(name, leaving.signal, progress => setState({ kind: 'checking', progress }))
        if (!leaving.signal.aborted) setState({ kind: 'done', scan })
      } catch (cause) {
        if (leaving.signal.aborted) return
        const error = cause instanceof ApiError ? cause : new ApiError(0, {}, cause)
        if (error.status === 400 && error.detail !== null) refused(error.detail)
        else setState({ kind: 'failed', error })
      }
      ended()
    }
    void follow()
    return () => leaving.abort()
  }, [name])

  if (state.kind === 'checking') return <ScanProgressLine progress={state.progress} elsewhere={false} />
  if (state.kind === 'failed') return <Failure error={state.error} onRetry={onRetry} onSignUp={() => onKeep(name)} />
  const { scan } = state
  const keep = (): void => onKeep(scan.domain_name)
  return (
    <>
      <div className="mb-8 flex flex-wrap items-center justify-between gap-4">
        <h2 className="min-w-0 text-26 font-[600] [overflow-wrap:anywhere]">{scan.domain_name}</h2>
        <Button look="primary" onClick={keep}>
          Keep watching this domain
        </Button>
        <div className="w-full">
          <CheckLink scan={scan} />
        </div>
      </div>
      <Report scan={scan} fresh onSignUp={keep} />
    </>
  )
}

/** @throws ApiError when the check was refused or its stream ended early */
async function checked(
  domain_name: string,
  signal: AbortSignal,
  onProgress: (progress: ScanProgress | ScanQueued) => void,
): Promise<ScanReply> {
  const response = await send(visitorCheckRoute, { body: { domain_name }, signal }, 'text/event-stream')
  // Who follows five checks already gets the next one when it is done.
  if (!response.headers.get('content-type')?.startsWith('text/event-stream')) return response.json()
  for await (const { event, data } of eventsOf(response)) {
    if (event === 'progress' || event === 'queued') onProgress(JSON.parse(data) as ScanProgress | ScanQueued)
    if (event === 'result') return JSON.parse(data) as ScanReply
    if (event === 'error') throw new ApiError(503, errorFields(JSON.parse(data)))
  }
  throw new ApiError(0)
}

function Failure({ error, onRetry, onSignUp }: { error: ApiError; onRetry: () => void; onSignUp: () => void }) {
  const isLimit = error.status === 429
  return (
    <div role="alert">
      <Note
        look={isLimit ? 'warning' : 'unknown'}
        title={isLimit ? 'You have used your free checks' : 'The check could not be completed'}
        action={
          isLimit ? (
            <Button size="small" onClick={onSignUp}>
              Create a free account
            </Button>
          ) : (
            <Button size="small" onClick={onRetry}>
              Try again
            </Button>
          )
        }
      >
        {error.detail ?? 'The connection was lost. A check that was started continues: try again to see its result.'}
      </Note>
    </div>
  )
}

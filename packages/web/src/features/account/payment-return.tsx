import { checkoutStatusRoute } from '@waxseal/contract/routes'
import { LoaderCircle } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { call } from '../../lib/api.ts'
import { Button } from '../../ui/button.tsx'
import { useFocusRescue } from '../../ui/focus-return.ts'
import { Note } from '../../ui/note.tsx'
import { restoreDowngrade } from './billing-api.ts'
import { outcomeText, type PaymentOutcome, verifyPayment } from './verify-payment.ts'

/** How long the success is shown before the page reloads with the new plan. */
const reloadMs = 2_000

const looks = { paid: 'good', cancelled: 'info', expired: 'warning', 'timed-out': 'warning', failed: 'bad' } as const

const reloadPage = (): void => window.location.reload()

/** A payment that the browser returned from. `id` null: nothing was paid that could be verified. */
type Return = { id: string; outcome: null } | { id: string | null; outcome: PaymentOutcome }

function returnIn(search: URLSearchParams): Return | null {
  const id = search.get('session_id')
  if (id !== null) return { id, outcome: null }
  return search.has('cancelled') ? { id: null, outcome: { kind: 'cancelled' } } : null
}

function withoutReturn(search: URLSearchParams): URLSearchParams {
  const rest = new URLSearchParams(search)
  rest.delete('session_id')
  rest.delete('cancelled')
  return rest
}

interface Props {
  reload?: () => void
  /** A change that the page had taken back is scheduled again. */
  onRestored?: () => void
}

/**
 * The return from a payment: verifies it, and says what became of it until the person closes the note. Whatever it was, the
 * query string is cleared, so that a reload or a bookmark does not say it again.
 */
export function PaymentReturn({ reload = reloadPage, onRestored }: Props): ReactNode {
  const [search, setSearch] = useSearchParams()
  const [shown, setShown] = useState(() => returnIn(search))
  const verifying = shown?.outcome === null ? shown.id : null
  const hasEnded = verifying === null && returnIn(search) !== null
  const isPaid = shown?.outcome?.kind === 'paid'
  const isLeft = shown?.outcome?.kind === 'cancelled'
  const [stands, setStands] = useState<string | null>(null)
  useFocusRescue()

  useEffect(() => {
    if (verifying === null) return undefined
    const leaving = new AbortController()
    void verify(verifying, leaving.signal, outcome => setShown({ id: verifying, outcome }))
    return () => leaving.abort()
  }, [verifying])

  useEffect(() => {
    if (hasEnded) setSearch(withoutReturn, { replace: true })
  }, [hasEnded, setSearch])

  useEffect(() => {
    if (!isLeft) return undefined
    let isGone = false
    void restored().then(words => {
      if (words === null || isGone) return undefined
      setStands(words)
      return onRestored?.()
    })
    return () => {
      isGone = true
    }
  }, [isLeft, onRestored])

  useEffect(() => {
    if (!isPaid) return undefined
    const timer = setTimeout(reload, reloadMs)
    return () => clearTimeout(timer)
  }, [isPaid, reload])

  return (
    <div role="status">
      {verifying !== null && <Verifying />}
      {shown !== null && shown.outcome !== null && (
        <OutcomeNote
          outcome={shown.outcome}
          stands={isLeft ? stands : null}
          onAgain={
            shown.id === null ? null : () => setShown(shown.id === null ? null : { id: shown.id, outcome: null })
          }
          onClose={() => setShown(null)}
        />
      )}
    </div>
  )
}

/** What is scheduled again after a page was left, in words; null: nothing, or the server does it by itself a little later. */
const restored = (): Promise<string | null> => restoreDowngrade().catch(() => null)

async function verify(id: string, signal: AbortSignal, onEnd: (outcome: PaymentOutcome) => void): Promise<void> {
  const ask = () => call(checkoutStatusRoute, { params: { sessionId: id }, signal })
  const outcome = await verifyPayment({ ask, pause })
  if (!signal.aborted) onEnd(outcome)
}

interface OutcomeProps {
  outcome: PaymentOutcome
  /** What is scheduled again, because nothing was paid; null: nothing. */
  stands: string | null
  /** Verifies again; null: there is nothing to verify. */
  onAgain: (() => void) | null
  onClose: () => void
}

function OutcomeNote({ outcome, stands, onAgain, onClose }: OutcomeProps): ReactNode {
  const { kind } = outcome
  const isUrgent = kind !== 'paid' && kind !== 'cancelled'
  const again = kind === 'timed-out' || kind === 'failed' ? onAgain : null
  return (
    <div {...(isUrgent && { role: 'alert' })} className="mb-8">
      <Note
        look={looks[kind]}
        title={outcomeText(outcome)}
        action={
          kind !== 'paid' && (
            <span className="flex gap-2">
              {again && (
                <Button size="small" onClick={again}>
                  Check again
                </Button>
              )}
              <Button size="small" look="quiet" onClick={onClose}>
                Close
              </Button>
            </span>
          )
        }
      >
        {stands === null ? undefined : `Scheduled again: ${stands}`}
      </Note>
    </div>
  )
}

const pause = (ms: number): Promise<void> => new Promise(resolve => setTimeout(resolve, ms))

function Verifying(): ReactNode {
  return (
    <p className="mb-8 flex items-center gap-3 py-1 ps-4 font-[560]">
      <LoaderCircle className="size-4 animate-spin" aria-hidden />
      Verifying your payment
    </p>
  )
}

import type { Subscription, Wish } from '@waxseal/core/plan'
import type { ReactNode, RefObject } from 'react'
import { dateInWords, dollars, priceInWords } from '../../components/plans/billing-words.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { useConfirmUpgrade } from './billing-api.ts'
import { costOf, type Question } from './change-words.ts'

/** The dialog that is open. */
export type Step =
  | { kind: 'asking'; question: Question }
  | { kind: 'scheduled'; message: string; effectiveDate: string }
  | { kind: 'proration'; amount: number; credit: number }
  | { kind: 'failed'; detail: string }

interface Focus {
  /** The button of the plan. A dialog after the first was opened by a button of the one before, which is gone. */
  focusFallback: RefObject<HTMLElement | null>
}

interface StepProps extends Focus {
  step: Step
  /** The subscription before the change. */
  present: Subscription | null
  wish: Wish
  /** The name of the button that was clicked. */
  title: string
  busy: boolean
  onStart: () => void
  onClose: () => void
}

/** The dialog of a step from a click on a plan card to its change. */
export function StepDialog(props: StepProps): ReactNode {
  const { step, present, wish, title, busy, onStart, onClose, focusFallback } = props
  switch (step.kind) {
    case 'asking':
      return <AskingDialog {...step} busy={busy} onConfirm={onStart} onCancel={onClose} focusFallback={focusFallback} />
    case 'scheduled':
      return <ScheduledDialog {...step} onClose={onClose} focusFallback={focusFallback} />
    case 'proration':
      return <ProrationDialog {...step} {...{ present, wish, title, onClose, focusFallback }} />
    case 'failed':
      return <FailedDialog {...step} busy={busy} onRetry={onStart} onClose={onClose} focusFallback={focusFallback} />
    default:
      return step satisfies never
  }
}

interface AskingProps extends Focus {
  question: Question
  busy: boolean
  onConfirm: () => void
  onCancel: () => void
}

/** Asks before a change takes effect. */
function AskingDialog({ question, busy, onConfirm, onCancel, focusFallback }: AskingProps): ReactNode {
  const { title, lines, confirm, cancel } = question
  return (
    <ConfirmDialog
      title={title}
      description={<Lines lines={lines} />}
      confirm={confirm}
      cancel={cancel}
      busy={busy}
      onConfirm={onConfirm}
      onCancel={onCancel}
      focusFallback={focusFallback}
    />
  )
}

/** Each line is a block, inside the paragraph that the dialog makes of its description. */
function Lines({ lines }: { lines: readonly string[] }): ReactNode {
  return lines.map(line => (
    <span key={line} className="mb-2 block">
      {line}
    </span>
  ))
}

interface ScheduledProps extends Focus {
  message: string
  effectiveDate: string
  onClose: () => void
}

/** The server scheduled a change for the end of the period. */
function ScheduledDialog({ message, effectiveDate, onClose, focusFallback }: ScheduledProps): ReactNode {
  return (
    <Dialog
      open
      onOpenChange={open => !open && onClose()}
      title="Downgrade scheduled"
      description={message}
      focusFallback={focusFallback}
    >
      <p className="mb-6 text-ink2">You can cancel this until {dateInWords(new Date(effectiveDate))}.</p>
      <div className="flex justify-end">
        <Button look="primary" onClick={onClose}>
          OK
        </Button>
      </div>
    </Dialog>
  )
}

interface ProrationProps extends Focus {
  present: Subscription | null
  wish: Wish
  title: string
  amount: number
  /** What is left over then. */
  credit: number
  onClose: () => void
}

/** What an upgrade costs, before the browser leaves for the page that confirms it. */
function ProrationDialog(props: ProrationProps): ReactNode {
  const { present, wish, title, amount, credit, onClose, focusFallback } = props
  const leave = useConfirmUpgrade()
  const { plan, period } = wish
  if (plan === 'free') return null
  const { today, later, note } = costOf(present, { plan, period }, amount)
  return (
    <Dialog
      open
      onOpenChange={open => !open && onClose()}
      title={title}
      description={today}
      focusFallback={focusFallback}
    >
      <dl className="mb-4 grid gap-1.5">
        <Amount name="Due today">{dollars(amount)}</Amount>
        {credit > 0 && <Amount name="Credit for your next invoices">{dollars(credit)}</Amount>}
        <Amount name={later}>{priceInWords(wish)}</Amount>
      </dl>
      <p className="mb-6 text-13 text-ink3">{note}</p>
      <div className="flex flex-wrap justify-end gap-2">
        <Button look="quiet" onClick={onClose}>
          Not now
        </Button>
        <Button look="primary" busy={leave.busy} onClick={() => leave.start(wish)}>
          Continue to payment
        </Button>
      </div>
    </Dialog>
  )
}

function Amount({ name, children }: { name: string; children: ReactNode }): ReactNode {
  return (
    <div className="flex items-baseline justify-between gap-4 border-b border-line py-1.5">
      <dt className="text-ink2">{name}</dt>
      <dd className="font-[600]">{children}</dd>
    </div>
  )
}

interface FailedProps extends Focus {
  detail: string
  busy: boolean
  onRetry: () => void
  onClose: () => void
}

/** The server refused a change, or did not answer (specification 2, section 8). */
function FailedDialog({ detail, busy, onRetry, onClose, focusFallback }: FailedProps): ReactNode {
  return (
    <Dialog
      open
      onOpenChange={open => !open && onClose()}
      title="Payment Failed"
      description={detail}
      focusFallback={focusFallback}
    >
      <div className="flex justify-end gap-2 pt-2">
        <Button look="quiet" onClick={onClose}>
          Cancel
        </Button>
        <Button look="primary" busy={busy} onClick={onRetry}>
          Try Again
        </Button>
      </div>
    </Dialog>
  )
}

import { cancelDowngradeRoute } from '@waxseal/contract/routes'
import { plans, type Subscription } from '@waxseal/core/plan'
import { type ReactNode, useRef, useState } from 'react'
import { dateInWords, dueInWords, offerInWords, scheduledInWords } from '../../components/plans/billing-words.ts'
import { RoleButton } from '../../components/role-button.tsx'
import { Note } from '../../ui/note.tsx'
import { type Paid, useCancelDowngrade } from './billing-api.ts'
import { ConfirmDialog } from './later-dialogs.tsx'

interface Props {
  present: Paid
  scheduled: NonNullable<Subscription['scheduled']>
  /** It is taken back while the page of an upgrade is open. */
  isOnHold?: boolean
}

/** What changes at the end of the period, and the button that cancels it. */
export function ScheduledChange({ present, scheduled, isOnHold = false }: Props): ReactNode {
  const [isAsking, setIsAsking] = useState(false)
  const place = useRef<HTMLDivElement>(null)
  const cancel = useCancelDowngrade(() => setIsAsking(false))
  const name = scheduled.plan === present.plan ? 'change' : 'downgrade'
  return (
    <div ref={place} tabIndex={-1}>
      <Note
        look="info"
        title={isOnHold ? `Scheduled ${name} on hold` : `Scheduled ${name}`}
        action={
          <RoleButton needs={cancelDowngradeRoute} size="small" onClick={() => setIsAsking(true)}>
            Cancel {name}
          </RoleButton>
        }
      >
        {isOnHold && 'A payment page is open. If you leave it without paying, this is scheduled again within minutes: '}
        {scheduledInWords(present, scheduled)}
      </Note>
      {isAsking && (
        <ConfirmDialog
          title={`Cancel the scheduled ${name}?`}
          description={`You stay on ${offerInWords(present)}. Your next payment is ${dueInWords(present, present.credit)} on ${dateInWords(scheduled.at)}.`}
          confirm={`Keep ${plans[present.plan].label}`}
          cancel="Go back"
          busy={cancel.busy}
          focusFallback={place}
          onConfirm={() => cancel.start(undefined)}
          onCancel={() => setIsAsking(false)}
        />
      )}
    </div>
  )
}

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
}

/** What changes at the end of the period, and the button that cancels it. */
export function ScheduledChange({ present, scheduled }: Props): ReactNode {
  const [isAsking, setIsAsking] = useState(false)
  const place = useRef<HTMLDivElement>(null)
  const cancel = useCancelDowngrade(() => setIsAsking(false))
  const name = scheduled.plan === present.plan ? 'change' : 'downgrade'
  return (
    <div ref={place} tabIndex={-1}>
      <Note
        look="info"
        title={`Scheduled ${name}`}
        action={
          <RoleButton needs={cancelDowngradeRoute} size="small" onClick={() => setIsAsking(true)}>
            Cancel {name}
          </RoleButton>
        }
      >
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

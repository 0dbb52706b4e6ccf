import type { ReactNode } from 'react'
import { upgrade } from '../../lib/upgrade.ts'
import { Button } from '../../ui/button.tsx'

interface Props {
  used: number
  limit: number
  /** Where nothing is sold, no plan has more. */
  isSold: boolean
}

/** How many of the day's messages are used, on a plan that limits them. */
export function MessagesLeft({ used, limit, isSold }: Props): ReactNode {
  const isFull = used >= limit
  return (
    <p className="mt-2 flex flex-wrap items-baseline gap-x-3 text-13 text-ink3">
      <span>
        {isFull
          ? `All ${limit} messages of today are used. You can send more from 00:00 UTC.`
          : `${used} of ${limit} messages used today. Resets at 00:00 UTC.`}
      </span>
      {isFull && isSold && (
        <Button size="small" onClick={() => upgrade.open({ feature: 'chat', detail: null })}>
          Upgrade
        </Button>
      )}
    </p>
  )
}

import type { Subscription } from '@waxseal/core/plan'
import type { ReactNode } from 'react'
import { Tag, type Tone } from '../../ui/tag.tsx'

const looks: Readonly<Record<Subscription['status'], { tone: Tone; text: string }>> = {
  active: { tone: 'excellent', text: 'Active' },
  past_due: { tone: 'poor', text: 'Past due' },
  cancelled: { tone: 'idle', text: 'Cancelled' },
}

/** The status of a subscription (decision 5.9). */
export function SubscriptionStatus({ status }: { status: Subscription['status'] }): ReactNode {
  const { tone, text } = looks[status]
  return (
    <Tag tone={tone} bare>
      {text}
    </Tag>
  )
}

import type { ReactNode } from 'react'
import { cx } from '../../ui/class-names.ts'

/** Whether a tool is free or part of a paid plan. */
export function PlanMark({ plan }: { plan: 'FREE' | 'PREMIUM' }): ReactNode {
  return (
    <span
      className={cx(
        'shrink-0 rounded px-2 py-0.5 text-12 font-[600]',
        plan === 'FREE' ? 'bg-idle-tint text-idle' : 'bg-accent-tint text-accent',
      )}
    >
      {plan}
    </span>
  )
}

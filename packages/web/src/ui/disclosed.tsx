import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from './class-names.ts'

interface Props {
  summary: ReactNode
  openAtFirst?: boolean
  className?: string
  /** The row key of a list that its line answers. */
  rowKey?: string
  children: ReactNode
}

/** A part of a form or a list that most users do not need, behind a line that opens it. */
export function Disclosed({ summary, openAtFirst = false, className, rowKey, children }: Props): ReactNode {
  return (
    <details className={cx('group', className)} open={openAtFirst || undefined}>
      <summary
        data-row-key={rowKey}
        className="flex min-h-10 list-none items-center gap-2 rounded text-13 font-[560] hover:bg-sunken/60 [&::-webkit-details-marker]:hidden"
      >
        <ChevronRight className="size-4 shrink-0 text-ink3 transition-transform group-open:rotate-90" aria-hidden />
        {summary}
      </summary>
      <div className="pt-2 ps-6">{children}</div>
    </details>
  )
}

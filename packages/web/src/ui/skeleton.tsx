import type { ReactNode } from 'react'
import { cx } from './class-names.ts'

/** Keeps the place of what is being loaded. */
export function Skeleton({ className }: { className: string }): ReactNode {
  return <span aria-hidden className={cx('skeleton block rounded bg-line', className)} />
}

/** A loading area, said once to screen readers. */
export function Loading({ what, children }: { what: string; children: ReactNode }): ReactNode {
  return (
    <div role="status" aria-live="polite">
      <span className="sr-only">Loading {what}</span>
      {children}
    </div>
  )
}

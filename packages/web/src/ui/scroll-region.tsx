import type { ReactNode } from 'react'
import { cx } from './class-names.ts'

interface Props {
  /** Its content, for screen readers. */
  label: string
  /** Includes its maximum height. */
  className: string
  dir?: 'ltr'
  children: ReactNode
}

/** A part of the page that scrolls by itself: with the keyboard too, so it can have the focus. */
export function ScrollRegion({ label, className, dir, children }: Props): ReactNode {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- without it the keyboard cannot scroll the region
    <section aria-label={label} tabIndex={0} dir={dir} className={cx('relative overflow-y-auto', className)}>
      {children}
    </section>
  )
}

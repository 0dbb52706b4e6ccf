import type { ReactNode } from 'react'
import { cx } from './class-names.ts'

interface Props {
  title: string
  /** Stands at the end of the title line. */
  aside?: ReactNode
  children: ReactNode
  className?: string
  id?: string
}

/** A section of the report: a rule in ink, a title, then its matter. No box. */
export function Sheet({ title, aside, children, className, id }: Props): ReactNode {
  const titleId = `${id ?? title.toLowerCase().replaceAll(/\W+/g, '-')}-title`
  return (
    <section aria-labelledby={titleId} id={id} className={cx('border-t border-ink pt-3', className)}>
      <div className="mb-4 flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 id={titleId} className="text-16 font-[600]">
          {title}
        </h2>
        {aside}
      </div>
      {children}
    </section>
  )
}

import type { ReactNode } from 'react'
import { buttonClass } from '../../../ui/button.tsx'
import { ReportLink } from '../report-link.tsx'

/** A link from a present or missing record to its builder. */
export function BuilderLink({ to, children }: { to: string; children: string }): ReactNode {
  return (
    <ReportLink to={to} className={buttonClass('plain', 'small')}>
      {children}
    </ReportLink>
  )
}

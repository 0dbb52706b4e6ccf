import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { buttonClass } from '../../../ui/button.tsx'

/** A link from a present or missing record to its builder. */
export function BuilderLink({ to, children }: { to: string; children: string }): ReactNode {
  return (
    <Link to={to} className={buttonClass('plain', 'small')}>
      {children}
    </Link>
  )
}

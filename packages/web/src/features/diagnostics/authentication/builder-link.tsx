import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { buttonClass } from '../../../ui/button.tsx'

/** From a record, or from where one is missing, to where it is built. */
export function BuilderLink({ to, children }: { to: string; children: string }): ReactNode {
  return (
    <Link to={to} className={buttonClass('plain', 'small')}>
      {children}
    </Link>
  )
}

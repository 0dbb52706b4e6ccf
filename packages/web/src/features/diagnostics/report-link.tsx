import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useVisitor } from './report-context.ts'

interface Props {
  to: string
  className: string
  'aria-label'?: string
  children: ReactNode
}

/** A link from a report to another screen. A visitor cannot go there: for them it opens the sign-up, or is left out. */
export function ReportLink({ to, children, ...rest }: Props): ReactNode {
  const visitor = useVisitor()
  if (visitor === null)
    return (
      <Link to={to} {...rest}>
        {children}
      </Link>
    )
  if (visitor.onSignUp === null) return null
  return (
    <button type="button" {...rest} onClick={visitor.onSignUp}>
      {children}
    </button>
  )
}

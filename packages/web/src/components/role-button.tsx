import type { Route } from '@waxseal/contract/routes'
import { type ComponentProps, type ReactNode, useId } from 'react'
import { notify } from '../lib/notify.ts'
import { useRoleProblem } from '../lib/use-role.ts'
import { Button } from '../ui/button.tsx'

interface Props extends ComponentProps<typeof Button> {
  /** The call that a click leads to. */
  needs: Route
}

/** A button that a role may lock: it then looks disabled, keeps the focus, and a click says who may. */
export function RoleButton({ needs, className, onClick, children, ...rest }: Props): ReactNode {
  const problem = useRoleProblem(needs)
  const reasonId = useId()
  if (problem === null) {
    return (
      <Button className={className} onClick={onClick} {...rest}>
        {children}
      </Button>
    )
  }
  return (
    <Button
      {...rest}
      type="button"
      className={`opacity-55 ${className ?? ''}`}
      aria-disabled
      aria-describedby={reasonId}
      title={problem}
      onClick={() => notify.error(problem)}
    >
      {children}
      <span id={reasonId} hidden>
        {problem}
      </span>
    </Button>
  )
}

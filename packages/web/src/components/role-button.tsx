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
export function RoleButton({ needs, ...rest }: Props): ReactNode {
  return <LockableButton problem={useRoleProblem(needs)} {...rest} />
}

interface LockableProps extends ComponentProps<typeof Button> {
  /** Why it cannot be used; null: it can. */
  problem: string | null
}

/** A button that looks disabled where there is a problem, keeps the focus, and says at a click what the problem is. */
export function LockableButton({ problem, className, onClick, children, ...rest }: LockableProps): ReactNode {
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

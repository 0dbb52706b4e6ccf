import { saveAlertSettingsRoute } from '@waxseal/contract/routes'
import { type ComponentProps, createContext, type ReactNode, use } from 'react'
import { notify } from '../../lib/notify.ts'
import { upgrade } from '../../lib/upgrade.ts'
import { useRoleProblem } from '../../lib/use-role.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { Switch } from '../../ui/switch.tsx'

/** Says why the settings cannot be changed; null: they can. */
type Lock = (() => void) | null

const LockContext = createContext<Lock>(null)

interface Props {
  /** The plan has alerts. */
  allowed: boolean
  children: ReactNode
}

/** Locks the settings below it for a plan without alerts and for a role that may not change them. */
export function LockedUnlessAllowed({ allowed, children }: Props): ReactNode {
  const problem = useRoleProblem(saveAlertSettingsRoute)
  const lock: Lock = allowed
    ? problem === null
      ? null
      : () => notify.error(problem)
    : () => upgrade.open({ feature: 'alerts', detail: null })
  return <LockContext value={lock}>{children}</LockContext>
}

export function SettingSwitch({ onChange, ...rest }: ComponentProps<typeof Switch>): ReactNode {
  const lock = use(LockContext)
  return <Switch {...rest} locked={lock !== null} onChange={lock ?? onChange} />
}

export function SettingSelect<Value extends string>({
  onChange,
  ...rest
}: ComponentProps<typeof SelectField<Value>>): ReactNode {
  const lock = use(LockContext)
  return <SelectField {...rest} locked={lock !== null} onChange={lock ?? onChange} />
}

export function SettingField(props: ComponentProps<typeof Field>): ReactNode {
  const lock = use(LockContext)
  if (lock === null) return <Field {...props} />
  return <Field {...props} readOnly aria-disabled onClick={lock} />
}

export function SettingButton({ onClick, className, ...rest }: ComponentProps<typeof Button>): ReactNode {
  const lock = use(LockContext)
  if (lock === null) return <Button {...rest} className={className} onClick={onClick} />
  return <Button {...rest} className={`opacity-55 ${className ?? ''}`} aria-disabled onClick={lock} />
}

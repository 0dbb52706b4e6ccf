import { ownIdentityRoutes } from '@waxseal/contract/routes'
import { type FormEvent, type ReactNode, useState } from 'react'
import { notify } from '../../lib/notify.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { useIdentityAction } from './identity-api.ts'

/** The name of the person, as members of their workspaces see it. */
export function NameForm({ name }: { name: string }): ReactNode {
  const [value, setValue] = useState(name)
  const [problem, setProblem] = useState<string | null>(null)
  const change = useIdentityAction(ownIdentityRoutes.changeName, () => notify.success('Name saved'))

  function onSubmit(event: FormEvent): void {
    event.preventDefault()
    if (value.trim() === '') return setProblem('Please enter your name')
    change.start({ name: value.trim() })
  }

  return (
    <form onSubmit={onSubmit} noValidate className="flex max-w-md items-start gap-2">
      <Field
        className="grow"
        label="Your name"
        autoComplete="name"
        maxLength={100}
        value={value}
        error={problem ?? change.error}
        hint="Members of your workspaces see it."
        onChange={event => {
          setValue(event.target.value)
          setProblem(null)
          change.forgetError()
        }}
      />
      <Button type="submit" className="mt-6" busy={change.busy}>
        Save
      </Button>
    </form>
  )
}

import { limits } from '@waxseal/contract/limits'
import { renameWorkspaceRoute } from '@waxseal/contract/routes'
import * as wording from '@waxseal/contract/wording'
import { roleLabels } from '@waxseal/core/plan'
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { RoleButton } from '../../components/role-button.tsx'
import type { Me } from '../../lib/queries.ts'
import { useRoleProblem } from '../../lib/use-role.ts'
import { chooseWorkspace } from '../../lib/workspace.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { Invitations } from './invitations.tsx'
import { Members } from './members.tsx'
import { useRename } from './workspace-api.ts'

interface Props {
  me: Me
  /** The person switched here on this visit. */
  switched: boolean
  onSwitch: () => void
}

/** The workspace that owns the domains and the plan: its name, its members, its invitations; and the switch to others. */
export function WorkspaceSheet(props: Props): ReactNode {
  const { me } = props
  const { workspace, workspaces } = me
  return (
    <Sheet title="Workspace" id="workspace" className="scroll-mt-4">
      <div className="grid gap-8">
        {workspaces.length > 1 && <Switch key={workspace.id} {...props} />}
        <Rename key={workspace.id} name={workspace.name} />
        <Members me={me} />
        <Invitations />
      </div>
    </Sheet>
  )
}

/** The choice takes effect with the button: the arrow keys go through the names without loading each workspace. */
function Switch({ me: { workspace, workspaces }, switched, onSwitch }: Props): ReactNode {
  const [choice, setChoice] = useState(workspace.id)
  // The person may no longer be a member of the one that was selected.
  const chosen = workspaces.some(({ id }) => id === choice) ? choice : workspace.id
  const select = useRef<HTMLSelectElement>(null)
  useEffect(() => {
    // The page of the earlier workspace is gone, and the button that had the focus with it.
    if (switched) select.current?.focus({ preventScroll: true })
  }, [switched])

  function onSubmit(event: FormEvent): void {
    event.preventDefault()
    onSwitch()
    chooseWorkspace(chosen)
  }

  return (
    <form onSubmit={onSubmit} className="flex flex-wrap items-start gap-2">
      <SelectField
        ref={select}
        label="Current workspace"
        hint="Each workspace has its own domains, plan and usage."
        className="w-full max-w-md"
        value={chosen}
        options={workspaces.map(({ id, name, role }) => ({ value: id, label: `${name} (${roleLabels[role]})` }))}
        onChange={setChoice}
      />
      {chosen !== workspace.id && (
        <Button type="submit" className="sm:mt-6">
          Switch workspace
        </Button>
      )}
    </form>
  )
}

function Rename({ name }: { name: string }): ReactNode {
  const [value, setValue] = useState(name)
  const [error, setError] = useState<string | null>(null)
  const locked = useRoleProblem(renameWorkspaceRoute)
  const rename = useRename()

  function onSubmit(event: FormEvent): void {
    event.preventDefault()
    if (value.trim() === '') return setError(wording.enterWorkspaceName)
    rename.start(value.trim())
  }

  return (
    <form onSubmit={onSubmit} noValidate className="flex max-w-md items-start gap-2">
      <Field
        className="grow"
        label="Name"
        value={value}
        maxLength={limits.workspaceNameCharacters}
        error={error}
        hint={locked ?? undefined}
        readOnly={locked !== null}
        onChange={event => {
          setValue(event.target.value)
          setError(null)
        }}
      />
      <RoleButton needs={renameWorkspaceRoute} type="submit" className="mt-6" busy={rename.busy}>
        Rename
      </RoleButton>
    </form>
  )
}

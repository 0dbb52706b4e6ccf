import { limits } from '@waxseal/contract/limits'
import { renameWorkspaceRoute } from '@waxseal/contract/routes'
import { wording } from '@waxseal/contract/wording'
import { roleLabels } from '@waxseal/core/plan'
import { type FormEvent, type ReactNode, useState } from 'react'
import { RoleButton } from '../../components/role-button.tsx'
import type { Me } from '../../lib/queries.ts'
import { useRoleProblem } from '../../lib/use-role.ts'
import { chooseWorkspace } from '../../lib/workspace.ts'
import { Field } from '../../ui/field.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { Invitations } from './invitations.tsx'
import { Members } from './members.tsx'
import { useRename } from './workspace-api.ts'

/** The workspace that owns the domains and the plan: its name, its members, its invitations; and the switch to others. */
export function WorkspaceSheet({ me }: { me: Me }): ReactNode {
  const { workspace, workspaces } = me
  return (
    <Sheet title="Workspace" id="workspace" className="scroll-mt-20">
      <div className="grid gap-8">
        {workspaces.length > 1 && (
          <SelectField
            label="Current workspace"
            hint="Domains, plan and usage belong to a workspace."
            className="max-w-md"
            value={workspace.id}
            options={workspaces.map(({ id, name, role }) => ({ value: id, label: `${name} (${roleLabels[role]})` }))}
            onChange={chooseWorkspace}
          />
        )}
        <Rename key={workspace.id} name={workspace.name} />
        <Members me={me} />
        <Invitations />
      </div>
    </Sheet>
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

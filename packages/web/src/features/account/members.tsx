import { useQuery } from '@tanstack/react-query'
import { removeMemberRoute, setRoleRoute } from '@waxseal/contract/routes'
import * as wording from '@waxseal/contract/wording'
import { isAtLeast, memberAllowance, type Role, roleLabels, roles } from '@waxseal/core/plan'
import { type ReactNode, type RefObject, useRef, useState } from 'react'
import { LockableButton } from '../../components/role-button.tsx'
import type { Me } from '../../lib/queries.ts'
import { Button } from '../../ui/button.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { Dialog } from './later-dialogs.tsx'
import { type Member, membersQuery, useLeave, useRemoveMember, useSetRole } from './workspace-api.ts'

/** The members with their roles. Who may, changes a role or removes a member; everyone may leave. */
export function Members({ me }: { me: Me }): ReactNode {
  const list = useQuery(membersQuery)
  const [going, setGoing] = useState<Member | null>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const own = me.workspace.role
  const mayChange = (member: Member): boolean =>
    isAtLeast(own, setRoleRoute.role) && (own === 'owner' || member.role !== 'owner')
  const mayRemove = (member: Member): boolean =>
    member.person_id === me.id || (isAtLeast(own, removeMemberRoute.role) && mayChange(member))

  if (list.isError) return <LoadFailed what="The members" onRetry={() => void list.refetch()} />
  if (!list.data) {
    return (
      <div>
        <h3 className="mb-1 font-[600]">Members</h3>
        <Loading what="the members">
          {/* As high as the line and one member, so that what is below stays where it is. */}
          <Skeleton className="h-28 w-full max-sm:h-36" />
        </Loading>
      </div>
    )
  }
  const { members, limit, used } = list.data
  const severalOwners = members.filter(({ role }) => role === 'owner').length > 1
  return (
    <div>
      <h3 ref={heading} tabIndex={-1} className="mb-1 font-[600]">
        Members
      </h3>
      <p className="mb-2 text-13 text-ink2">
        {limit === null
          ? 'Your plan allows unlimited members.'
          : `${used} of ${memberAllowance(limit)} used. Open invitations count as members.`}
      </p>
      <Table
        caption="Members of the workspace"
        rows={members}
        keyOf={member => member.person_id}
        columns={columnsOf({
          me,
          mayChange,
          mayRemove,
          problemOf: ({ role }) => (role === 'owner' && !severalOwners ? wording.lastOwner : null),
          onGo: setGoing,
        })}
      />
      {going && <GoDialog member={going} me={me} focusFallback={heading} onClose={() => setGoing(null)} />}
    </div>
  )
}

interface ColumnsInput {
  me: Me
  mayChange: (member: Member) => boolean
  mayRemove: (member: Member) => boolean
  /** Why a member can neither leave nor get another role; null: it can. */
  problemOf: (member: Member) => string | null
  onGo: (member: Member) => void
}

function columnsOf({ me, mayChange, mayRemove, problemOf, onGo }: ColumnsInput): Column<Member>[] {
  return [
    {
      title: 'Name',
      names: true,
      className: 'align-middle',
      cell: ({ name, email, person_id }) => (
        <>
          <span className="font-[560]">{name}</span>
          {person_id === me.id && <span className="text-ink3"> (you)</span>}
          <span className="block text-ink2">{email}</span>
        </>
      ),
    },
    {
      title: 'Role',
      className: 'w-40 align-middle',
      cell: member =>
        mayChange(member) ? (
          <RoleSelect
            member={member}
            me={me}
            problem={problemOf(member)}
            offered={me.workspace.role === 'owner' ? roles : roles.filter(role => role !== 'owner')}
          />
        ) : (
          roleLabels[member.role]
        ),
    },
    {
      title: 'Actions',
      className: 'w-28 align-middle max-sm:-ms-3 sm:text-end',
      cell: member =>
        mayRemove(member) && (
          <LockableButton
            problem={problemOf(member)}
            size="small"
            look="quiet"
            aria-label={member.person_id === me.id ? 'Leave the workspace' : `Remove ${member.name}`}
            onClick={() => onGo(member)}
          >
            {member.person_id === me.id ? 'Leave' : 'Remove'}
          </LockableButton>
        ),
    },
  ]
}

interface SelectProps {
  member: Member
  me: Me
  /** Why the role cannot change; null: it can. */
  problem: string | null
  offered: readonly Role[]
}

function RoleSelect({ member, me, problem, offered }: SelectProps): ReactNode {
  const setRole = useSetRole(member)
  const [choice, setChoice] = useState<Role | null>(null)
  const [asked, setAsked] = useState<RoleQuestion | null>(null)
  const select = useRef<HTMLSelectElement>(null)
  const role = choice !== null && problem === null && offered.includes(choice) ? choice : member.role

  function settle(): void {
    setAsked(null)
    setChoice(null)
    // The focused button disappears, so the select gets the focus. A dialog returns the focus itself.
    const focused = document.activeElement
    if (focused === document.body || select.current?.parentElement?.contains(focused)) select.current?.focus()
  }

  function ask(): void {
    const question = roleQuestion(member, role, me)
    if (question === null) change()
    else setAsked(question)
  }

  // After a failure the choice is still there to be tried again.
  const change = (): void => setRole.start(role, { onSuccess: settle, onSettled: () => setAsked(null) })

  return (
    <>
      <span className="flex flex-wrap gap-1 max-sm:mt-1">
        <select
          ref={select}
          aria-label={`Role of ${member.name}`}
          value={role}
          aria-busy={setRole.busy}
          disabled={problem !== null}
          title={problem ?? undefined}
          className="h-8 rounded border border-field bg-surface px-2 text-14 text-ink not-disabled:hover:border-ink disabled:opacity-55 aria-busy:cursor-progress aria-busy:opacity-55 max-sm:text-16"
          onChange={event => {
            const chosen = offered.find(each => each === event.target.value)
            if (chosen && !setRole.busy) setChoice(chosen)
          }}
        >
          {offered.map(each => (
            <option key={each} value={each}>
              {roleLabels[each]}
            </option>
          ))}
        </select>
        {role !== member.role && (
          <Button
            size="small"
            busy={setRole.busy}
            aria-label={`Change role of ${member.name} to ${roleLabels[role]}`}
            onClick={ask}
          >
            Change role
          </Button>
        )}
      </span>
      {asked !== null && (
        <Dialog
          open
          onOpenChange={open => !open && settle()}
          title={asked.title}
          description={asked.text}
          focusFallback={select}
        >
          <div className="flex justify-end gap-2">
            <Button look="quiet" onClick={settle}>
              Cancel
            </Button>
            <Button look="danger" busy={setRole.busy} onClick={change}>
              Change role
            </Button>
          </div>
        </Dialog>
      )}
    </>
  )
}

interface RoleQuestion {
  title: string
  text: string
}

/** What to ask before a change that the person cannot simply undo; null for every other one. */
function roleQuestion(member: Member, role: Role, me: Me): RoleQuestion | null {
  if (role === member.role) return null
  const label = roleLabels[role]
  if (member.person_id === me.id && !isAtLeast(role, member.role)) {
    const who = member.role === 'owner' ? 'another owner' : 'another admin or an owner'
    return { title: `Change your role to ${label}?`, text: `Only ${who} can change it back.` }
  }
  if (role === 'owner') {
    const text = 'An owner can change every role and remove every member, including you.'
    return { title: `Make ${member.name} an owner?`, text }
  }
  if (member.role === 'owner') {
    return { title: `Change ${member.name} to ${label}?`, text: `${member.name} will no longer be an owner.` }
  }
  return null
}

interface GoProps {
  member: Member
  me: Me
  focusFallback: RefObject<HTMLElement | null>
  onClose: () => void
}

function GoDialog({ member, me, focusFallback, onClose }: GoProps): ReactNode {
  const remove = useRemoveMember(member)
  const leave = useLeave()
  const isOwn = member.person_id === me.id
  const { name } = me.workspace
  // Only admins and owners create API keys.
  const keys = isAtLeast(member.role, 'admin') ? ` API keys that ${isOwn ? 'you' : 'they'} created stop working.` : ''
  const texts = isOwn
    ? { title: `Leave ${name}?`, text: `You lose access to its domains and reports.${keys}`, action: 'Leave' }
    : { title: `Remove ${member.name}?`, text: `${member.name} loses access to ${name}.${keys}`, action: 'Remove' }
  return (
    <Dialog
      open
      onOpenChange={open => !open && onClose()}
      title={texts.title}
      description={texts.text}
      focusFallback={focusFallback}
    >
      <div className="flex justify-end gap-2">
        <Button look="quiet" onClick={onClose}>
          Cancel
        </Button>
        <Button
          look="danger"
          busy={remove.busy || leave.busy}
          onClick={() =>
            isOwn ? leave.start(undefined, { onSettled: onClose }) : remove.start(undefined, { onSettled: onClose })
          }
        >
          {texts.action}
        </Button>
      </div>
    </Dialog>
  )
}

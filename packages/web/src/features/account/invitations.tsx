import { useQuery } from '@tanstack/react-query'
import { inviteRoute } from '@waxseal/contract/routes'
import { invitedRoles, roleLabels } from '@waxseal/core/plan'
import { type ReactNode, type RefObject, useRef, useState } from 'react'
import { useRoleProblem } from '../../lib/use-role.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { useFocusRescue } from '../../ui/focus-return.ts'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { TimeAgo } from '../../ui/time-ago.tsx'
import { type Invitation, type InvitedRole, invitationsQuery, useInvite, useRevoke } from './workspace-api.ts'

/** The invitation that was just created here: only now is its link known. */
interface Made {
  id: string
  link: string
}

/** Links to join by: a form for a new one, and the open ones. */
export function Invitations(): ReactNode {
  const locked = useRoleProblem(inviteRoute)
  const heading = useRef<HTMLHeadingElement>(null)
  const [made, setMade] = useState<Made | null>(null)
  return (
    <div>
      <h3 ref={heading} tabIndex={-1} className="mb-1 font-[600]">
        Invitations
      </h3>
      {locked === null ? (
        <>
          <Invite link={made?.link ?? null} onMade={setMade} />
          <OpenInvitations focusFallback={heading} onRevoked={id => setMade(now => (now?.id === id ? null : now))} />
        </>
      ) : (
        <p className="text-ink2">{locked}</p>
      )}
    </div>
  )
}

function Invite({ link, onMade }: { link: string | null; onMade: (made: Made) => void }): ReactNode {
  const [role, setRole] = useState<InvitedRole>('viewer')
  const invite = useInvite()
  return (
    <>
      <p className="mb-3 max-w-prose text-13 text-ink2">
        An invitation is a link for one person. It expires after 7 days.
      </p>
      <div className="flex flex-wrap items-end gap-2">
        <SelectField
          label="Role"
          className="w-40"
          value={role}
          options={invitedRoles.map(value => ({ value, label: roleLabels[value] }))}
          onChange={setRole}
        />
        <Button
          busy={invite.busy}
          onClick={() =>
            invite.start(role, { onSuccess: ({ invitation, link }) => onMade({ id: invitation.id, link }) })
          }
        >
          Create invitation
        </Button>
      </div>
      <div role="status" className="mt-3">
        {link !== null && (
          <>
            <p className="mb-1 text-13">Send this link to one person. It is shown only once.</p>
            <div className="flex items-center gap-1 bg-sunken ps-3">
              <code className="min-w-0 grow py-2 font-mono text-13 [overflow-wrap:anywhere]">{link}</code>
              <CopyButton text={link} what="invitation link" done="Invitation link copied" />
            </div>
          </>
        )}
      </div>
    </>
  )
}

interface OpenProps {
  focusFallback: RefObject<HTMLElement | null>
  onRevoked: (id: string) => void
}

function OpenInvitations({ focusFallback, onRevoked }: OpenProps): ReactNode {
  const list = useQuery(invitationsQuery)
  useFocusRescue(focusFallback)
  if (list.isError) return <LoadFailed what="The invitations" onRetry={() => void list.refetch()} />
  if (!list.data) {
    return (
      <Loading what="the invitations">
        <Skeleton className="mt-4 h-5 w-full" />
      </Loading>
    )
  }
  const { invitations } = list.data
  if (invitations.length === 0) return <p className="mt-4 text-ink2">No open invitations.</p>
  return (
    <div className="mt-4">
      <Table caption="Open invitations" rows={invitations} keyOf={({ id }) => id} columns={columnsOf(onRevoked)} />
    </div>
  )
}

const columnsOf = (onRevoked: (id: string) => void): Column<Invitation>[] => [
  {
    title: 'Role',
    names: true,
    className: 'align-middle',
    cell: ({ role }) => roleLabels[role],
  },
  {
    title: 'Created',
    className: 'align-middle',
    label: 'Created',
    cell: ({ created_at, created_by }) => (
      <>
        <TimeAgo at={created_at} />
        {created_by !== null && ` by ${created_by}`}
      </>
    ),
  },
  {
    title: 'Expires',
    className: 'align-middle',
    label: 'Expires',
    cell: ({ expires_at }) => day(expires_at),
  },
  {
    title: 'Actions',
    className: 'w-28 align-middle max-sm:-ms-3 sm:text-end',
    cell: (invitation: Invitation) => <Revoke invitation={invitation} onRevoked={onRevoked} />,
  },
]

function Revoke({ invitation, onRevoked }: { invitation: Invitation; onRevoked: (id: string) => void }): ReactNode {
  const revoke = useRevoke(invitation, () => onRevoked(invitation.id))
  return (
    <Button
      size="small"
      look="quiet"
      aria-label={`Revoke the invitation as ${roleLabels[invitation.role]} that expires on ${day(invitation.expires_at)}`}
      busy={revoke.busy}
      onClick={() => revoke.start(undefined)}
    >
      Revoke
    </Button>
  )
}

function day(iso: string): string {
  return new Intl.DateTimeFormat('en', { day: 'numeric', month: 'long' }).format(new Date(iso))
}

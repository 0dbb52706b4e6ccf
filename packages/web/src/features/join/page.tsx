import { useQuery, useQueryClient } from '@tanstack/react-query'
import { acceptInvitationRoute, type readInvitationRoute } from '@waxseal/contract/routes'
import * as wording from '@waxseal/contract/wording'
import { type Role, roleLabels } from '@waxseal/core/plan'
import { type ReactNode, useEffect, useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { PublicFrame } from '../../components/public-frame.tsx'
import { call, type Reply } from '../../lib/api.ts'
import { ApiError } from '../../lib/api-error.ts'
import { paths } from '../../lib/paths.ts'
import { forgetInvitation, keepInvitation, pendingInvitation } from '../../lib/pending-invitation.ts'
import { invitationQuery, keys } from '../../lib/queries.ts'
import { useAuth, useSession } from '../../lib/session/session.tsx'
import { useAction } from '../../lib/use-action.ts'
import { chooseWorkspace } from '../../lib/workspace.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { Note } from '../../ui/note.tsx'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import { useTitle } from '../../ui/title.ts'

/** What each role is there for. */
const youWill: Record<Role, string> = {
  viewer: 'You can view its domains and reports.',
  editor: 'You can view, scan and change its domains.',
  admin: 'You can change its domains, invite people and manage its plan.',
  owner: 'You can manage the workspace and all its members.',
}

const withoutLink = 'Open the link in your invitation.'
const joinFailed = 'You could not join. Please try again.'

/** Where an invitation link leads: what it is to, and the button that accepts it. */
export function JoinPage(): ReactNode {
  useTitle('Join a workspace')
  const { hash } = useLocation()
  const navigate = useNavigate()
  const given = hash.slice(1)
  // It stays on screen when the browser forgets it because it cannot be used.
  const [token, setToken] = useState(() => (given === '' ? pendingInvitation() : given))
  if (given !== '' && given !== token) setToken(given)

  useEffect(() => {
    // The token is no longer needed in the address, where others could read it.
    if (given === '') return
    keepInvitation(given)
    void navigate(paths.join, { replace: true })
  }, [given, navigate])

  return (
    <PublicFrame>
      <Invitation token={token} />
    </PublicFrame>
  )
}

function Invitation({ token }: { token: string | null }): ReactNode {
  const read = useQuery(invitationQuery(token))
  const refused = read.error instanceof ApiError && [400, 404, 410].includes(read.error.status) ? read.error : null
  useEffect(() => {
    // A later sign-in would lead back to it.
    if (refused !== null) forgetInvitation()
  }, [refused])
  if (token === null) return <Unusable title="Join a workspace" text={withoutLink} />
  if (refused !== null) return <Unusable text={refused.detail ?? wording.invitationUnknown} />
  if (read.data === undefined) {
    return (
      <>
        <h1 className="mb-4 text-26 font-[600]">Join a workspace</h1>
        {read.isError ? (
          <LoadFailed what="The invitation" onRetry={() => void read.refetch()} />
        ) : (
          <Loading what="the invitation">
            <Skeleton className="h-32 w-full" />
          </Loading>
        )}
      </>
    )
  }
  return <Offer token={token} invitation={read.data} />
}

function Unusable({ title = 'This link does not work', text }: { title?: string; text: string }): ReactNode {
  return (
    <>
      <h1 className="mb-4 text-26 font-[600]">{title}</h1>
      <Note look="warning" title={text} />
      <Link to={paths.dashboard} className={buttonClass('plain', 'normal', 'mt-6')}>
        Continue to Waxseal
      </Link>
    </>
  )
}

interface OfferProps {
  token: string
  invitation: Reply<typeof readInvitationRoute>
}

function Offer({ token, invitation }: OfferProps): ReactNode {
  const role = roleLabels[invitation.role]
  const expires = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'long' }).format(
    new Date(invitation.expires_at),
  )
  return (
    <>
      <h1 className="text-26 font-[600] [overflow-wrap:anywhere]">
        Join {invitation.workspace_name} as {role}?
      </h1>
      <p className="mt-2 mb-6 text-ink2">
        {youWill[invitation.role]} The invitation expires on {expires}.
      </p>
      <NextStep token={token} maySignUp={invitation.may_sign_up} />
    </>
  )
}

/** Accepting it, or before that signing in. */
function NextStep({ token, maySignUp }: { token: string; maySignUp: boolean }): ReactNode {
  const auth = useAuth()
  const session = useSession()
  if (session.status === 'signed-in') return <Accept token={token} email={session.user.email} />
  if (session.status === 'error') return <LoadFailed what="The sign-in" onRetry={() => void auth.load()} />
  if (session.status === 'loading') {
    return (
      <Loading what="the sign-in">
        <Skeleton className="h-10 w-40" />
      </Loading>
    )
  }
  return (
    <>
      <p className="mb-4">
        {maySignUp ? 'Sign in or create an account first.' : 'Sign in first.'} Then you return to this invitation.
      </p>
      <div className="flex flex-wrap gap-2">
        <Link to={paths.landing} state={{ form: 'sign-in' }} className={buttonClass('primary')}>
          Sign In
        </Link>
        {maySignUp && (
          <Link to={paths.landing} state={{ form: 'sign-up' }} className={buttonClass()}>
            Create an account
          </Link>
        )}
      </div>
    </>
  )
}

function Accept({ token, email }: { token: string; email: string }): ReactNode {
  const client = useQueryClient()
  const navigate = useNavigate()
  const [error, setError] = useState<string | null>(null)
  const accept = useAction({
    key: ['invitation', 'accept'],
    run: () => call(acceptInvitationRoute, { body: { token } }),
    success: ({ workspace, already_member }) =>
      already_member ? `You are already a member of ${workspace.name}` : `You joined ${workspace.name}`,
    failure: 'shown',
    onError: cause => {
      // Revoked, used up or expired meanwhile: it is not offered again.
      if (cause instanceof ApiError && [404, 410].includes(cause.status)) forgetInvitation()
      setError(cause instanceof ApiError && cause.detail ? cause.detail : joinFailed)
    },
    onSuccess: async ({ workspace }) => {
      forgetInvitation()
      // Left first: the choice reloads what is on screen, and this invitation is used up.
      await navigate(paths.dashboard, { replace: true })
      client.removeQueries({ queryKey: keys.invitation })
      chooseWorkspace(workspace.id)
    },
  })
  return (
    <>
      <p className="mb-4 text-ink2 [overflow-wrap:anywhere]">You are signed in as {email}.</p>
      {error !== null && (
        <div role="alert" className="mb-4">
          <Note look="bad" title={error} />
        </div>
      )}
      <div className="flex flex-wrap gap-2">
        <Button look="primary" busy={accept.busy} onClick={() => accept.start(undefined)}>
          Accept
        </Button>
        <Link to={paths.dashboard} className={buttonClass('quiet')} onClick={forgetInvitation}>
          Not now
        </Link>
      </div>
    </>
  )
}

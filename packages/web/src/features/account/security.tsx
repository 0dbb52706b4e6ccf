import { useQuery } from '@tanstack/react-query'
import { emailChangedPage } from '@waxseal/contract/routes'
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { notify } from '../../lib/notify.ts'
import { paths } from '../../lib/paths.ts'
import type { Me } from '../../lib/queries.ts'
import { useAuth } from '../../lib/session/session.tsx'
import type { HostedPages } from '../../lib/session/state.ts'
import { Button } from '../../ui/button.tsx'
import { deferred } from '../../ui/deferred.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import { Tag } from '../../ui/tag.tsx'
import { twoFactorQuery } from './identity-api.ts'
import { NameForm } from './name-form.tsx'
import { Sessions } from './sessions.tsx'

const ChangePasswordDialog = deferred({
  what: 'The form',
  load: () => import('./change-password-dialog.tsx'),
  pick: module => module.ChangePasswordDialog,
  waiting: null,
})

const ChangeEmailDialog = deferred({
  what: 'The form',
  load: () => import('./change-email-dialog.tsx'),
  pick: module => module.ChangeEmailDialog,
  waiting: null,
})

// With the code that draws QR codes.
const TwoFactorDialog = lazy(async () => ({ default: (await import('./two-factor-dialog.tsx')).TwoFactorDialog }))

type Open = 'email' | 'password' | 'set-up' | 'turn-off' | 'new-codes'

/** How the person signs in: name, address, password, the second step, and where they are signed in. */
export function Security({ me }: { me: Me }): ReactNode {
  const pages = useAuth().hosted()
  return pages === null ? <OwnSecurity me={me} /> : <HostedSecurity me={me} pages={pages} />
}

/** Another service signs people in: its own page has all but the sessions. */
function HostedSecurity({ me, pages }: { me: Me; pages: HostedPages }): ReactNode {
  const leave = (): void =>
    void pages.profile().catch(() => notify.error('The profile did not open. Please try again.'))
  return (
    <Sheet title="Sign-in & security" id="security" className="scroll-mt-4">
      <div className="grid gap-8">
        <ul className="max-w-xl">
          <Row
            name="Name, email, password"
            action={
              <Button size="small" onClick={leave}>
                Open profile
              </Button>
            }
          >
            {me.email}
          </Row>
        </ul>
        <Sessions />
      </div>
    </Sheet>
  )
}

function OwnSecurity({ me }: { me: Me }): ReactNode {
  const [open, setOpen] = useState<Open | null>(null)
  const close = (): void => setOpen(null)
  useEmailChanged()
  return (
    <Sheet title="Sign-in & security" id="security" className="scroll-mt-4">
      <div className="grid gap-8">
        <NameForm key={me.name} name={me.name} />
        <ul className="max-w-xl">
          <Row
            name="Email"
            action={
              <Button size="small" onClick={() => setOpen('email')}>
                Change email
              </Button>
            }
          >
            {me.email}
          </Row>
          <Row
            name="Password"
            action={
              <Button size="small" onClick={() => setOpen('password')}>
                Change password
              </Button>
            }
          >
            <span className="text-ink3">Not shown</span>
          </Row>
          <TwoFactorRow onOpen={setOpen} />
        </ul>
        <Sessions />
      </div>
      {open === 'email' && <ChangeEmailDialog email={me.email} onClose={close} />}
      {open === 'password' && <ChangePasswordDialog email={me.email} onClose={close} />}
      {(open === 'set-up' || open === 'turn-off' || open === 'new-codes') && (
        <Suspense fallback={null}>
          <TwoFactorDialog purpose={open} onClose={close} />
        </Suspense>
      )}
    </Sheet>
  )
}

function TwoFactorRow({ onOpen }: { onOpen: (open: Open) => void }): ReactNode {
  const isOn = useQuery(twoFactorQuery)
  if (isOn.isError) {
    return (
      <li>
        <LoadFailed what="The state of two-factor authentication" onRetry={() => void isOn.refetch()} />
      </li>
    )
  }
  if (isOn.data === undefined) {
    return (
      <li>
        <Loading what="two-factor authentication">
          <Skeleton className="mt-2 h-8 w-full" />
        </Loading>
      </li>
    )
  }
  return (
    <Row
      name="Two-factor authentication"
      action={
        isOn.data ? (
          <span className="flex flex-wrap gap-2">
            <Button size="small" onClick={() => onOpen('new-codes')}>
              New backup codes
            </Button>
            <Button size="small" look="danger" onClick={() => onOpen('turn-off')}>
              Turn off
            </Button>
          </span>
        ) : (
          <Button size="small" onClick={() => onOpen('set-up')}>
            Set up
          </Button>
        )
      }
    >
      <Tag tone={isOn.data ? 'excellent' : 'idle'} bare>
        {isOn.data ? 'On' : 'Off'}
      </Tag>
    </Row>
  )
}

/** A line of the sign-in with what changes it; on a narrow screen below each other. */
function Row({ name, children, action }: { name: string; children: ReactNode; action: ReactNode }): ReactNode {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-line py-2">
      <div className="min-w-0">
        <p className="text-13 text-ink2">{name}</p>
        <div className="[overflow-wrap:anywhere]">{children}</div>
      </div>
      {action}
    </li>
  )
}

/** The link in a mail that confirms a new address leads here. */
function useEmailChanged(): void {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const isChanged = search.get('email') === new URL(emailChangedPage, location.origin).searchParams.get('email')
  const isBad = search.has('error')
  useEffect(() => {
    if (!isChanged) return
    if (isBad)
      notify.error('This link has expired or was used. Ask for a new one with “Change email”.', 'email-changed')
    else notify.success('Email address changed', 'email-changed')
    void navigate(paths.account, { replace: true })
  }, [isChanged, isBad, navigate])
}

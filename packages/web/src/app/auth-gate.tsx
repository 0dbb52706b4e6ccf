import type { ReactNode } from 'react'
import { Navigate, Outlet, useLocation, useSearchParams } from 'react-router'
import { paths } from '../lib/paths.ts'
import { pendingDomain } from '../lib/pending-domain.ts'
import { pendingInvitation } from '../lib/pending-invitation.ts'
import { pendingUpgrade } from '../lib/pending-upgrade.ts'
import { useAuth, useSession } from '../lib/session/session.tsx'
import { Button } from '../ui/button.tsx'
import { Note } from '../ui/note.tsx'
import { FirstPaint } from './first-paint.tsx'

/**
 * Lets signed-in users through; everyone else goes to the landing page. A visitor who opened the tools (the footer's
 * Features) sees the tools section there.
 */
export function SignedInGate(): ReactNode {
  const { status } = useSession()
  const { pathname } = useLocation()
  if (status === 'loading') return <FirstPaint />
  if (status === 'error') return <SignInDidNotLoad />
  if (status === 'signed-out')
    return <Navigate to={pathname === paths.tools ? paths.features : paths.landing} replace />
  return <Outlet />
}

/**
 * The landing page for visitors. Signed-in users have a dashboard, and the plans on the account page; one who followed
 * an invitation goes back to it, one who chose a plan sees the plans, and one
 * who checked a domain gets it added. A link that sets a password or confirms an address works for both.
 */
export function LandingGate(): ReactNode {
  const { status } = useSession()
  const [search] = useSearchParams()
  const { hash } = useLocation()
  if (status === 'loading') return <FirstPaint />
  const hasLink = ['reset', 'confirm', 'confirm-change'].some(name => search.has(name))
  if (status === 'signed-in' && !hasLink) {
    if (pendingInvitation() !== null) return <Navigate to={paths.join} replace />
    if (pendingUpgrade() === null && pendingDomain() !== null) return <Navigate to={paths.domains} replace />
    const toPlans = hash === '#pricing' || pendingUpgrade() !== null
    return <Navigate to={toPlans ? paths.plans : paths.dashboard} replace />
  }
  return <Outlet />
}

function SignInDidNotLoad(): ReactNode {
  const auth = useAuth()
  return (
    <main className="mx-auto grid min-h-dvh max-w-md place-items-center px-4">
      <h1 className="sr-only">Waxseal</h1>
      <div role="alert" className="w-full">
        <Note
          look="unknown"
          title="Sign-in did not load"
          action={
            <Button size="small" onClick={() => void auth.load()}>
              Retry
            </Button>
          }
        >
          The sign-in service did not answer. Try again in a moment.
        </Note>
      </div>
    </main>
  )
}

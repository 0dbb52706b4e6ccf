import type { ReactNode } from 'react'
import { Navigate, Outlet, useLocation, useSearchParams } from 'react-router'
import { paths } from '../lib/paths.ts'
import { useAuth, useSession } from '../lib/session/session.tsx'
import { Button } from '../ui/button.tsx'
import { Note } from '../ui/note.tsx'
import { PageSpinner } from '../ui/spinner.tsx'

/**
 * Lets only the signed-in through; everyone else goes to the landing page. Who asked for the tools (the footer's
 * Features) is shown there what they would find.
 */
export function SignedInGate(): ReactNode {
  const { status } = useSession()
  const { pathname } = useLocation()
  if (status === 'loading') return <PageSpinner />
  if (status === 'error') return <SignInDidNotLoad />
  if (status === 'signed-out')
    return <Navigate to={pathname === paths.tools ? paths.features : paths.landing} replace />
  return <Outlet />
}

/**
 * The landing page: for visitors. Who is signed in has a dashboard, and the plans on the account page; a reset link is
 * honoured either way.
 */
export function LandingGate(): ReactNode {
  const { status } = useSession()
  const [search] = useSearchParams()
  const { hash } = useLocation()
  if (status === 'loading') return <PageSpinner />
  if (status === 'signed-in' && !search.has('reset')) {
    return <Navigate to={hash === '#pricing' ? paths.plans : paths.dashboard} replace />
  }
  return <Outlet />
}

function SignInDidNotLoad(): ReactNode {
  const auth = useAuth()
  return (
    <main className="mx-auto grid min-h-dvh max-w-md place-items-center px-4">
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
          The sign-in service did not answer. Your data is safe; try again in a moment.
        </Note>
      </div>
    </main>
  )
}

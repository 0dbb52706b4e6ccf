import { useQuery } from '@tanstack/react-query'
import type { Tier } from '@waxseal/core/plan'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import { keepPendingUpgrade } from '../../lib/pending-upgrade.ts'
import { configQuery } from '../../lib/queries.ts'
import { useScrollToHash } from '../../ui/scroll-to-hash.ts'
import { useTitle } from '../../ui/title.ts'
import { Footer } from './footer.tsx'
import { LandingHeader } from './header.tsx'
import { Hero } from './hero.tsx'
import { Notices } from './notices.tsx'
import { Features, FinalCall, Pricing, Testimonials, WhyChoose } from './sections.tsx'
import type { SignInMode } from './sign-in-texts.ts'

const SignInDialog = lazy(async () => ({ default: (await import('./sign-in-dialog.tsx')).SignInDialog }))

export function LandingPage(): ReactNode {
  useTitle('Email security and deliverability')
  const [search, setSearch] = useSearchParams()
  const resetToken = search.get('reset')
  const { state } = useLocation()
  const [mode, setMode] = useState<SignInMode | null>(resetToken === null ? formIn(state) : 'reset')
  const { data: config, isFetched } = useQuery(configQuery)
  useScrollToHash(isFetched)

  function changeMode(next: SignInMode | null): void {
    setMode(next)
    // The token of a reset link is removed from the address when the form is left.
    if (next !== 'reset' && search.size > 0) setSearch({}, { replace: true })
  }

  function signUp(plan: Tier = 'free'): void {
    keepPendingUpgrade(plan)
    changeMode('sign-up')
  }

  return (
    <>
      <LandingHeader onSignIn={() => changeMode('sign-in')} />
      <main id="main" className="mx-auto max-w-5xl px-4 pt-24 sm:px-6 sm:pt-28">
        <Notices expiredLink={search.has('error')} />
        <Hero onStart={() => signUp()} config={config} />
        <Features />
        <Testimonials />
        <WhyChoose />
        {config?.billing !== 'off' && <Pricing onStart={signUp} />}
        <FinalCall onStart={() => signUp()} />
      </main>
      <Footer config={config} />
      <Suspense fallback={null}>
        {mode !== null && <SignInDialog mode={mode} onMode={changeMode} config={config} resetToken={resetToken} />}
      </Suspense>
    </>
  )
}

/** The form that an invitation asks for. */
function formIn(state: unknown): SignInMode | null {
  if (typeof state !== 'object' || state === null || !('form' in state)) return null
  return state.form === 'sign-in' || state.form === 'sign-up' ? state.form : null
}

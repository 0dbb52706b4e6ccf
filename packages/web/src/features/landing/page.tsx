import { useQuery } from '@tanstack/react-query'
import type { Tier } from '@waxseal/core/plan'
import {
  type ComponentType,
  lazy,
  type ReactNode,
  Suspense,
  useDeferredValue,
  useEffect,
  useRef,
  useState,
} from 'react'
import { useLocation, useSearchParams } from 'react-router'
import { notify } from '../../lib/notify.ts'
import { keepPendingDomain } from '../../lib/pending-domain.ts'
import { keepPendingUpgrade } from '../../lib/pending-upgrade.ts'
import { configQuery } from '../../lib/queries.ts'
import { useAuth } from '../../lib/session/session.tsx'
import type { HostedPages } from '../../lib/session/state.ts'
import { deferred } from '../../ui/deferred.tsx'
import { useScrollToHash } from '../../ui/scroll-to-hash.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useTitle } from '../../ui/title.ts'
import { CheckField } from './check-field.tsx'
import { Footer } from './footer.tsx'
import { LandingHeader } from './header.tsx'
import { Hero } from './hero.tsx'
import { Notices } from './notices.tsx'
import type { ReportProps } from './report-props.ts'
import { Features, FinalCall, Pricing, Testimonials, WhyChoose } from './sections.tsx'
import type { SignInMode } from './sign-in-texts.ts'

const SignInDialog = lazy(async () => ({ default: (await import('./sign-in-dialog.tsx')).SignInDialog }))

/** Loaded when a check starts. */
const CheckRun = deferred({
  what: 'The check',
  load: () => import('./check-run.tsx'),
  pick: module => module.CheckRun,
  waiting: <Skeleton className="h-64 w-full" />,
})

/** Loaded when the demo is opened. */
const SampleReport = deferred({
  what: 'The demo',
  load: () => import('./sample-report.tsx'),
  pick: module => module.SampleReport,
  waiting: <Skeleton className="h-64 w-full" />,
})

/** What is shown below the hero: a check, with its number, or the sample. */
type Shown = { kind: 'check'; name: string; run: number; error: string | null; busy: boolean } | { kind: 'demo' } | null

/** Whether this visit has shown the page before. */
let wasDrawn = false

/** @param Report the report of a domain, loaded when it is first shown */
export function LandingPage({ Report }: { Report: ComponentType<ReportProps> }): ReactNode {
  useTitle('Email security and deliverability')
  const [search, setSearch] = useSearchParams()
  const link = linkIn(search)
  const { state } = useLocation()
  const pages = useAuth().hosted()
  const asked = formIn(state)
  const [mode, setMode] = useState<SignInMode | null>(link?.modes[0] ?? asked)
  const [shown, setShown] = useState<Shown>(null)
  const { data: config, isFetched } = useQuery(configQuery)
  // The hero is painted alone first: all of it at once would hold it back on a slow device. After Back there is a place
  // to restore, for which the page must have its height at once.
  const hasRest = useDeferredValue(true, wasDrawn)
  useEffect(() => {
    wasDrawn = true
  }, [])
  useScrollToHash(isFetched && hasRest)

  useEffect(() => void leaveFor(asked, pages), [asked, pages])

  function changeMode(next: SignInMode | null): void {
    if (leaveFor(next, pages)) return
    setMode(next)
    // The token of a link is removed from the address when its form is left.
    const keeps = next !== null && link?.modes.includes(next) === true
    if (!keeps && search.size > 0) setSearch({}, { replace: true })
  }

  function signUp(plan: Tier = 'free'): void {
    keepPendingUpgrade(plan)
    changeMode('sign-up')
  }

  function check(name: string): void {
    const run = shown?.kind === 'check' ? shown.run + 1 : 0
    setShown({ kind: 'check', name, run, error: null, busy: true })
  }

  /** Changes the check that is shown, if it still is. */
  function settle(run: number, change: { error?: string; busy?: boolean }): void {
    setShown(now => (now?.kind === 'check' && now.run === run ? { ...now, ...change } : now))
  }

  function keep(domain: string): void {
    keepPendingDomain(domain)
    signUp()
  }

  const checking = shown?.kind === 'check' ? shown : null
  return (
    <>
      <LandingHeader onSignIn={() => changeMode('sign-in')} />
      <main
        id="main"
        className="mx-auto max-w-5xl px-4 pt-24 sm:px-6 sm:pt-28"
        // Longer than the window from the start: a scrollbar that comes later would move the page.
        style={hasRest ? undefined : { minHeight: '101dvh' }}
      >
        <Notices />
        <Hero
          check={
            config?.visitor_check === false ? null : (
              <CheckField error={checking?.error ?? null} busy={checking?.busy ?? false} onCheck={check} />
            )
          }
          onStart={() => signUp()}
          onDemo={() => setShown({ kind: 'demo' })}
          config={config}
        />
        {shown !== null && (checking === null || checking.error === null) && (
          <Result key={checking?.run ?? 'demo'}>
            {checking === null ? (
              <SampleReport Report={Report} onClose={() => setShown(null)} onSignUp={() => signUp()} />
            ) : (
              <CheckRun
                name={checking.name}
                Report={Report}
                onRefused={error => settle(checking.run, { error })}
                onEnd={() => settle(checking.run, { busy: false })}
                onRetry={() => check(checking.name)}
                onKeep={keep}
              />
            )}
          </Result>
        )}
        {hasRest && (
          <>
            <Features config={config} />
            <Testimonials />
            <WhyChoose />
            {config?.billing !== 'off' && <Pricing onStart={signUp} />}
            <FinalCall onStart={() => signUp()} />
          </>
        )}
      </main>
      {hasRest && <Footer config={config} />}
      <Suspense fallback={null}>
        {mode !== null && pages === null && (
          <SignInDialog mode={mode} onMode={changeMode} config={config} token={link?.token ?? null} />
        )}
      </Suspense>
    </>
  )
}

/** What a click asked for, below the hero. It is scrolled to. */
function Result({ children }: { children: ReactNode }): ReactNode {
  const place = useRef<HTMLElement>(null)
  useEffect(() => {
    place.current?.scrollIntoView()
    place.current?.focus({ preventScroll: true })
  }, [])
  return (
    <section ref={place} tabIndex={-1} aria-label="Report" className="scroll-mt-4 pt-16">
      {children}
    </section>
  )
}

/** Where another service signs people in, its own page is the form. Says whether the browser leaves for it. */
function leaveFor(mode: SignInMode | null, pages: HostedPages | null): boolean {
  if (pages === null || (mode !== 'sign-in' && mode !== 'sign-up')) return false
  const leave = mode === 'sign-in' ? pages.signIn() : pages.signUp()
  leave.catch(() => notify.error('The sign-in page did not open. Please try again.'))
  return true
}

/** The forms that the link of a mail opens, the first one first, by the name of its token in the address. */
const linkModes: Readonly<Record<string, readonly SignInMode[]>> = {
  reset: ['reset'],
  confirm: ['confirm', 'choose'],
  'confirm-change': ['confirm-change'],
  pass: ['sign-in'],
}

/** The link that opened the page; null: none did. */
function linkIn(search: URLSearchParams): { token: string; modes: readonly SignInMode[] } | null {
  for (const [name, modes] of Object.entries(linkModes)) {
    const token = search.get(name)
    if (token !== null) return { token, modes }
  }
  return null
}

/** The form that an invitation asks for. */
function formIn(state: unknown): SignInMode | null {
  if (typeof state !== 'object' || state === null || !('form' in state)) return null
  return state.form === 'sign-in' || state.form === 'sign-up' ? state.form : null
}

import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { Link, useLocation, useSearchParams } from 'react-router'
import { PlanGrid } from '../../components/plans/plan-grid.tsx'
import { Logo } from '../../components/seal/seal.tsx'
import { ThemeSwitch } from '../../components/theme-switch.tsx'
import { paths } from '../../lib/paths.ts'
import { type Config, configQuery } from '../../lib/queries.ts'
import { useAuth, useSession } from '../../lib/session/session.tsx'
import { Button } from '../../ui/button.tsx'
import { Note } from '../../ui/note.tsx'
import { useScrollToHash } from '../../ui/scroll-to-hash.ts'
import { useTitle } from '../../ui/title.ts'
import { checks, habits } from './example.ts'
import { ExampleSheet } from './example-sheet.tsx'
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

  return (
    <>
      <LandingHeader onSignIn={() => changeMode('sign-in')} />
      <main id="main" className="mx-auto max-w-5xl px-4 pt-24 sm:px-6 sm:pt-28">
        <Notices expiredLink={search.has('error')} />
        <Hero onStart={() => changeMode('sign-up')} config={config} />
        <RuledList id="features" title="What we check" rows={checks} />
        <RuledList id="habits" title="How we score" rows={habits} />
        {config?.billing !== 'off' && (
          <section id="pricing" aria-labelledby="pricing-title" className="mt-16 scroll-mt-4 border-t border-ink pt-3">
            <h2 id="pricing-title" className="mb-6 text-16 font-[600]">
              Pricing
            </h2>
            <PlanGrid />
          </section>
        )}
        <section aria-labelledby="start-title" className="mt-16 border-t border-ink pt-8 pb-16 text-center">
          <h2 id="start-title" className="text-26 font-[600]">
            Check your domain now
          </h2>
          <p className="mx-auto mt-2 mb-6 max-w-prose text-balance text-ink2">
            Add a domain and scan it. The report takes less than a minute.
          </p>
          <Button look="wax" size="large" onClick={() => changeMode('sign-up')}>
            Start Free Trial
          </Button>
        </section>
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

function LandingHeader({ onSignIn }: { onSignIn: () => void }): ReactNode {
  return (
    <header className="fixed inset-x-0 top-0 z-30 border-b border-line bg-paper">
      <div className="mx-auto flex h-14 max-w-5xl items-center gap-2 px-4 sm:px-6">
        <Link to={paths.landing} className="me-4 flex items-center gap-2 rounded text-16 font-[600]">
          <Logo />
          Waxseal
        </Link>
        <nav aria-label="On this page" className="hidden gap-1 sm:flex">
          <a href="#features" className="rounded px-3 py-2 text-ink2 hover:text-ink">
            What we check
          </a>
          <a href="#habits" className="rounded px-3 py-2 text-ink2 hover:text-ink">
            How we score
          </a>
        </nav>
        <div className="ms-auto flex items-center gap-2">
          <ThemeSwitch />
          <Button size="small" onClick={onSignIn}>
            Sign In
          </Button>
        </div>
      </div>
    </header>
  )
}

function Notices({ expiredLink }: { expiredLink: boolean }): ReactNode {
  const { status } = useSession()
  const auth = useAuth()
  if (status === 'error') {
    return (
      <div role="alert" className="mb-8">
        <Note
          look="unknown"
          title="Sign-in did not load"
          action={
            <Button size="small" onClick={() => void auth.load()}>
              Retry
            </Button>
          }
        >
          The sign-in service did not answer. Try again to sign in.
        </Note>
      </div>
    )
  }
  if (!expiredLink) return null
  return (
    <div role="status" className="mb-8">
      <Note look="warning" title="This link has expired">
        The link was already used, or it is too old. Sign in to get a new confirmation link.
      </Note>
    </div>
  )
}

function Hero({ onStart, config }: { onStart: () => void; config: Config | undefined }): ReactNode {
  return (
    <div className="grid items-start gap-x-12 gap-y-10 lg:grid-cols-[1fr_31rem]">
      <div className="lg:self-center">
        <h1 className="text-34 font-[600] text-balance">Find out why your mail lands in spam, and fix it</h1>
        <p className="mt-4 max-w-prose text-16 text-ink2">
          Waxseal scans your domain’s SPF, DKIM, DMARC, mail servers and blocklist entries, and scores them from 0 to
          100. Each finding shows its evidence and how to fix it.
        </p>
        <div className="mt-8 flex flex-wrap items-center gap-4">
          <Button look="wax" size="large" onClick={onStart}>
            Start Free Trial
          </Button>
          {config?.billing !== 'off' && (
            <a href="#pricing" className="prose-link rounded">
              See the plans
            </a>
          )}
        </div>
        {config?.billing !== 'off' && (
          <p className="mt-4 text-13 text-ink3">Free: 1 domain and 10 scans a month. No card required.</p>
        )}
      </div>
      <ExampleSheet />
    </div>
  )
}

function RuledList({
  id,
  title,
  rows,
}: {
  id: string
  title: string
  rows: readonly { name: string; text: string }[]
}): ReactNode {
  return (
    <section id={id} aria-labelledby={`${id}-title`} className="mt-16 scroll-mt-4 border-t border-ink pt-3">
      <h2 id={`${id}-title`} className="mb-4 text-16 font-[600]">
        {title}
      </h2>
      <dl>
        {rows.map(({ name, text }) => (
          <div
            key={name}
            className="grid gap-x-6 gap-y-1 border-t border-line py-3 first:border-t-0 sm:grid-cols-[16rem_1fr]"
          >
            <dt className="font-[560]">{name}</dt>
            <dd className="max-w-prose text-ink2">{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

const year = new Date().getFullYear()

function Footer({ config }: { config: Config | undefined }): ReactNode {
  const owner = config?.operator_name ?? 'Waxseal'
  return (
    <footer className="border-t border-line bg-surface">
      <div className="mx-auto flex max-w-5xl flex-wrap items-center gap-x-6 gap-y-2 px-4 py-6 text-13 text-ink2 sm:px-6">
        <span className="me-auto">
          © {year} {owner}
        </span>
        <Link to={paths.tools} className="rounded py-1 hover:text-ink">
          Features
        </Link>
        {config?.billing !== 'off' && (
          <a href="#pricing" className="rounded py-1 hover:text-ink">
            Pricing
          </a>
        )}
        <Link to={paths.dashboard} className="rounded py-1 hover:text-ink">
          Dashboard
        </Link>
        <Link to={paths.terms} className="rounded py-1 hover:text-ink">
          Terms of Service
        </Link>
        <Link to={paths.privacy} className="rounded py-1 hover:text-ink">
          Privacy Policy
        </Link>
        {config?.contact_email && (
          <a href={`mailto:${config.contact_email}`} className="rounded py-1 hover:text-ink">
            Contact
          </a>
        )}
      </div>
    </footer>
  )
}

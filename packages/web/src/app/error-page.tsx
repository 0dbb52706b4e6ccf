import { type ReactNode, useEffect } from 'react'
import { isRouteErrorResponse, useRouteError } from 'react-router'
import { buttonClass } from '../ui/button.tsx'
import { useTitle } from '../ui/title.ts'

/** Stands in for a screen that broke, or whose code could not be loaded. */
export function ErrorPage({ inShell = false }: { inShell?: boolean }): ReactNode {
  const error = useRouteError()
  useTitle('Something went wrong')
  useEffect(() => console.error(error), [error])
  const known = isRouteErrorResponse(error) ? `${error.status} ${error.statusText}` : null
  const matter = (
    <div role="alert" className="w-full max-w-xl border-t border-ink pt-3">
      <h1 className="text-26 font-[600]">Something went wrong</h1>
      <p className="mt-2 mb-6 text-ink2">
        This page could not be shown{known === null ? '' : ` (${known})`}. Your data is safe. Reload the page; if it
        happens again, tell whoever runs this installation.
      </p>
      <a href={location.pathname} className={buttonClass('plain')}>
        Reload
      </a>
    </div>
  )
  return inShell ? matter : <main className="mx-auto max-w-5xl px-4 py-16">{matter}</main>
}

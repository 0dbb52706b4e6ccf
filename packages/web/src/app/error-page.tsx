import { type ReactNode, useEffect } from 'react'
import { isRouteErrorResponse, useRouteError } from 'react-router'
import { buttonClass } from '../ui/button.tsx'
import { useTitle } from '../ui/title.ts'

/** Replaces a screen that crashed, or whose code could not be loaded. */
export function ErrorPage({ inShell = false }: { inShell?: boolean }): ReactNode {
  const error = useRouteError()
  const { title, text } = wordsFor(error)
  useTitle(title)
  useEffect(() => console.error(error), [error])
  const { pathname, search } = location
  const matter = (
    <div role="alert" className="w-full max-w-xl border-t border-ink pt-3">
      <h1 className="text-26 font-[600]">{title}</h1>
      <p className="mt-2 mb-6 text-ink2">{text}</p>
      {/* A plain link, not the router's: only a page reload requests the missing code again. */}
      <a href={pathname + search} className={buttonClass('plain')}>
        Reload
      </a>
    </div>
  )
  return inShell ? matter : <main className="mx-auto max-w-5xl px-4 py-16">{matter}</main>
}

function wordsFor(error: unknown): { title: string; text: string } {
  if (isUnreached(error)) {
    return {
      title: 'This page did not load',
      text: 'Check your connection and reload the page. The server may have a newer version.',
    }
  }
  const known = isRouteErrorResponse(error) ? ` (${error.status} ${error.statusText})` : ''
  return {
    title: 'Something went wrong',
    text: `This page failed to open${known}. Your data is safe. If it fails again, contact your administrator.`,
  }
}

/** Whether the code of a screen could not be loaded, by the messages of Chromium, Firefox, Safari and Vite. */
function isUnreached(error: unknown): boolean {
  return error instanceof Error && /dynamically imported module|module script failed|preload css/i.test(error.message)
}

import { type ReactNode, useEffect, useState } from 'react'
import { isRouteErrorResponse, Link, useLocation, useNavigate, useRouteError } from 'react-router'
import { isUpdated, updatedTexts } from '../lib/new-version.ts'
import { paths } from '../lib/paths.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { useTitle } from '../ui/title.ts'

/** Replaces a screen that crashed, or whose code could not be loaded. */
export function ErrorPage({ inShell = false }: { inShell?: boolean }): ReactNode {
  const error = useRouteError()
  const isCode = isUnreached(error)
  const [isOld, setOld] = useState(false)
  const { title, text } = isOld ? updatedTexts : wordsFor(error, isCode)
  useTitle(title)
  useEffect(() => {
    console.error(error)
    if (isCode) void isUpdated().then(setOld)
  }, [error, isCode])
  const { pathname, search, hash } = useLocation()
  const navigate = useNavigate()
  const address = pathname + search + hash
  const matter = (
    <div role="alert" className="w-full max-w-xl border-t border-ink pt-3">
      <h1 className="text-26 font-[600]">{title}</h1>
      <p className="mt-2 mb-6 text-ink2">{text}</p>
      <div className="flex flex-wrap gap-2">
        {isCode ? (
          // A plain link, not the router's: only a page reload requests the missing code again.
          <a href={address} className={buttonClass('plain')}>
            {updatedTexts.reload}
          </a>
        ) : (
          <Button onClick={() => void navigate(address, { replace: true })}>Try again</Button>
        )}
        <Link to={paths.dashboard} className={buttonClass('quiet')}>
          Go to dashboard
        </Link>
      </div>
    </div>
  )
  return inShell ? matter : <main className="mx-auto max-w-5xl px-4 py-16">{matter}</main>
}

function wordsFor(error: unknown, isCode: boolean): { title: string; text: string } {
  if (isCode) return { title: 'This page did not load', text: 'Check your connection and reload the page.' }
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

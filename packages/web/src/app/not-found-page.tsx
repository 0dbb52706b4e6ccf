import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { paths } from '../lib/paths.ts'
import { buttonClass } from '../ui/button.tsx'
import { useTitle } from '../ui/title.ts'

export function NotFoundPage(): ReactNode {
  useTitle('Page not found')
  return (
    <div className="border-t border-ink pt-3">
      <h1 className="text-26 font-[600]">Page not found</h1>
      <p className="mt-2 mb-6 text-ink2">No page has this address. Check the link.</p>
      <Link to={paths.dashboard} className={buttonClass('plain')}>
        Go to dashboard
      </Link>
    </div>
  )
}

import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { paths } from '../../lib/paths.ts'
import { buttonClass } from '../../ui/button.tsx'

const actions = [
  { to: paths.domains, label: 'Your domains' },
  { to: paths.tools, label: 'All tools' },
  { to: paths.spfBuilder, label: 'SPF Record Builder' },
  { to: paths.dmarcBuilder, label: 'DMARC Record Builder' },
  { to: paths.account, label: 'Account settings' },
] as const

/** Links to the most frequent actions, below what to fix first. */
export function QuickActions(): ReactNode {
  return (
    // Not on paper, which has no buttons.
    <div className="mt-6 select-none">
      <h3 className="mb-2 text-13 font-[560] text-ink2">Quick Actions</h3>
      <ul className="flex flex-wrap gap-2">
        {actions.map(({ to, label }) => (
          <li key={to}>
            <Link to={to} className={buttonClass('plain', 'small')}>
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}

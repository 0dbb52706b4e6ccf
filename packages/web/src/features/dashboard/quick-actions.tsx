import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { paths } from '../../lib/paths.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Sheet } from '../../ui/sheet.tsx'

const actions = [
  { to: paths.domains, label: 'Your domains' },
  { to: paths.spfBuilder, label: 'SPF Record Builder' },
  { to: paths.dmarcBuilder, label: 'DMARC Record Builder' },
  { to: paths.tools, label: 'All tools' },
] as const

/** Links to the most frequent actions. */
export function QuickActions(): ReactNode {
  return (
    <Sheet title="Quick Actions" className="mt-10">
      <ul className="flex flex-wrap gap-2">
        {actions.map(({ to, label }) => (
          <li key={to}>
            <Link to={to} className={buttonClass('plain', 'small')}>
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </Sheet>
  )
}

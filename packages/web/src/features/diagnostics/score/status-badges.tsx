import type { CheckId } from '@waxseal/core/check'
import { badgesOf } from '@waxseal/core/health'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { ScanReply } from '../../../lib/queries.ts'
import { usePlan } from '../../../lib/use-plan.ts'
import { sectionIds, uncheckedAnchor } from '../section-ids.ts'
import { StatusTag } from '../status-tag.tsx'

/** The six specified badges. Each leads to the place that explains it. */
export function StatusBadges({ scan }: { scan: ScanReply }): ReactNode {
  const { sellsPlans } = usePlan()
  const badges = badgesOf(scan, sellsPlans)
  return (
    <ul>
      {badges.map(({ name, check, status }) => (
        <li key={name} className="border-b border-line first:border-t">
          <Row to={explainedAt(check, scan)}>
            <span className="font-[560] whitespace-nowrap">{name}</span>
            <span className="ms-auto">
              <StatusTag status={status} />
            </span>
          </Row>
        </li>
      ))}
    </ul>
  )
}

function Row({ to, children }: { to: string | null; children: ReactNode }): ReactNode {
  const row = 'flex min-h-10 flex-wrap items-center justify-between gap-x-4 gap-y-1 py-1'
  if (to === null) return <div className={row}>{children}</div>
  return (
    <Link to={`#${to}`} className={`${row} hover:bg-sunken/60`}>
      {children}
    </Link>
  )
}

/** Without relay data there is no section of it (specification 1): the list of failed checks has the reason then. */
function explainedAt(check: CheckId, { results, unchecked }: ScanReply): string | null {
  if (check !== 'relay' || results.relay !== null) return sectionIds[check]
  return unchecked.length > 0 ? uncheckedAnchor : null
}

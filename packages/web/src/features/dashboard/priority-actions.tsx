import { thousands } from '@waxseal/contract/wording'
import { CircleCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { buttonClass } from '../../ui/button.tsx'
import { Tag } from '../../ui/tag.tsx'
import type { PriorityAction } from './api.ts'
import { severities } from './severities.ts'

/** The number of actions shown (specification 1, section 9). */
const shownMax = 8

interface Props {
  actions: readonly PriorityAction[]
  /** Whether nothing is wrong for sure; null: not known, or records changed after the scans. */
  isClear: boolean | null
  /** Whether any domain was scanned; null: not known. */
  isScanned: boolean | null
}

/** What to fix first, each with the screen where that is done. */
export function PriorityActions({ actions, isClear, isScanned }: Props): ReactNode {
  if (actions.length > 0) {
    return (
      <ol>
        {actions.slice(0, shownMax).map(action => (
          <li key={action.finding} className="border-b border-line py-3 first:pt-0">
            <Action action={action} />
          </li>
        ))}
      </ol>
    )
  }
  if (isClear) {
    return (
      <>
        <p className="flex items-center gap-2 font-[560]">
          <CircleCheck className="size-4 text-excellent" aria-hidden />
          All Clear!
        </p>
        <p className="ms-6 text-ink2">No priority actions required</p>
      </>
    )
  }
  if (isClear === null) return <p className="text-ink2">No priority actions found.</p>
  if (isScanned === false) return <p className="text-ink2">What to fix first appears here after a scan.</p>
  return <p className="text-ink2">No issues found, but some checks could not run.</p>
}

function Action({ action }: { action: PriorityAction }): ReactNode {
  const { priority, title, description, action_url: url, action_label: label, points } = action
  const { tone, word } = severities[priority]
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <h3 className="min-w-0 font-[560] [overflow-wrap:anywhere]">{title}</h3>
        <Tag tone={tone} bare>
          {word}
        </Tag>
      </div>
      <p className="mt-0.5 text-13 text-ink2 [overflow-wrap:anywhere]">{description}</p>
      <div className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-1">
        <Link to={url} className={buttonClass('plain', 'small')}>
          {label}
        </Link>
        <span className="text-13 text-ink3">{pointsText(points)}</span>
      </div>
    </>
  )
}

/** What the action regains over all domains. */
function pointsText(points: number | null): string {
  if (points === null) return 'Nothing else can be judged until this is fixed'
  return points === 0 ? '' : `Regains ${thousands(points)} ${points === 1 ? 'point' : 'points'}`
}

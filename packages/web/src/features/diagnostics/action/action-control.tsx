import { startScanRoute } from '@waxseal/contract/routes'
import { actionLabel, testAgainAfter } from '@waxseal/core/check'
import { ArrowRight, ChevronDown, ExternalLink, RotateCw } from 'lucide-react'
import { type ReactNode, useEffect, useId, useState } from 'react'
import { Link } from 'react-router'
import { LockableButton } from '../../../components/role-button.tsx'
import { paths } from '../../../lib/paths.ts'
import { clockTime } from '../../../lib/time.ts'
import { useRoleProblem } from '../../../lib/use-role.ts'
import { Button, type ButtonLook, buttonClass } from '../../../ui/button.tsx'
import { deferred } from '../../../ui/deferred.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import type { Finding } from '../report.ts'
import { useReport, useVisitor } from '../report-context.ts'
import { ReportLink } from '../report-link.tsx'
import { sectionIds, selectorAnchor } from '../section-ids.ts'

/** Loaded when the pointer or the focus is on the first button. */
const ActionPanel = deferred({
  what: 'The steps',
  load: () => import('./action-panel.tsx'),
  pick: module => module.ActionPanel,
  waiting: <Skeleton className="mt-3 h-32 w-full" />,
})

interface Props {
  finding: Finding
  look: ButtonLook
  /** Stand beside the action's button. */
  children?: ReactNode
}

/** Some name a host, so they wrap. */
const wrapping = 'h-auto! min-h-8 shrink! py-1 text-start whitespace-normal! [overflow-wrap:anywhere]'

/** The button of a finding's action, and below it what the action consists of. */
export function ActionControl({ finding, look, children }: Props): ReactNode {
  const [isOpen, setIsOpen] = useState(false)
  const panelId = useId()
  const { action } = finding
  const hasSteps =
    action.kind === 'publish' || action.kind === 'edit' || action.kind === 'serve' || action.kind === 'ask'
  const advised = action.advised?.length ?? 0
  const label = hasSteps ? actionLabel(action) : advised === 1 ? 'Show the record' : 'Show the records'
  return (
    <>
      <div className="mt-3 flex flex-wrap items-center gap-2">
        {!hasSteps && <DirectAction finding={finding} look={look} />}
        {(hasSteps || advised > 0) && (
          <Button
            look={hasSteps ? look : 'plain'}
            size="small"
            className={wrapping}
            aria-expanded={isOpen}
            aria-controls={panelId}
            aria-label={`${label}: ${finding.reason}`}
            onPointerEnter={ActionPanel.preload}
            onFocus={ActionPanel.preload}
            onClick={() => setIsOpen(!isOpen)}
          >
            {label}
            <ChevronDown className={`size-3.5 transition-transform ${isOpen ? 'rotate-180' : ''}`} aria-hidden />
          </Button>
        )}
        {children}
      </div>
      <div id={panelId}>{isOpen && <ActionPanel finding={finding} />}</div>
    </>
  )
}

/** An action that a click does, or that a link leads to. */
function DirectAction({ finding, look }: { finding: Finding; look: ButtonLook }): ReactNode {
  const { domain } = useReport()
  const visitor = useVisitor()
  const { action } = finding
  const label = actionLabel(action)
  const link = (to: string, As: typeof Link | typeof ReportLink = ReportLink): ReactNode => (
    <As to={to} aria-label={`${label}: ${finding.reason}`} className={buttonClass(look, 'small', wrapping)}>
      {label}
      <ArrowRight className="size-3.5" aria-hidden />
    </As>
  )
  switch (action.kind) {
    case 'builder': {
      const path = action.tool === 'spf' ? paths.spfWizard(domain.id) : paths.dmarcWizard(domain.id)
      return link(`${path}?finding=${encodeURIComponent(finding.id)}`)
    }
    case 'selector':
      return link(`#${selectorAnchor}`)
    case 'see':
      return link(`#${sectionIds[action.check]}`, Link)
    case 'delist':
      return (
        <a
          href={action.url}
          target="_blank"
          rel="noopener noreferrer"
          aria-label={`${label}: ${action.subject} on ${action.list}`}
          className={buttonClass(look, 'small', wrapping)}
        >
          {label}
          <ExternalLink className="size-3.5" aria-hidden />
        </a>
      )
    case 'retry':
      // A visitor's check makes no such test.
      return visitor === null ? <Retry at={action.at} look={look} /> : null
    default:
      return null
  }
}

/** Tests again, from its time on. */
function Retry({ at, look }: { at: string; look: ButtonLook }): ReactNode {
  const { running, onScan } = useReport()
  const locked = useRoleProblem(startScanRoute)
  const isEarly = !useIsPast(at)
  const time = clockTime(new Date(at))
  return (
    <LockableButton
      look={look}
      size="small"
      className={wrapping}
      busy={running}
      problem={locked ?? (isEarly ? `The test can run again after ${time}` : null)}
      onClick={onScan}
    >
      <RotateCw className="size-3.5" aria-hidden />
      {isEarly ? testAgainAfter(time) : 'Test again'}
    </LockableButton>
  )
}

/** Whether a time is past; changes when it comes. */
function useIsPast(at: string): boolean {
  const [isPast, setIsPast] = useState(() => Date.now() >= Date.parse(at))
  useEffect(() => {
    if (isPast) return undefined
    // A longer wait overflows the timer; no one keeps a report open for that long.
    const timer = setTimeout(() => setIsPast(true), Math.min(Date.parse(at) - Date.now(), 2 ** 31 - 1))
    return () => clearTimeout(timer)
  }, [at, isPast])
  return isPast
}

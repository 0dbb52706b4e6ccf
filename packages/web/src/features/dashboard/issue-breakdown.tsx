import { thousands } from '@waxseal/contract/wording'
import { CircleCheck, CircleHelp } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { paths } from '../../lib/paths.ts'
import { buttonClass } from '../../ui/button.tsx'
import { ScrollRegion } from '../../ui/scroll-region.tsx'
import { Tag, type Tone, toneFill } from '../../ui/tag.tsx'
import type { Breakdown } from './api.ts'
import { severities } from './severities.ts'

type Issue = Breakdown['issues'][number]

/** The server names colors; each has a word and an icon too. */
const looks: Readonly<Partial<Record<string, { tone: Tone; word: string }>>> = {
  red: severities.critical,
  orange: severities.high,
  yellow: severities.medium,
  blue: severities.other,
}

/** A color that a newer server names. */
const otherLook = { tone: 'idle', word: 'Other' } as const

/** Whether the last scans found nothing wrong for sure: something was scanned, and no check failed that could hide an issue. */
export function isClear({ scanned_domains: scanned, issues, unchecked }: Breakdown): boolean {
  return scanned > 0 && issues.length === 0 && unchecked.length === 0
}

/** "3 of 4 domains scanned" */
export function scannedText({ scanned_domains: scanned, total_domains: total }: Breakdown): string {
  return `${thousands(scanned)} of ${domainsText(total)} scanned`
}

interface Props {
  breakdown: Breakdown
  /** Whether monitoring saw records change that no scan has seen: these counts are from before. null: not known. */
  isChanged: boolean | null
}

/** What costs points, on how many domains, and what could not be checked. */
export function IssueBreakdown({ breakdown, isChanged }: Props): ReactNode {
  const { scanned_domains: scanned, total_domains: total, issues, unchecked } = breakdown
  if (scanned === 0) {
    return (
      <>
        <p className="font-[560]">No scan data available yet</p>
        <p className="mt-1 mb-4 text-ink2">Scan a domain to see what costs points.</p>
        <Link to={paths.domains} className={buttonClass('primary')}>
          {total > 0 ? 'Scan a domain' : 'Add a domain'}
        </Link>
      </>
    )
  }
  return (
    <>
      {isClear(breakdown) && isChanged !== false ? (
        <p className="text-ink2">The last scans found no issues.</p>
      ) : isClear(breakdown) ? (
        <p className="flex items-center gap-2 font-[560]">
          <CircleCheck className="size-4 text-excellent" aria-hidden />
          No Issues Detected!
        </p>
      ) : issues.length === 0 ? (
        <p className="text-ink2">No issues found, but some checks could not run.</p>
      ) : (
        <ScrollRegion label="Issues" className="max-h-96">
          <ul>
            {issues.map(issue => (
              <IssueLine key={issue.id} issue={issue} />
            ))}
          </ul>
        </ScrollRegion>
      )}
      {unchecked.length > 0 && <Unchecked checks={unchecked} />}
    </>
  )
}

function IssueLine({ issue: { label, count, percentage, color } }: { issue: Issue }): ReactNode {
  const { tone, word } = looks[color] ?? otherLook
  return (
    <li className="border-b border-line py-2">
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <span className="min-w-0 font-[560] [overflow-wrap:anywhere]">{label}</span>
        <span className="flex items-center gap-4">
          <Tag tone={tone} bare>
            {word}
          </Tag>
          <span className="text-13 text-ink2">{`${domainsText(count)} · ${percentage}%`}</span>
        </span>
      </div>
      <div className="mt-1 h-1 overflow-hidden rounded bg-sunken" aria-hidden>
        <div className={`h-full ${toneFill(tone)}`} style={{ width: `${percentage}%` }} />
      </div>
    </li>
  )
}

/** Quiet: it is no issue and costs nothing. */
function Unchecked({ checks }: { checks: Breakdown['unchecked'] }): ReactNode {
  const words = checks.map(({ label, count }) => `${label} (${domainsText(count)})`)
  return (
    <p className="mt-3 text-13 text-ink2">
      <CircleHelp className="me-1.5 inline size-4 align-[-0.2em] text-ink3" aria-hidden />
      {`Could not be checked: ${words.join(', ')}.`}
    </p>
  )
}

function domainsText(count: number): string {
  return `${thousands(count)} ${count === 1 ? 'domain' : 'domains'}`
}

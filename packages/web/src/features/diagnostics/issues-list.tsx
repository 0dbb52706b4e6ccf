import type { ReactNode } from 'react'
import { severityTone, severityWord } from '../../components/bands.ts'
import { calendarDate } from '../../lib/time.ts'
import { Note } from '../../ui/note.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { Tag } from '../../ui/tag.tsx'
import { signed } from './breakdown.tsx'
import { EvidenceButton } from './evidence-button.tsx'
import type { Finding } from './report.ts'
import { reportTexts } from './wording.ts'

interface Props {
  findings: readonly Finding[]
  /** What could not be checked, one line each. */
  unchecked: readonly string[]
  nothingChecked: boolean
}

/** Every finding with what it means and what to publish; beside it, and apart from it, what could not be checked. */
export function IssuesList({ findings: all, unchecked, nothingChecked }: Props): ReactNode {
  // What only makes mail safer is told where it can be read in context, and is no issue.
  const findings = all.filter(({ check }) => check !== 'extras')
  const recommended = all.length - findings.length
  const count = findings.length === 0 ? undefined : <span className="text-13 text-ink3">{findings.length} in all</span>
  return (
    <Sheet title="Issues Found" aside={count}>
      {findings.length === 0 && unchecked.length === 0 && (
        <p className="text-ink2">Nothing to correct. Everything that was checked is as it should be.</p>
      )}
      {findings.length === 0 && unchecked.length > 0 && !nothingChecked && (
        <p className="text-ink2">Nothing to correct in what could be checked.</p>
      )}
      <ul>
        {findings.map(finding => (
          <li key={finding.reason} className="border-b border-line py-3 first:border-t">
            <Issue finding={finding} />
          </li>
        ))}
      </ul>
      {recommended > 0 && (
        <p className="mt-3 text-13 text-ink3">
          {`${recommended} more ${recommended === 1 ? 'recommendation costs' : 'recommendations cost'} no points: see `}
          <a href="#transport-and-extras" className="prose-link rounded">
            {reportTexts.extras}
          </a>
          .
        </p>
      )}
      {unchecked.length > 0 && (
        <div className="mt-6">
          <Note look="unknown" title="Could not be checked">
            <Lines lines={unchecked.slice(0, shownAtFirst)} />
            {unchecked.length > shownAtFirst && (
              <details>
                <summary className="py-1 text-13 text-ink3 hover:text-ink">
                  {`${unchecked.length - shownAtFirst} more`}
                </summary>
                <Lines lines={unchecked.slice(shownAtFirst)} />
              </details>
            )}
            <p className="mt-1 text-13 text-ink3">None of it costs points or counts as missing.</p>
          </Note>
        </div>
      )}
    </Sheet>
  )
}

/** So many lines stand open; a list of lists that refuse is long. */
const shownAtFirst = 4

function Lines({ lines }: { lines: readonly string[] }): ReactNode {
  return (
    <ul>
      {lines.map(line => (
        <li key={line} className="[overflow-wrap:anywhere]">
          {line}
        </li>
      ))}
    </ul>
  )
}

function Issue({ finding }: { finding: Finding }): ReactNode {
  const { severity, points, title, reason, meaning, advice, clause, evidence, since } = finding
  return (
    <div className="grid grid-cols-[2rem_minmax(0,1fr)] gap-x-3 sm:grid-cols-[2rem_minmax(0,1fr)_auto]">
      <span className="text-end font-[600]" title="Points">
        {signed(points)}
      </span>
      <div className="min-w-0">
        <div className="flex flex-wrap items-baseline gap-x-3">
          <h3 className="font-[600]">{reason === '' ? title : reason}</h3>
          <Tag tone={severityTone[severity]} bare>
            {severityWord[severity]}
          </Tag>
        </div>
        <p className="mt-1 max-w-prose text-ink2">{meaning}</p>
        <p className="mt-1 max-w-prose [overflow-wrap:anywhere]">
          <span className="font-[560]">What to do: </span>
          {advice}
        </p>
        <p className="mt-1 text-12 text-ink3">
          {clause}
          {since !== null && ` · kept from ${calendarDate(new Date(since))}, because this could not be checked now`}
        </p>
      </div>
      <div className="max-sm:col-start-2 max-sm:mt-2 max-sm:-ms-3">
        <EvidenceButton title={title} ids={evidence} finding={finding} />
      </div>
    </div>
  )
}

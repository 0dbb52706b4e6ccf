import { identityKey } from '@waxseal/core/check'
import { isIssue, nextSteps, noIssuesWords, uncheckedCostsNothing } from '@waxseal/core/health'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { scoreOf } from '../../../components/seal/score-of.ts'
import type { ScanReply } from '../../../lib/queries.ts'
import { LoadFailed } from '../../../ui/load-failed.tsx'
import { Note } from '../../../ui/note.tsx'
import { Sheet } from '../../../ui/sheet.tsx'
import { Decided, Muted } from '../decisions/decided-findings.tsx'
import { countWords, sortOut } from '../decisions/decisions.ts'
import { useDecided } from '../decisions/decisions-context.tsx'
import { uncheckedAnchor } from '../section-ids.ts'
import { reportTexts } from '../wording.ts'
import { Issue } from './issue.tsx'
import { isRecommendation } from './place-of.ts'

/** Every finding with its meaning, advice and action, in the order to resolve them; separately, the checks that failed. */
export function IssuesList({ scan }: { scan: ScanReply }): ReactNode {
  const { findings: all, unchecked } = scan
  const nothingChecked = scan.coverage === 0
  const notes = all.filter(finding => !isIssue(finding) && !isRecommendation(finding))
  const findings = [...nextSteps({ ...scan, health_score: scoreOf(scan) }), ...notes]
  const recommended = all.length - findings.length
  const { all: decisions, failed, reload } = useDecided()
  const { shown, muted } = sortOut(findings, decisions)
  const { gone } = sortOut(all, decisions)
  const count = findings.length > 0 && <span className="text-13 text-ink3">{countWords({ shown, muted })}</span>
  return (
    <Sheet title="Issues Found" aside={count}>
      {findings.length === 0 && !nothingChecked && <p className="text-ink2">{noIssuesWords(scan)}</p>}
      {failed && <LoadFailed what="Your decisions about these findings" onRetry={reload} />}
      <ul>
        {shown.map(({ finding }) => (
          <li key={identityKey(finding)} className="border-b border-line py-3 first:border-t">
            <Issue finding={finding} />
          </li>
        ))}
      </ul>
      <Muted muted={muted} />
      <Decided decided={[...shown, ...muted]} gone={gone} />
      {recommended > 0 && (
        <p className="mt-3 text-13 text-ink3">
          {`${recommended} ${findings.length > 0 ? 'more ' : ''}${recommended === 1 ? 'recommendation costs' : 'recommendations cost'} no points: see `}
          <Link to="#transport" className="prose-link rounded">
            {reportTexts.transport}
          </Link>
          .
        </p>
      )}
      {unchecked.length > 0 && (
        <div id={uncheckedAnchor} className="mt-6">
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
            <p className="mt-1 text-13 text-ink3">{uncheckedCostsNothing}</p>
          </Note>
        </div>
      )}
    </Sheet>
  )
}

/** The number of initially visible lines, because many lists may refuse. */
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

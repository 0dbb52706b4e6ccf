import { identityKey } from '@waxseal/core/check'
import { changeNotes, isSameScore, namedMax, noChangeWords } from '@waxseal/core/health'
import { CircleAlert, CircleCheck, type LucideIcon } from 'lucide-react'
import { Fragment, type ReactNode } from 'react'
import { Link } from 'react-router'
import { ScoreChange } from '../../../components/score-change.tsx'
import type { ScanReply } from '../../../lib/queries.ts'
import { TimeAgo } from '../../../ui/time-ago.tsx'

type ScanChanges = NonNullable<ScanReply['changes']>
type Changed = ScanChanges['fixed'][number]

interface Props {
  scan: Pick<ScanReply, 'changes'>
  /** The id of the place in the report that shows a new finding. */
  placeOf: (finding: Changed) => string
}

/** What changed since the last comparable scan: "60 → 83, fixed: DMARC record missing". Nothing for a first scan. */
export function Changes({ scan: { changes }, placeOf }: Props): ReactNode {
  if (changes === null) return null
  return (
    <div className="mb-6 border-b border-line pb-4">
      <ChangesLine changes={changes} placeOf={placeOf} />
      <p className="mt-1 text-13 text-ink3">
        {changeNotes(changes).map(note => `${note} `)}
        Compared with a scan from <TimeAgo at={changes.since} />.
      </p>
    </div>
  )
}

function ChangesLine({ changes, placeOf }: { changes: ScanChanges } & Pick<Props, 'placeOf'>): ReactNode {
  const { compared, score_before: before, score_after: after, fixed, added } = changes
  const isQuiet = fixed.length + added.length === 0
  const hasScores = compared === 'all' && !(isQuiet && isSameScore(changes))
  return (
    <p className="[overflow-wrap:anywhere]">
      {hasScores && <ScoreChange before={before} after={after} />}
      {hasScores && !isQuiet && ', '}
      {isQuiet && !hasScores && noChangeWords(changes)}
      <Named word={hasScores ? 'fixed' : 'Fixed'} icon={CircleCheck} tone="text-excellent" findings={fixed} />
      {fixed.length > 0 && added.length > 0 && '; '}
      <Named
        word={hasScores || fixed.length > 0 ? 'new' : 'New'}
        icon={CircleAlert}
        tone="text-fair"
        findings={added}
        placeOf={placeOf}
      />
    </p>
  )
}

interface NamedProps {
  word: string
  icon: LucideIcon
  tone: string
  findings: readonly Changed[]
  /** Given where the report shows them, so that each leads to its place. */
  placeOf?: Props['placeOf']
}

function Named({ word, icon: Icon, tone, findings, placeOf }: NamedProps): ReactNode {
  if (findings.length === 0) return null
  const more = findings.length - namedMax
  return (
    <>
      <Icon className={`me-1 inline size-4 align-[-0.2em] ${tone}`} aria-hidden />
      <span className={`font-[560] ${tone}`}>{word}: </span>
      {findings.slice(0, namedMax).map((finding, at) => (
        <Fragment key={identityKey(finding)}>
          {at > 0 && ', '}
          {placeOf ? (
            <Link to={`#${placeOf(finding)}`} className="prose-link rounded">
              {finding.reason}
            </Link>
          ) : (
            finding.reason
          )}
        </Fragment>
      ))}
      {more > 0 && ` and ${more} more`}
    </>
  )
}

import { identityKey } from '@waxseal/core/check'
import {
  type ChangePart,
  changeNotes,
  changeParts,
  isSameScore,
  namedMax,
  noChangeWords,
  wasWords,
} from '@waxseal/core/health'
import { knownOf } from '@waxseal/core/watch'
import { ArrowRight, ChevronDown, ChevronUp, CircleAlert, CircleCheck } from 'lucide-react'
import { Fragment, type ReactNode } from 'react'
import { Link } from 'react-router'
import { ScoreChange } from '../../../components/score-change.tsx'
import type { ScanReply } from '../../../lib/queries.ts'
import { timeInSentence } from '../../../lib/time-in-sentence.ts'
import { TimeAgo } from '../../../ui/time-ago.tsx'

type ScanChanges = NonNullable<ScanReply['changes']>
type Changed = ScanChanges['fixed'][number]

interface Props {
  scan: Pick<ScanReply, 'changes' | 'finished_at' | 'changed_after_scan'>
  /** The id of the place in the report that shows a new finding. */
  placeOf: (finding: Changed) => string
}

/** What changed since the last comparable scan: "60 → 83, fixed: DMARC record missing". Nothing for a first scan. */
export function Changes({ scan, placeOf }: Props): ReactNode {
  const { changes } = scan
  if (changes === null) return null
  // What changed since is said above: "No changes" would deny it.
  if (knownOf(scan).changes.length > 0 && changeParts(changes).length === 0) return null
  return (
    <div className="mb-6 border-b border-line pb-4">
      <ChangesLine changes={changes} placeOf={placeOf} />
      <p className="mt-1 text-13 text-ink3">
        {changeNotes(changes).map(note => `${note} `)}
        Compared with a scan from{' '}
        <span className="whitespace-nowrap">
          <TimeAgo at={changes.since} words={timeInSentence} />.
        </span>
      </p>
    </div>
  )
}

function ChangesLine({ changes, placeOf }: { changes: ScanChanges } & Pick<Props, 'placeOf'>): ReactNode {
  const { compared, score_before: before, score_after: after } = changes
  const parts = changeParts(changes)
  const isQuiet = parts.length === 0
  const hasScores = compared === 'all' && !(isQuiet && isSameScore(changes))
  return (
    <p className="[overflow-wrap:anywhere]">
      {hasScores && <ScoreChange before={before} after={after} />}
      {hasScores && !isQuiet && ', '}
      {isQuiet && !hasScores && noChangeWords(changes)}
      {parts.map((part, at) => (
        <Fragment key={part.word}>
          {at > 0 && '; '}
          <Part {...part} isFirst={at === 0 && !hasScores} placeOf={placeOf} />
        </Fragment>
      ))}
    </p>
  )
}

const looks = {
  fixed: { icon: CircleCheck, tone: 'text-excellent' },
  'next step': { icon: ArrowRight, tone: 'text-info' },
  better: { icon: ChevronUp, tone: 'text-excellent' },
  worse: { icon: ChevronDown, tone: 'text-fair' },
  new: { icon: CircleAlert, tone: 'text-fair' },
} as const

interface PartProps extends ChangePart, Pick<Props, 'placeOf'> {
  /** Whether it begins the line. */
  isFirst: boolean
}

/** The findings of one word. Those that the report shows lead to their place. */
function Part({ word, findings, isFirst, placeOf }: PartProps): ReactNode {
  const { icon: Icon, tone } = looks[word]
  const more = findings.length - namedMax
  return (
    <>
      <Icon className={`me-1 inline size-4 align-[-0.2em] ${tone}`} aria-hidden />
      <span className={`font-[560] ${tone}`}>
        {isFirst ? `${word.charAt(0).toUpperCase()}${word.slice(1)}` : word}:{' '}
      </span>
      {findings.slice(0, namedMax).map((finding, at) => (
        <Fragment key={identityKey(finding)}>
          {at > 0 && ', '}
          {word === 'fixed' ? (
            finding.reason
          ) : (
            <Link to={`#${placeOf(finding)}`} className="prose-link rounded">
              {finding.reason}
            </Link>
          )}
          {wasWords(finding.was)}
        </Fragment>
      ))}
      {more > 0 && ` and ${more} more`}
    </>
  )
}

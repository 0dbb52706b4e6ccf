import { analysisWords, levelTones, threatLevel } from '@waxseal/core/headers'
import type { ReactNode } from 'react'
import { cx } from '../../ui/class-names.ts'
import { Sheet } from '../../ui/sheet.tsx'
import { Tag, toneFill } from '../../ui/tag.tsx'
import type { Analysis } from './api.ts'
import { Bounded } from './bounded.tsx'
import { EvidenceLines } from './evidence-lines.tsx'
import { PlainText } from './plain-text.tsx'
import { headerTexts } from './wording.ts'

export function ThreatCard({ analysis: { threat_score: score, findings } }: { analysis: Analysis }): ReactNode {
  const level = threatLevel(score)
  const reasons = findings.filter(({ points }) => points > 0)
  const notes = findings.filter(({ points }) => points <= 0)
  return (
    <Sheet title={headerTexts.threatAssessment}>
      <div className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
        <p>
          <span className="text-34 font-[600]">{score}</span> <span className="text-ink2">out of 100</span>
        </p>
        <Tag tone={levelTones[level]}>{level}</Tag>
      </div>
      <div
        role="meter"
        aria-label="Threat score"
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={score}
        aria-valuetext={`${score} out of 100, ${level}`}
        className="mt-2 h-2.5 max-w-md rounded-[2px] bg-sunken"
      >
        <div
          className={cx('h-full min-w-0.5 rounded-[2px]', toneFill(levelTones[level]))}
          style={{ width: `${Math.min(100, Math.max(0, score))}%` }}
        />
      </div>
      <p className="mt-3 mb-4 max-w-prose text-13 text-ink2">
        {reasons.length === 0 ? analysisWords.noReasons : analysisWords.reasons}
      </p>
      <FindingList label="Reasons" findings={reasons} />
      <FindingList label="Notes without points" findings={notes} />
    </Sheet>
  )
}

function FindingList({ label, findings }: { label: string; findings: Analysis['findings'] }): ReactNode {
  if (findings.length === 0) return null
  return (
    <Bounded items={findings}>
      {shown => (
        <ul aria-label={label} className="border-t border-line">
          {shown.map(({ id, points, title, meaning, advice, clause, evidence }, index) => (
            <li
              key={`${id} ${index}`}
              className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2 border-b border-line py-3"
            >
              <span className="font-[560]">
                {points > 0 ? (
                  <>
                    +{points}
                    <span className="sr-only">{points === 1 ? ' point' : ' points'}</span>
                  </>
                ) : (
                  <span className="text-13 font-[400] text-ink3">Note</span>
                )}
              </span>
              <div className="min-w-0 max-w-prose">
                <h3 className="font-[560]">
                  <PlainText text={title} />
                </h3>
                <p className="text-ink2">
                  <PlainText text={meaning} />
                </p>
                {advice !== '' && (
                  <p className="mt-1">
                    <PlainText text={advice} />
                  </p>
                )}
                <p className="mt-1 text-12 text-ink3">{clause}</p>
                <EvidenceLines lines={evidence} />
              </div>
            </li>
          ))}
        </ul>
      )}
    </Bounded>
  )
}

import { checkNames, identityKey } from '@waxseal/core/check'
import { lossesOf, notRunWords, signed } from '@waxseal/core/health'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { severityTone } from '../../../components/bands.ts'
import { Seal } from '../../../components/seal/seal.tsx'
import type { ScanReply } from '../../../lib/queries.ts'
import { cx } from '../../../ui/class-names.ts'
import { Figure } from '../../../ui/figure.tsx'
import { toneFill } from '../../../ui/tag.tsx'
import type { Finding } from '../report.ts'
import { sectionIds } from '../section-ids.ts'
import { issueId } from './issue-id.ts'

interface Props {
  score: number
  scan: ScanReply
  sweep: boolean
  /** What a check without an account left out, in lines. */
  leftOut: readonly string[]
  /** Below the seal on a phone, below both where there is room. */
  nextStep: ReactNode
}

/** The seal, and beside it the steps from 100 to the score: each deduction is a bar that starts where the previous ended. */
export function ScoreFigure({ score, scan, sweep, leftOut, nextStep }: Props): ReactNode {
  const { findings, coverage } = scan
  const costs = findings.filter(finding => finding.points < 0)
  const steps: { finding: Finding; from: number; to: number }[] = []
  let level = 100
  for (const finding of costs) {
    const to = Math.max(0, level + finding.points)
    steps.push({ finding, from: level, to })
    level = to
  }
  const notRun = notRunWords(scan)
  const sentence =
    costs.length === 0
      ? 'No points are deducted from the starting score of 100.'
      : `From 100 down to ${score}: ${costs.map(({ reason, points }) => `${reason} ${signed(points)}`).join('; ')}.`
  return (
    <div className="grid grid-cols-1 items-start gap-x-8 gap-y-6 sm:grid-cols-[auto_minmax(0,1fr)]">
      {/* A new scan has a new seal, which may be animated again; open and typed content beside it stays. */}
      <Seal
        key={scan.finished_at}
        score={score}
        losses={lossesOf(scan)}
        sweep={sweep}
        size={184}
        unchecked={1 - coverage}
        hrefOf={check => `#${sectionIds[check]}`}
      />
      <div className="sm:order-last sm:col-span-2">{nextStep}</div>
      <div>
        <h3 className="mb-2 text-13 text-ink3">Score Breakdown</h3>
        <Figure
          legible
          sentence={sentence}
          columns={['Reason', 'Points', 'Score']}
          numbersFrom={1}
          rows={[
            ['Starting score', '', 100],
            ...steps.map(({ finding, to }) => [finding.reason, signed(finding.points), to]),
            ...leftOut.map(line => [line, '–', '']),
            ['Health score', '', score],
          ]}
          drawing={
            <ul className="text-13">
              <Bar label="Starting score" number="100" from={0} to={100} fill="bg-ink3" strong />
              {steps.map(({ finding, from, to }) => (
                <Bar
                  key={identityKey(finding)}
                  letter={checkNames[finding.check].letter}
                  label={
                    <Link to={`#${issueId(finding)}`} className="rounded hover:underline">
                      {finding.reason}
                    </Link>
                  }
                  number={signed(finding.points)}
                  from={to}
                  to={from}
                  fill={toneFill(severityTone[finding.severity])}
                />
              ))}
              {leftOut.map(line => (
                <Bar key={line} label={line} number="–" from={0} to={0} fill={null} />
              ))}
              <Bar
                label={notRun === null ? 'Health score' : `Health score (${notRun})`}
                number={String(score)}
                from={0}
                to={score}
                fill="bg-ink3"
                strong
              />
            </ul>
          }
        />
      </div>
    </div>
  )
}

interface BarProps {
  letter?: string
  label: ReactNode
  number: string
  from: number
  to: number
  /** null: no bar. */
  fill: string | null
  strong?: boolean
}

function Bar({ letter = '', label, number, from, to, fill, strong = false }: BarProps): ReactNode {
  return (
    <li className="grid grid-cols-[1rem_minmax(0,1fr)_2.5rem] items-baseline gap-x-2 border-b border-line py-1.5 lg:grid-cols-[1rem_minmax(0,1fr)_2.5rem_minmax(0,8rem)]">
      <span className="font-[600] text-ink3" aria-hidden>
        {letter}
      </span>
      <span className={cx('min-w-0 [overflow-wrap:anywhere]', strong ? 'font-[600]' : 'text-ink2')}>{label}</span>
      <span className={cx('text-end', strong ? 'font-[600]' : 'font-[560]')}>{number}</span>
      {fill !== null && (
        <span className="relative h-2.5 self-center rounded-[2px] bg-sunken max-lg:hidden" aria-hidden>
          <span
            className={cx('absolute inset-y-0 min-w-0.5 rounded-[2px]', fill)}
            style={{ left: `${from}%`, width: `${to - from}%` }}
          />
        </span>
      )}
    </li>
  )
}

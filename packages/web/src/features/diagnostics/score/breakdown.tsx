import { identityKey } from '@waxseal/core/check'
import type { ReactNode } from 'react'
import { severityTone } from '../../../components/bands.ts'
import { cx } from '../../../ui/class-names.ts'
import { Figure } from '../../../ui/figure.tsx'
import { toneFill } from '../../../ui/tag.tsx'
import type { Finding } from '../report.ts'

interface Props {
  score: number
  findings: readonly Finding[]
}

/** The steps from 100 to the score: each deduction is a bar that starts where the previous one ended. */
export function Breakdown({ score, findings }: Props): ReactNode {
  const costs = findings.filter(finding => finding.points < 0)
  const steps: { finding: Finding; from: number; to: number }[] = []
  let level = 100
  for (const finding of costs) {
    steps.push({ finding, from: level, to: Math.max(0, level + finding.points) })
    level = Math.max(0, level + finding.points)
  }
  const sentence =
    costs.length === 0
      ? 'Nothing is deducted from the starting score of 100.'
      : `From 100 down to ${score}: ${costs.map(({ reason, points }) => `${reason} ${signed(points)}`).join('; ')}.`
  return (
    <Figure
      sentence={sentence}
      columns={['Reason', 'Points', 'Score']}
      numbersFrom={1}
      rows={[
        ['Starting score', '', 100],
        ...steps.map(({ finding, to }) => [finding.reason, signed(finding.points), to]),
        ['Health score', '', score],
      ]}
      drawing={
        <div className="text-13">
          <Bar label="Starting score" number="100" from={0} to={100} fill="bg-ink3" strong />
          {steps.map(({ finding, from, to }) => (
            <Bar
              key={identityKey(finding)}
              label={finding.reason}
              number={signed(finding.points)}
              from={to}
              to={from}
              fill={toneFill(severityTone[finding.severity])}
            />
          ))}
          <Bar label="Health score" number={String(score)} from={0} to={score} fill="bg-ink3" strong />
        </div>
      }
    />
  )
}

/** With a true minus sign, which is as wide as a digit. */
export function signed(points: number): string {
  return points < 0 ? `−${-points}` : points > 0 ? `+${points}` : '0'
}

interface BarProps {
  label: string
  number: string
  from: number
  to: number
  fill: string
  strong?: boolean
}

function Bar({ label, number, from, to, fill, strong = false }: BarProps): ReactNode {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_3rem] items-center gap-x-4 border-b border-line py-1.5 sm:grid-cols-[minmax(0,1fr)_3rem_minmax(0,20rem)]">
      <span className={cx('min-w-0', strong ? 'font-[600]' : 'text-ink2')}>{label}</span>
      <span className={cx('text-end', strong ? 'font-[600]' : 'font-[560]')}>{number}</span>
      <span className="relative h-2.5 rounded-[2px] bg-sunken max-sm:col-span-2 max-sm:mt-1">
        <span
          className={cx('absolute inset-y-0 min-w-0.5 rounded-[2px]', fill)}
          style={{ left: `${from}%`, width: `${to - from}%` }}
        />
      </span>
    </div>
  )
}

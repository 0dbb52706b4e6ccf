import { type CheckId, checkNames } from '@waxseal/core/check'
import { bandOf, type Loss, rimOf, sealSentence } from '@waxseal/core/health'
import type { ReactNode } from 'react'
import { Figure } from '../../ui/figure.tsx'
import { toneColour } from '../../ui/tag.tsx'
import { bandTone, severityTone } from '../bands.ts'
import { Seal } from './seal.tsx'

interface Props {
  score: number | null
  losses: readonly Loss[]
  sweep?: boolean
  size?: number
}

/** The seal with a legend of the lost points, by check. */
export function SealFigure({ score, losses, sweep = false, size = 168 }: Props): ReactNode {
  if (score === null) return <Seal score={null} losses={[]} size={size} />
  const { groups } = rimOf(score, losses)
  const rows = groups.map(group => [checkNames[group.check].title, -group.points])
  return (
    <Figure
      sentence={sealSentence(score, losses)}
      columns={['Check', 'Points']}
      numbersFrom={1}
      rows={[['Starting score', 100], ...rows, ['Health score', score]]}
      drawing={
        <div className="flex flex-wrap items-center gap-x-6 gap-y-4">
          <Seal score={score} losses={losses} sweep={sweep} size={size} />
          <Legend score={score} groups={groups} />
        </div>
      }
    />
  )
}

interface LegendProps {
  score: number
  groups: readonly { check: CheckId; points: number; severity: Loss['severity'] }[]
}

function Legend({ score, groups }: LegendProps): ReactNode {
  return (
    <div className="min-w-44 grow">
      <p className="mb-2 text-13 text-ink3">Points lost</p>
      <dl className="text-13">
        {groups.map(({ check, points, severity }) => (
          <div key={check} className="flex items-baseline gap-2 border-b border-line py-1">
            <dt className="flex grow items-baseline gap-2">
              <span
                className="w-4 text-center font-[600]"
                style={{
                  color: `var(--${severityTone[severity]})`,
                  borderBottom: `3px solid ${toneColour(severityTone[severity])}`,
                }}
              >
                {checkNames[check].letter}
              </span>
              {checkNames[check].title}
            </dt>
            <dd className="font-[560]">−{points}</dd>
          </div>
        ))}
        <div className="flex items-baseline gap-2 py-1">
          <dt className="grow ps-6 text-ink2">{groups.length === 0 ? 'No points lost' : 'Score'}</dt>
          <dd className="font-[600]" style={{ color: `var(--${bandTone[bandOf(score)]})` }}>
            {score}
          </dd>
        </div>
      </dl>
    </div>
  )
}

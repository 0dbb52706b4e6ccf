import { type CheckId, checkNames } from '@waxseal/core/check'
import { arcPath, bandOf, type Loss, notchDepth, pointAt, rimOf, sealSentence } from '@waxseal/core/health'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { cx } from '../../ui/class-names.ts'
import { type Tone, toneColour, toneText } from '../../ui/tag.tsx'
import { bandTone, severityTone } from '../bands.ts'

/** Half the side of the drawing's square; its center is the origin. */
const half = 100
const outer = 84
const length = 11

interface Props {
  /** null: not scored. */
  score: number | null
  losses: readonly Loss[]
  /** Width in CSS pixels. */
  size?: number
  /** Draws the rim in an animation, only directly after a scan. */
  sweep?: boolean
  /** The share of the checks that did not run, 0 to 1: as many of the remaining ticks are hatched. */
  unchecked?: number
  /** Makes the letters links: the address for a check. The drawing is then a group, since an image has no links. */
  hrefOf?: (check: CheckId) => string
}

/** The health score as a seal: remaining points are ticks, lost points are notches in the rim. */
export function Seal({ score, losses, size = 160, sweep = false, unchecked = 0, hrefOf }: Props): ReactNode {
  const rim = rimOf(score ?? 100, score === null ? [] : losses)
  const kept = rim.ticks.filter(({ severity }) => severity === null).length
  const solid = kept - Math.min(kept, Math.ceil(unchecked * 100))
  const band = score === null ? null : bandOf(score)
  return (
    <svg
      role={hrefOf === undefined ? 'img' : 'group'}
      aria-label={sealSentence(score, losses)}
      viewBox={`${-half} ${-half} ${2 * half} ${2 * half}`}
      width={size}
      height={size}
      className="shrink-0 overflow-visible"
    >
      <g
        className={cx(sweep && score !== null && 'seal-sweep')}
        style={{ transformBox: 'view-box' }}
        strokeLinecap="butt"
      >
        {rim.ticks.map(({ angle, severity }, index) => {
          const from = pointAt(angle, severity === null ? outer : outer - 4)
          const to = pointAt(angle, outer - (severity === null ? length : notchDepth[severity]))
          return (
            <line
              key={angle}
              x1={from.x}
              y1={from.y}
              x2={to.x}
              y2={to.y}
              strokeWidth={severity === null ? 1.6 : 3}
              stroke={severity === null ? keptColour(score) : toneColour(severityTone[severity])}
              strokeDasharray={severity === null && index >= solid ? '2.5 2' : undefined}
            />
          )
        })}
        {rim.groups.map(group => {
          const at = pointAt(group.middle, outer + 8)
          const letter = (
            <text
              key={group.check}
              x={at.x}
              y={at.y}
              textAnchor="middle"
              dominantBaseline="central"
              fontSize={12}
              fontWeight={600}
              fill={`var(--${severityTone[group.severity]})`}
            >
              {checkNames[group.check].letter}
            </text>
          )
          return hrefOf === undefined ? (
            letter
          ) : (
            <Link
              key={group.check}
              to={hrefOf(group.check)}
              aria-label={`${checkNames[group.check].title}: ${group.points} points lost`}
            >
              <circle cx={at.x} cy={at.y} r={14} fill="transparent" />
              {letter}
            </Link>
          )
        })}
      </g>
      <circle r={50} fill="none" stroke="var(--line)" strokeWidth={1} />
      <text
        y={band === null ? 0 : -7}
        textAnchor="middle"
        dominantBaseline="central"
        fontSize={38}
        fontWeight={600}
        fill="var(--ink)"
      >
        {score ?? '–'}
      </text>
      {band !== null && (
        <text
          y={22}
          textAnchor="middle"
          dominantBaseline="central"
          fontSize={14}
          fontWeight={600}
          className={toneText(bandTone[band])}
          fill="currentColor"
        >
          {band}
        </text>
      )}
    </svg>
  )
}

/** A whole seal is colored; points that remain beside lost ones are ink. */
function keptColour(score: number | null): string {
  if (score === null) return 'var(--idle-fill)'
  return score === 100 ? toneColour(bandTone.Excellent) : 'var(--ink2)'
}

interface SmallProps {
  score: number | null
  /** The name of the score: the band on the scale of the screen. */
  label: string
  tone: Tone
  size?: number
}

/** The seal below 64 pixels: one solid arc for the remaining points, and the number beside it. */
export function SmallSeal({ score, label, tone, size = 24 }: SmallProps): ReactNode {
  const radius = 41
  return (
    <span className="inline-flex items-center gap-2 whitespace-nowrap">
      <svg
        role="img"
        aria-label={score === null ? 'No score' : `Health score ${score} of 100`}
        viewBox="-50 -50 100 100"
        width={size}
        height={size}
        className="shrink-0"
        fill="none"
        strokeWidth={14}
      >
        <circle r={radius} stroke="var(--line)" strokeDasharray={score === null ? '6 8' : undefined} />
        {score !== null && <path d={arcPath(0, Math.max(score, 2) * 3.6, radius)} stroke={toneColour(tone)} />}
      </svg>
      <span className="min-w-6 text-13 font-[600]" aria-hidden>
        {score ?? '–'}
      </span>
      {label !== '' && <span className={cx('text-13', toneText(tone))}>{label}</span>}
    </span>
  )
}

/** The plain rim: the logo. */
export function Logo({ size = 24 }: { size?: number }): ReactNode {
  return (
    <svg
      viewBox="-50 -50 100 100"
      width={size}
      height={size}
      aria-hidden
      fill="none"
      stroke="var(--wax)"
      className="shrink-0"
    >
      <circle r={40} strokeWidth={15} pathLength={72} strokeDasharray="1.6 1.4" />
      <circle r={21} strokeWidth={6} />
    </svg>
  )
}

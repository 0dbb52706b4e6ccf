import { Minus, TrendingDown, TrendingUp } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from '../ui/class-names.ts'
import { toneText } from '../ui/tag.tsx'

interface Props {
  /** null: not scored. */
  before: number | null
  after: number | null
  /** With the difference and its sign. */
  signed?: boolean
}

/** "60 → 83" with an icon for the direction. */
export function ScoreChange({ before, after, signed = false }: Props): ReactNode {
  const difference = before === null || after === null ? null : after - before
  const tone = difference === null || difference === 0 ? 'idle' : difference > 0 ? 'excellent' : 'poor'
  const Icon = tone === 'idle' ? Minus : tone === 'excellent' ? TrendingUp : TrendingDown
  return (
    <span className="whitespace-nowrap">
      <Icon className={cx('me-1.5 inline size-4 align-[-0.2em]', toneText(tone))} aria-hidden />
      <span className="font-[600]">{`${before ?? 'not scored'} → ${after ?? 'not scored'}`}</span>
      {signed && difference !== null && difference !== 0 && (
        <span className={cx('ms-1.5 text-13', toneText(tone))}>{signOf(difference)}</span>
      )}
    </span>
  )
}

/** With a true minus sign, which is as wide as a digit. */
function signOf(difference: number): string {
  return difference < 0 ? `−${-difference}` : `+${difference}`
}

import { type UsageLevel, usageLevel } from '@waxseal/core/plan'
import type { ReactNode } from 'react'
import { cx } from '../../ui/class-names.ts'
import { Tag } from '../../ui/tag.tsx'

interface Props {
  label: string
  used: number
  /** null: unlimited. */
  limit: number | null
  /** The limit for display, where it is not the number: "1000+". */
  limitShown?: string | undefined
  resets: string
}

const fills: Record<UsageLevel, string> = { ok: 'bg-ink2', high: 'bg-fair-fill', critical: 'bg-poor-fill' }

/** How much of a quota is used: the bar is orange from 70%, and red with a warning from 90%. */
export function UsageBar({ label, used, limit, limitShown, resets }: Props): ReactNode {
  const level = usageLevel(used, limit)
  const full = limit !== null && used >= limit
  return (
    <div>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="font-[560]">{label}</span>
        <span>
          {used}
          <span className="text-ink3">{limit === null ? ', no limit' : ` of ${limitShown ?? limit}`}</span>
        </span>
      </div>
      {limit !== null && (
        <div
          role="progressbar"
          aria-label={label}
          aria-valuenow={Math.min(used, limit)}
          aria-valuemin={0}
          aria-valuemax={limit}
          aria-valuetext={`${used} of ${limit}`}
          className="mt-2 h-2 overflow-hidden rounded bg-sunken"
        >
          <div
            className={cx('h-full rounded', fills[level])}
            style={{ width: `${Math.min(100, (used / Math.max(1, limit)) * 100)}%` }}
          />
        </div>
      )}
      <div className="mt-1 flex flex-wrap items-baseline justify-between gap-x-4 text-13 text-ink3">
        <span>{resets}</span>
        {level === 'critical' && (
          <Tag tone="poor" bare>
            {full ? 'Used up' : 'Almost used up'}
          </Tag>
        )}
      </div>
    </div>
  )
}

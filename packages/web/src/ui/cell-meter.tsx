import type { ReactNode } from 'react'
import { cx } from './class-names.ts'

interface Props {
  label: string
  used: number
  limit: number
  /** The count is a lower bound, because some lookups failed. */
  atLeast?: boolean
}

const beyondMax = 10

/** A count against a small limit: one cell for each allowed unit, and further ones after a mark. */
export function CellMeter({ label, used, limit, atLeast = false }: Props): ReactNode {
  const beyond = Math.min(beyondMax, Math.max(0, used - limit))
  const over = used > limit
  const count = `${atLeast ? 'at least ' : ''}${used} of ${limit}`
  return (
    <div role="img" aria-label={`${label}: ${count}${over ? ', over the limit' : ''}`}>
      <div className="flex items-baseline justify-between gap-4 text-13" aria-hidden>
        <span className="text-ink2">{label}</span>
        <span className={cx('font-[560]', over && 'text-poor')}>{count}</span>
      </div>
      <div className="mt-1 flex h-3 items-stretch gap-[3px]" aria-hidden>
        {Array.from({ length: limit }, (_, i) => (
          <span key={i} className={cx('grow rounded-[2px]', i < used ? cellFill(over, used, limit) : 'bg-line')} />
        ))}
        {beyond > 0 && <span className="-my-1 w-0.5 bg-ink" />}
        {Array.from({ length: beyond }, (_, i) => (
          <span key={i} className="grow rounded-[2px] bg-poor-fill" />
        ))}
      </div>
    </div>
  )
}

function cellFill(over: boolean, used: number, limit: number): string {
  if (over) return 'bg-poor-fill'
  return limit >= 10 && used >= limit - 1 ? 'bg-fair-fill' : 'bg-ink2'
}

import type { ReactNode } from 'react'
import { cx } from '../../ui/class-names.ts'
import { Tag, toneFill } from '../../ui/tag.tsx'
import type { Counts, Severity } from './api.ts'
import { severities } from './severity.ts'

interface Props {
  /** null: not loaded yet. */
  counts: Counts['severities'] | null
  chosen: Severity | null
  onChoose: (severity: Severity | null) => void
}

/** How many changes there are of each severity. A press shows only these, a second one all again. */
export function Counters({ counts, chosen, onChoose }: Props): ReactNode {
  return (
    <div className="mb-8 grid grid-cols-3 border-y border-line" role="group" aria-label="Filter by severity">
      {(Object.keys(severities) as Severity[]).map((severity, at) => {
        const { tone, counter } = severities[severity]
        const isChosen = chosen === severity
        return (
          <button
            key={severity}
            type="button"
            aria-pressed={isChosen}
            className={cx(
              'relative min-w-0 px-2 py-3 text-start hover:bg-sunken/60 sm:px-4',
              at > 0 && 'border-s border-line',
              isChosen && 'bg-accent-tint',
            )}
            onClick={() => onChoose(isChosen ? null : severity)}
          >
            {isChosen && <span className={cx('absolute inset-x-0 -bottom-px h-0.5', toneFill(tone))} aria-hidden />}
            <span className="block text-26 font-[600]">
              {counts === null ? <span className="text-ink3">–</span> : counts[severity].toLocaleString('en')}
            </span>{' '}
            <Tag tone={tone} bare>
              {counter}
            </Tag>
          </button>
        )
      })}
    </div>
  )
}

import { changeTypeLabel } from '@waxseal/core/watch'
import { ChevronRight } from 'lucide-react'
import { memo, type ReactNode, useId, useState } from 'react'
import { Link } from 'react-router'
import { useCompactRows } from '../../lib/density.ts'
import { paths } from '../../lib/paths.ts'
import { changeTime } from '../../lib/time.ts'
import { cx } from '../../ui/class-names.ts'
import { Tag, toneFill } from '../../ui/tag.tsx'
import { TimeAgo } from '../../ui/time-ago.tsx'
import type { Change } from './api.ts'
import { severities } from './severity.ts'
import { ValuePair } from './value-pair.tsx'

/** One change of the timeline. It opens to the values before and after. */
export const ChangeEntry = memo(function ChangeEntry({ change }: { change: Change }): ReactNode {
  const [isOpen, setIsOpen] = useState(false)
  const id = useId()
  const isCompact = useCompactRows()
  const { tone, word } = severities[change.severity]
  return (
    <li className="relative border-b border-line ps-3">
      <span className={cx('absolute inset-y-0 start-0 w-[3px]', toneFill(tone))} aria-hidden />
      <div
        className={cx(
          'flex flex-wrap items-start gap-x-4 sm:grid sm:grid-cols-[minmax(0,1fr)_10rem]',
          isCompact ? 'py-0.5' : 'py-2',
        )}
      >
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={id}
          data-row-key="open"
          className="group grid min-w-0 grid-cols-[1.25rem_minmax(0,1fr)] rounded text-start max-sm:basis-full"
          onClick={() => setIsOpen(!isOpen)}
        >
          <ChevronRight
            className={cx('mt-0.5 size-4 text-ink3 transition-transform duration-180', isOpen && 'rotate-90')}
            aria-hidden
          />
          <span className="min-w-0 [overflow-wrap:anywhere]">
            <span className="flex flex-wrap items-center gap-x-3">
              <bdi className="font-[560] group-hover:underline">{change.domain_unicode ?? change.domain_name}</bdi>
              <span className="text-13 text-ink2">{changeTypeLabel(change.change_type)}</span>
              <Tag tone={tone} bare>
                {word}
              </Tag>
            </span>
            <span className="block">{change.change_description}</span>
          </span>
        </button>
        <span className="text-13 text-ink3 max-sm:ps-5 sm:text-end">
          <TimeAgo at={change.timestamp} words={changeTime} />
        </span>
      </div>
      <div id={id} hidden={!isOpen}>
        {isOpen && (
          <div className="ps-5 pt-1 pb-4">
            <ValuePair before={change.old_value} after={change.new_value} />
            <Link to={paths.diagnostics(change.domain_id)} className="prose-link mt-3 inline-block rounded text-13">
              Open the report
            </Link>
          </div>
        )}
      </div>
    </li>
  )
})

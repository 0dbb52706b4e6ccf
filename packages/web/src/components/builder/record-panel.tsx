import { type ReactNode, useEffect, useRef } from 'react'
import { Button } from '../../ui/button.tsx'
import { RecordView } from '../record-view/record-view.tsx'
import { PublishSteps } from './later-steps.tsx'

/** The record of a builder: the one that the form describes, until it is generated. */
export interface PanelRecord {
  /** The fully qualified name. */
  name: string
  value: string
  grammar: 'spf' | 'dmarc'
  /** It was generated from the current form. */
  isGenerated: boolean
}

interface Props {
  record: PanelRecord
  /** Stands at the end of the title line. */
  aside?: ReactNode
  /** The number of records generated on this visit: each moves the view and the focus here. */
  arrivals: number
  /** About the record: what to do with it, its effect at receivers. */
  children: ReactNode
}

/** What gets the focus below a record that stays in sight scrolls clear of it, beyond the header (WCAG 2.4.11). */
export const belowRecord = 'lg:[&_:is(a,button,input,summary,section)]:scroll-mt-[calc(min(24rem,45vh)-4rem)]'

/** The element that "View record" leads to. */
const recordHeadingId = 'record-heading'

/** Shows the record from its beginning, and moves the focus to its heading. */
function showRecord(): void {
  const heading = document.getElementById(recordHeadingId)
  // The heading may be stuck to the top of the window; the place before it never is.
  heading?.closest('section')?.firstElementChild?.scrollIntoView({ block: 'start' })
  heading?.focus({ preventScroll: true })
}

/**
 * The one sheet of the record. On a wide screen its record stays below the header while the form and the other sheets
 * scroll.
 */
export function RecordPanel({ record, aside, arrivals, children }: Props): ReactNode {
  const { name, value, grammar, isGenerated } = record
  const shown = useRef(arrivals)
  useEffect(() => {
    // Someone is at work on the record: the steps may be the next that is needed.
    const work = ['pointerdown', 'keydown'] as const
    for (const kind of work) addEventListener(kind, PublishSteps.preload, { once: true })
    return () => {
      for (const kind of work) removeEventListener(kind, PublishSteps.preload)
    }
  }, [])
  useEffect(() => {
    if (arrivals !== shown.current) showRecord()
    shown.current = arrivals
  }, [arrivals])
  return (
    // Without a box of its own on a wide screen, so that the record sticks for as long as the whole column is in view.
    <section aria-labelledby={recordHeadingId} className="lg:contents">
      <div />
      <div className="border-t border-ink bg-paper pt-3 pb-2 lg:sticky lg:top-14 lg:z-10">
        <div className="mb-2 flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
          <h2 id={recordHeadingId} tabIndex={-1} className="text-16 font-[600]">
            {isGenerated ? 'Generated DNS record' : 'Live preview'}
          </h2>
          {aside}
        </div>
        <RecordView name={name} type="TXT" text={value} grammar={grammar} isDraft={!isGenerated} />
      </div>
      <div className={`mt-4 grid grid-cols-1 gap-6 ${belowRecord}`}>{children}</div>
    </section>
  )
}

/** On a narrow screen: the record at the bottom of the window while the form is in view. */
export function RecordBar({ record: { value } }: { record: PanelRecord }): ReactNode {
  return (
    <div className="sticky bottom-0 z-10 -mx-4 mt-6 flex items-center gap-3 border-t border-ink bg-paper px-4 py-2 sm:-mx-6 sm:px-6 lg:hidden">
      <span className="min-w-0 grow truncate font-mono text-13" dir="ltr">
        {value}
      </span>
      <Button size="small" onClick={showRecord}>
        View record
      </Button>
    </div>
  )
}

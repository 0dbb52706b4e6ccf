import type { ReactNode } from 'react'
import { Note } from '../../ui/note.tsx'
import { belowRecord, type PanelRecord, RecordBar } from './record-panel.tsx'

interface Props {
  record: PanelRecord
  form: ReactNode
  /** The record and what follows it. */
  panel: ReactNode
  /** The sheets below the record. */
  children: ReactNode
}

/**
 * The form on the left, its record on the right; on a narrow screen one below the other, with the record's first line in
 * sight. What gets the focus scrolls clear of the record that stays in sight (WCAG 2.4.11).
 */
export function BuilderColumns({ record, form, panel, children }: Props): ReactNode {
  return (
    <div className="grid grid-cols-1 gap-x-12 gap-y-10 lg:grid-cols-[minmax(0,25rem)_minmax(0,1fr)]">
      <div className="min-w-0 max-lg:[&_:is(a,button,input,select,summary)]:scroll-mb-20">
        {form}
        <RecordBar record={record} />
      </div>
      <div className="flex min-w-0 flex-col">
        {panel}
        <div className={`mt-10 grid grid-cols-1 gap-10 ${belowRecord}`}>{children}</div>
      </div>
    </div>
  )
}

/** The placeholder of the record. */
export function NothingGenerated({ title, children }: { title: string; children: ReactNode }): ReactNode {
  return (
    <div className="rounded border border-dashed border-field px-6 py-4 text-center">
      <p className="font-[600]">{title}</p>
      <p className="mx-auto mt-1 max-w-prose text-balance text-ink2">{children}</p>
    </div>
  )
}

/** The record on screen is not the generated one any more. */
export function ChangedSince(): ReactNode {
  return (
    <Note look="warning" title="The form has changed since this record was generated">
      Regenerate it before you publish it.
    </Note>
  )
}

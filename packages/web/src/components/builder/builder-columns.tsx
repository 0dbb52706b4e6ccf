import type { ReactNode } from 'react'
import { Note } from '../../ui/note.tsx'

/** The form on the left, its result on the right; on a narrow screen one below the other. */
export function BuilderColumns({ form, children }: { form: ReactNode; children: ReactNode }): ReactNode {
  return (
    <div className="grid grid-cols-1 gap-x-12 gap-y-10 lg:grid-cols-[minmax(0,25rem)_minmax(0,1fr)]">
      <div className="min-w-0">{form}</div>
      <div className="grid grid-cols-1 min-w-0 content-start gap-10">{children}</div>
    </div>
  )
}

/** The placeholder of the record. */
export function NothingGenerated({ title, children }: { title: string; children: ReactNode }): ReactNode {
  return (
    <div className="rounded border border-dashed border-field px-6 py-8 text-center">
      <p className="font-[600]">{title}</p>
      <p className="mx-auto mt-1 max-w-prose text-balance text-ink2">{children}</p>
    </div>
  )
}

/** The generated record. `inStep`: it matches the form. */
export function GeneratedRecord({ inStep, children }: { inStep: boolean; children: ReactNode }): ReactNode {
  return (
    <div className="grid grid-cols-1 gap-6">
      {!inStep && (
        <Note look="warning" title="The form has changed since this record was generated">
          Regenerate it before you publish it.
        </Note>
      )}
      {children}
    </div>
  )
}

/** The next steps, in order. */
export function NextSteps({ children }: { children: ReactNode }): ReactNode {
  return (
    <div>
      <h3 className="mb-2 text-14 font-[600]">Next steps</h3>
      <ol className="ms-5 grid grid-cols-1 list-decimal gap-2 text-ink2 marker:font-[560] marker:text-ink [&>li]:ps-1">
        {children}
      </ol>
    </div>
  )
}

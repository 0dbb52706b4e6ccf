import { type ReactNode, useRef } from 'react'
import type { Drafted } from '../../lib/use-draft.ts'
import { Button } from '../../ui/button.tsx'
import { Note } from '../../ui/note.tsx'

/** Stands around a form that was left and is come back to: says so, and begins anew when asked to. */
export function DraftFrame<T>({ work, children }: { work: Drafted<T>; children: ReactNode }): ReactNode {
  const frame = useRef<HTMLDivElement>(null)

  function startOver(): void {
    work.startOver()
    // The button that had the focus goes.
    frame.current?.focus()
  }

  return (
    <div ref={frame} tabIndex={-1} className="grid grid-cols-1 gap-8 outline-none">
      {work.kept && (
        <Note
          look="info"
          title="As you left it"
          action={
            <Button size="small" onClick={startOver}>
              Start over
            </Button>
          }
        >
          What you changed here is kept until you load the page anew.
        </Note>
      )}
      {children}
    </div>
  )
}

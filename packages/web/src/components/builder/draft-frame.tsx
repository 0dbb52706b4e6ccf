import { type ReactNode, useEffect, useRef } from 'react'
import type { Drafted } from '../../lib/use-draft.ts'
import { Button } from '../../ui/button.tsx'
import { Note } from '../../ui/note.tsx'

/** Stands around a form that was left and is come back to: says so, begins anew when asked to, and takes that back. */
export function DraftFrame<T>({ work, children }: { work: Drafted<T>; children: ReactNode }): ReactNode {
  const news = useRef<HTMLDivElement>(null)
  const { begunAnew } = work
  const times = begunAnew?.times ?? 0
  useEffect(() => {
    // The button that had the focus goes, and may stand far below: what happened, and the way back, is read here.
    if (times > 0) news.current?.focus()
  }, [times])

  return (
    <div className="grid grid-cols-1 gap-8">
      {begunAnew !== null ? (
        <div ref={news} role="status" tabIndex={-1} className="scroll-mt-20 outline-none">
          <Note
            look="info"
            title={begunAnew.undone ? 'Taken back' : 'Begun anew'}
            action={
              <Button size="small" onClick={begunAnew.swap}>
                {begunAnew.undone ? 'Redo' : 'Undo'}
              </Button>
            }
          >
            {begunAnew.undone
              ? 'What took its place is kept until you leave.'
              : 'What stood here before is kept until you leave.'}
          </Note>
        </div>
      ) : (
        work.kept && (
          <Note
            look="info"
            title="As you left it"
            action={
              <Button size="small" onClick={() => work.startOver()}>
                Start over
              </Button>
            }
          >
            What you changed here is kept in this tab until you sign out.
          </Note>
        )
      )}
      {children}
    </div>
  )
}

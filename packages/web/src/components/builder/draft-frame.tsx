import { type ReactNode, useEffect, useRef } from 'react'
import type { Drafted } from '../../lib/use-draft.ts'
import { Button } from '../../ui/button.tsx'
import { Note } from '../../ui/note.tsx'

/** The frame of a form with a restored draft: it says so, starts over on request, and can undo that. */
export function DraftFrame<T>({ work, children }: { work: Drafted<T>; children: ReactNode }): ReactNode {
  const news = useRef<HTMLDivElement>(null)
  const { startedOver } = work
  const times = startedOver?.times ?? 0
  useEffect(() => {
    // The focused button disappears and may be far below, so the focus moves to the message with the undo button.
    if (times > 0) news.current?.focus()
  }, [times])

  return (
    <div className="grid grid-cols-1 gap-8">
      {startedOver !== null ? (
        <div ref={news} role="status" tabIndex={-1} className="scroll-mt-4 outline-none">
          <Note
            look="info"
            title={startedOver.undone ? 'Undone' : 'Started over'}
            action={
              <Button size="small" onClick={startedOver.swap}>
                {startedOver.undone ? 'Redo' : 'Undo'}
              </Button>
            }
          >
            {startedOver.undone
              ? 'Select Redo to start over again.'
              : 'Select Undo to restore your changes. They are lost when you leave.'}
          </Note>
        </div>
      ) : (
        work.kept && (
          <Note
            look="info"
            title="Your unsaved changes"
            action={
              <Button size="small" onClick={() => work.startOver()}>
                Start over
              </Button>
            }
          >
            This tab keeps your changes until you sign out.
          </Note>
        )
      )}
      {children}
    </div>
  )
}

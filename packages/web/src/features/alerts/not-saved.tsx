import type { ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import type { Typed } from './save-queue.ts'

/** What is wrong with a typed text, beside its field. */
export function problemOf(typed: Typed | undefined): string | null {
  return typed?.problem ?? null
}

interface Props {
  typed: Typed | undefined
  onSave: () => void
}

/** Below a text that was not saved: the button that tries it again. */
export function NotSaved({ typed, onSave }: Props): ReactNode {
  if (typed?.state !== 'kept' || typed.problem !== null) return null
  return (
    <p role="alert" className="mt-1 flex flex-wrap items-center gap-x-3 text-13 text-poor">
      Not saved.
      <Button size="small" onClick={onSave}>
        Save now
      </Button>
    </p>
  )
}

import { type ReactNode, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Note } from '../../ui/note.tsx'
import type { FromFinding } from './from-finding.ts'

interface Props {
  finding: FromFinding<string>
  /** The form has what the person changed on an earlier visit. */
  isKept: boolean
  /** The form has the record of the finding. */
  isFilled: boolean
  /** Fills the form with the record. */
  onTake: (record: string) => void
}

/** Says which finding led here. A form that the person has changed is filled only when they ask for it. */
export function FindingNote({ finding: { title, record }, isKept, isFilled, onTake }: Props): ReactNode {
  const [isTaken, setIsTaken] = useState(!isKept)
  if (record === null) {
    return (
      <Note look="info" title={`Opened for “${title}”`}>
        Change the field in focus, then generate the record.
      </Note>
    )
  }
  if (isTaken || isFilled) {
    return (
      <Note look="info" title={`Filled with the advised record for “${title}”`}>
        Check the fields, then generate the record.
      </Note>
    )
  }
  return (
    <Note
      look="info"
      title={`Fix for “${title}”`}
      action={
        <Button
          size="small"
          onClick={() => {
            setIsTaken(true)
            onTake(record)
          }}
        >
          Apply the fix
        </Button>
      }
    >
      The form has your unsaved changes. The fix replaces them; you can undo it.
    </Note>
  )
}

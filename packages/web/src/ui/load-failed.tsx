import type { ReactNode } from 'react'
import { updatedTexts } from '../lib/new-version.ts'
import { Button } from './button.tsx'
import { Note } from './note.tsx'

/** Shown where something could not be loaded, never where it is empty. */
export function LoadFailed({ what, onRetry }: { what: string; onRetry: () => void }): ReactNode {
  return (
    <div role="alert" className="py-4">
      <Note
        look="unknown"
        title={`${what} could not be loaded`}
        action={
          <Button size="small" onClick={onRetry}>
            Retry
          </Button>
        }
      >
        The server returned an error or no answer. Your data is safe.
      </Note>
    </div>
  )
}

/** Shown where the code of a part is gone, because the server has a newer version. */
export function Updated(): ReactNode {
  return (
    <div role="alert" className="py-4">
      <Note
        look="info"
        title={updatedTexts.title}
        action={
          <Button size="small" onClick={() => location.reload()}>
            {updatedTexts.reload}
          </Button>
        }
      >
        {updatedTexts.text}
      </Note>
    </div>
  )
}

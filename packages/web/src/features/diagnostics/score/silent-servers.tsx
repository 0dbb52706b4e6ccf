import { silentServersNote } from '@waxseal/core/health'
import type { ReactNode } from 'react'
import type { ScanReply } from '../../../lib/queries.ts'
import { Note } from '../../../ui/note.tsx'

/** At the top of a report that rests on the answers of an earlier scan. */
export function SilentServers({ scan }: { scan: ScanReply }): ReactNode {
  const { look, title, text } = silentServersNote(scan)
  return (
    <div className="mb-6 max-w-prose">
      <Note look={look} title={title}>
        {text}
      </Note>
    </div>
  )
}

import { deniedNote, type ScanNote, silentServersNote } from '@waxseal/core/health'
import type { ReactNode } from 'react'
import type { ScanReply } from '../../../lib/queries.ts'
import { Note } from '../../../ui/note.tsx'

/** At the top of a report that rests on the answers of an earlier scan. */
export function SilentServers({ scan }: { scan: ScanReply }): ReactNode {
  return <TopNote note={silentServersNote(scan)} />
}

/** At the top of the report of a name that its parent zone denies. */
export function Denied({ scan }: { scan: ScanReply }): ReactNode {
  return <TopNote note={deniedNote(scan)} />
}

function TopNote({ note: { look, title, text } }: { note: ScanNote }): ReactNode {
  return (
    <div className="mb-6 max-w-prose">
      <Note look={look} title={title}>
        {text}
      </Note>
    </div>
  )
}

import type { ReactNode } from 'react'
import { ChangedNote } from '../../components/changed-note.tsx'
import type { ScanReply } from '../../lib/queries.ts'
import { Note } from '../../ui/note.tsx'
import { TimeAgo } from '../../ui/time-ago.tsx'
import type { Start } from './start.ts'

/**
 * Says where the form's initial values come from, which parts were not taken over, and what monitoring saw change since the
 * scan that they come from.
 */
export function StartNote({ start, scan }: { start: Start; scan: ScanReply | null }): ReactNode {
  return (
    <>
      <Source start={start} />
      {scan !== null && <ChangedNote scan={scan} record="spf" />}
    </>
  )
}

function Source({ start }: { start: Start }): ReactNode {
  if (start.from === 'saved') {
    return (
      <Note look="info" title="Filled with your saved settings">
        Generated: <TimeAgo at={start.at} />
      </Note>
    )
  }
  if (start.from === 'nothing') return <WhyEmpty found={start.found} />
  // The note about the finding says the rest.
  if (start.from === 'finding' && start.leftOut.length === 0) return null
  return (
    <div className="grid grid-cols-1 gap-4">
      {start.from === 'scan' && (
        <Note look="info" title="Filled with the record the last scan found">
          Scanned: <TimeAgo at={start.at} />
        </Note>
      )}
      {start.from === 'published' && <Note look="info" title="Filled with the record that is published now" />}
      {start.leftOut.length > 0 && <LeftOut terms={start.leftOut} />}
    </div>
  )
}

function WhyEmpty({ found }: Pick<Extract<Start, { from: 'nothing' }>, 'found'>): ReactNode {
  switch (found) {
    case 'several':
      return (
        <Note look="warning" title="The last scan found several SPF records">
          Receivers ignore all of them, so the form starts empty. Replace all of them with the new record.
        </Note>
      )
    case 'unchecked':
      return (
        <Note look="unknown" title="The last scan could not check the SPF record">
          The form starts empty. Check the domain’s TXT records before you publish a new one.
        </Note>
      )
    default:
      return null
  }
}

function LeftOut({ terms }: { terms: readonly string[] }): ReactNode {
  const several = `This form cannot express ${terms.length} parts of that record`
  return (
    <Note look="warning" title={terms.length === 1 ? 'This form cannot express one part of that record' : several}>
      <ul>
        {terms.map((term, index) => (
          <li key={`${index} ${term}`} className="font-mono text-13" dir="ltr">
            {term}
          </li>
        ))}
      </ul>
    </Note>
  )
}

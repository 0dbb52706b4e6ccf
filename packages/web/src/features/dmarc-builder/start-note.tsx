import type { ReactNode } from 'react'
import type { ScanReply } from '../../lib/queries.ts'
import { Note } from '../../ui/note.tsx'
import { TimeAgo } from '../../ui/time-ago.tsx'
import type { Start } from './start.ts'

interface Props {
  start: Start
  scan: ScanReply | null
}

/** Says where the form's initial values come from, and which parts were not taken over. */
export function StartNote({ start, scan }: Props): ReactNode {
  switch (start.from) {
    case 'saved':
      return (
        <Note look="info" title="Filled with your saved settings">
          Generated: <TimeAgo at={start.at} />
        </Note>
      )
    case 'scan':
    case 'finding':
      // The note about the finding says the rest.
      return start.from === 'finding' && start.leftOut.length === 0 ? null : (
        <div className="grid grid-cols-1 gap-4">
          {start.from === 'scan' && (
            <Note look="info" title="Filled with the record the last scan found">
              Scanned: <TimeAgo at={start.at} />
            </Note>
          )}
          {start.leftOut.length > 0 && (
            <Note
              look="warning"
              title={
                start.leftOut.length === 1
                  ? 'This form cannot express one part of that record'
                  : `This form cannot express ${start.leftOut.length} parts of that record`
              }
            >
              <ul>
                {start.leftOut.map((part, index) => (
                  <li key={`${index} ${part}`} className="font-mono text-13" dir="ltr">
                    {part}
                  </li>
                ))}
              </ul>
            </Note>
          )}
        </div>
      )
    default:
      return <WhyEmpty scan={scan} />
  }
}

/** What the last scan knows of a domain without a readable record of its own. */
function WhyEmpty({ scan }: Pick<Props, 'scan'>): ReactNode {
  const reading = scan?.results.dmarc?.reading
  if (scan === null) return null
  if (!reading || reading.unchecked) {
    return (
      <Note look="unknown" title="The last scan could not check the DMARC record">
        Check the TXT record at _dmarc before you publish a new one.
      </Note>
    )
  }
  if (reading.multiple) {
    return (
      <Note look="warning" title="The last scan found several DMARC records">
        Receivers ignore all of them, so the form starts with defaults. Replace all of them with the new record.
      </Note>
    )
  }
  if (reading.inherited && reading.location !== null) {
    return (
      <Note look="info" title={`No record at this domain. The policy of ${reading.location} applies.`}>
        A record at this domain replaces that policy.
      </Note>
    )
  }
  return null
}

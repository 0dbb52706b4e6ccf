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
      return (
        <div className="grid grid-cols-1 gap-4">
          <Note look="info" title="Filled with the record the last scan found">
            Scanned: <TimeAgo at={start.at} />
          </Note>
          {start.leftOut.length > 0 && (
            <Note look="warning" title="Parts of that record have no place in this form, and are left out">
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
      <Note look="unknown" title="The last scan could not check whether there is a DMARC record">
        Look at what stands at _dmarc before you publish another one.
      </Note>
    )
  }
  if (reading.multiple) {
    return (
      <Note look="warning" title="The last scan found several DMARC records">
        None of them counts, so the form starts afresh. The record made here replaces all of them.
      </Note>
    )
  }
  if (reading.inherited && reading.location !== null) {
    return (
      <Note look="info" title={`This domain has no record of its own: the policy of ${reading.location} applies`}>
        A record made here takes its place for this domain.
      </Note>
    )
  }
  return null
}

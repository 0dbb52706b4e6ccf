import { ttlOf } from '@waxseal/core/health'
import { knownOf } from '@waxseal/core/watch'
import type { ReactNode } from 'react'
import { ChangedNote } from '../../components/changed-note.tsx'
import { RecordView } from '../../components/record-view/record-view.tsx'
import type { ScanReply } from '../../lib/queries.ts'
import { Sheet } from '../../ui/sheet.tsx'
import { Tag } from '../../ui/tag.tsx'
import { TimeAgo } from '../../ui/time-ago.tsx'
import { ownRecord } from './start.ts'

interface Props {
  name: string
  scan: ScanReply | null
  /** The record of the current form. */
  record: string
}

/**
 * The record that the last scan found at `_dmarc`, to compare with the new one. Where it found none, or the lookup failed,
 * there is only what monitoring saw change since.
 */
export function PublishedSheet({ name, scan, record }: Props): ReactNode {
  const published = ownRecord(scan)
  if (scan === null) return null
  if (published === null) return <ChangedNote scan={scan} record="dmarc" />
  const host = `_dmarc.${name}`
  return (
    <Sheet
      title="In the last scan"
      aside={
        <span className="text-13 text-ink3">
          <TimeAgo at={scan.finished_at} />
        </span>
      }
    >
      <ChangedNote scan={scan} record="dmarc" />
      <RecordView name={host} type="TXT" ttl={ttlOf(scan, host, 'TXT')} text={published} grammar="dmarc" />
      {published === record && knownOf(scan, 'dmarc').changes.length === 0 && (
        <div className="mt-2">
          <Tag tone="excellent" bare>
            No changes
          </Tag>
        </div>
      )}
    </Sheet>
  )
}

import { ttlOf } from '@waxseal/core/health'
import type { ReactNode } from 'react'
import { RecordView } from '../../components/record-view/record-view.tsx'
import type { ScanReply } from '../../lib/queries.ts'
import { Sheet } from '../../ui/sheet.tsx'
import { Tag } from '../../ui/tag.tsx'
import { ownRecord } from './start.ts'

interface Props {
  name: string
  scan: ScanReply | null
  /** The record of the current form. */
  record: string
}

/**
 * The record that the last scan found at `_dmarc`, to compare with the new one. Empty when it found none or the lookup
 * failed.
 */
export function PublishedSheet({ name, scan, record }: Props): ReactNode {
  const published = ownRecord(scan)
  if (scan === null || published === null) return null
  const host = `_dmarc.${name}`
  return (
    <Sheet title="Published now" aside={<span className="text-13 text-ink3">from the last scan</span>}>
      <RecordView name={host} type="TXT" ttl={ttlOf(scan, host, 'TXT')} text={published} grammar="dmarc" />
      {published === record && (
        <div className="mt-2">
          <Tag tone="excellent" bare>
            No changes
          </Tag>
        </div>
      )}
    </Sheet>
  )
}

import { cachesExpire } from '@waxseal/core/check'
import { ttlOf } from '@waxseal/core/health'
import type { ReactNode } from 'react'
import { ChangedSince, NothingGenerated } from '../../components/builder/builder-columns.tsx'
import { PublishSteps } from '../../components/builder/later-steps.tsx'
import { type PanelRecord, RecordPanel } from '../../components/builder/record-panel.tsx'
import type { Target } from '../../components/builder/target.ts'
import { nameServersOf } from '../../components/builder/use-known.ts'
import type { ScanReply } from '../../lib/queries.ts'
import { Note } from '../../ui/note.tsx'
import type { Generated } from './api.ts'
import { ExternalReports } from './external-reports.tsx'
import { ownRecord } from './start.ts'

/** The generated record; with warnings when it was generated just now. */
export type Made = Pick<Generated, 'dns_record' | 'warnings' | 'external_reports'>

interface Props {
  target: Target
  record: PanelRecord
  made: Made | null
  scan: ScanReply | null
  arrivals: number
}

/** The record as the form changes; once generated the steps to publish it. */
export function RecordSheet({ target, record, made, scan, arrivals }: Props): ReactNode {
  return (
    <RecordPanel record={record} arrivals={arrivals}>
      {made === null ? (
        <NothingGenerated title="No DMARC Record Generated">
          Choose what receivers do with mail that fails, and who gets the reports. Then generate the record.
        </NothingGenerated>
      ) : record.isGenerated ? (
        <>
          {made.warnings
            .filter(({ code }) => code !== 'could_not_check')
            .map(({ code, message }) => (
              <Note key={code + message} look="warning" title={message} />
            ))}
          <ExternalReports reports={made.external_reports} />
          <DmarcSteps target={target} record={record} scan={scan} />
        </>
      ) : (
        <ChangedSince />
      )}
    </RecordPanel>
  )
}

function DmarcSteps({ target, record: { name, value }, scan }: Pick<Props, 'target' | 'record' | 'scan'>): ReactNode {
  const ttl = scan === null ? null : ttlOf(scan, name, 'TXT')
  return (
    <PublishSteps
      target={target}
      kind="dmarc"
      hostname="_dmarc"
      name={name}
      value={value}
      nameServers={nameServersOf(scan)}
      doing={
        <>
          {ownRecord(scan) === null
            ? 'Add this TXT record at the hostname _dmarc. Replace any DMARC record that is there.'
            : 'Replace the TXT record at the hostname _dmarc.'}{' '}
          Keep only one DMARC record; with two, receivers ignore both.
        </>
      }
      waiting={
        <>
          Wait 24-48 hours for DNS propagation.
          {ttl !== null && ` ${cachesExpire(ttl)}`}
        </>
      }
      after="Read the reports for a few weeks before you tighten the policy."
    />
  )
}

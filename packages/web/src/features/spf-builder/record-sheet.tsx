import { cachesExpire, serversUpdate } from '@waxseal/core/check'
import type { ReactNode } from 'react'
import { ChangedSince, NothingGenerated } from '../../components/builder/builder-columns.tsx'
import { PublishSteps } from '../../components/builder/later-steps.tsx'
import { type PanelRecord, RecordPanel } from '../../components/builder/record-panel.tsx'
import type { Target } from '../../components/builder/target.ts'
import type { Made } from './draft.ts'
import { PreviewPart, PreviewState, Warnings } from './preview-part.tsx'
import type { LivePreview } from './use-preview.ts'
import { spfTexts } from './wording.ts'

interface Props {
  target: Target
  record: PanelRecord
  made: Made | null
  live: LivePreview
  nameServers: readonly string[]
  arrivals: number
}

/** The record: as the form changes its effect at receivers, once generated the steps to publish it. */
export function RecordSheet({ target, record, made, live, nameServers, arrivals }: Props): ReactNode {
  const isGenerated = made !== null && record.isGenerated
  const isWarned = isGenerated && made.warnings.length > 0
  return (
    <RecordPanel record={record} arrivals={arrivals} aside={<PreviewState live={live} />}>
      {made === null ? (
        <NothingGenerated title={spfTexts.nothing}>
          Add the services and servers that send mail for {target.name}, then generate the record.
        </NothingGenerated>
      ) : isGenerated ? (
        <>
          <Warnings warnings={made.warnings} />
          <SpfSteps target={target} value={made.dns_record} live={live} nameServers={nameServers} />
        </>
      ) : (
        <ChangedSince />
      )}
      <PreviewPart live={live} toldAlready={isWarned} />
    </RecordPanel>
  )
}

interface StepsProps extends Pick<Props, 'target' | 'live' | 'nameServers'> {
  value: string
}

function SpfSteps({ target, value, live, nameServers }: StepsProps): ReactNode {
  const published = live.preview?.published
  const replaces = published?.state === 'found' || published?.state === 'several'
  return (
    <PublishSteps
      target={target}
      kind="spf"
      hostname="@"
      name={target.name}
      value={value}
      nameServers={nameServers}
      doing={
        <>
          {replaces
            ? 'Replace the TXT record that begins with v=spf1 at the domain itself.'
            : 'Add this TXT record at the domain itself. Replace any record that begins with v=spf1.'}{' '}
          Keep only one SPF record; with two, receivers ignore both.
        </>
      }
      waiting={published?.state === 'none' ? serversUpdate : cachesExpire(published?.ttl ?? null)}
    />
  )
}

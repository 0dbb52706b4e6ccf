import { useQuery } from '@tanstack/react-query'
import { type DmarcSettings, dmarcRecordOf } from '@waxseal/core/dmarc'
import { type ReactNode, useState } from 'react'
import { BuilderColumns } from '../../components/builder/builder-columns.tsx'
import { BuilderSkeleton } from '../../components/builder/builder-page.tsx'
import type { Target } from '../../components/builder/target.ts'
import { useKnown } from '../../components/builder/use-known.ts'
import { asciiName } from '../../lib/domain-name.ts'
import type { ScanReply } from '../../lib/queries.ts'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { type Generated, savedDmarcQuery, useGenerateDmarc } from './api.ts'
import { DmarcForm } from './dmarc-form.tsx'
import { Explainer } from './explainer.tsx'
import { draftOf, readDraft } from './form-values.ts'
import { OutcomeSheet } from './outcome-sheet.tsx'
import { PublishedSheet } from './published-sheet.tsx'
import { type Made, RecordSheet } from './record-sheet.tsx'
import { type Start, startOf } from './start.ts'
import { StartNote } from './start-note.tsx'

/** The builder for one domain, once it is known what the form starts with. */
export function DmarcBuilder({ target }: { target: Target }): ReactNode {
  const saved = useQuery({ ...savedDmarcQuery(target.own ? target.domain.id : ''), enabled: target.own })
  const known = useKnown(target, saved)
  if (known.waiting) return <BuilderSkeleton what="the settings" />
  return (
    <>
      {known.failed !== null && <LoadFailed what={known.failed} onRetry={known.retry} />}
      {/* What a second try brings is a new beginning. */}
      <Workbench
        key={known.failed}
        target={target}
        start={startOf(target.name, known.saved, known.scan)}
        scan={known.scan}
      />
    </>
  )
}

interface Props {
  target: Target
  start: Start
  scan: ScanReply | null
}

function Workbench({ target, start: given, scan }: Props): ReactNode {
  const [start] = useState(given)
  const [draft, setDraft] = useState(() => draftOf(start.settings))
  const [made, setMade] = useState<Made | null>(
    start.from === 'saved' ? { dns_record: start.record, warnings: [], external_reports: [] } : null,
  )
  const generate = useGenerateDmarc(target, generated => {
    setMade(generated)
    setDraft(draftOf(settingsOf(generated)))
  })
  const { settings } = readDraft(draft)
  const record = dmarcRecordOf(settings, asciiName)
  return (
    <div className="grid grid-cols-1 gap-8">
      <StartNote start={start} scan={scan} />
      <BuilderColumns
        form={
          <DmarcForm
            draft={draft}
            onChange={setDraft}
            again={made !== null}
            busy={generate.busy}
            onGenerate={generate.start}
          />
        }
      >
        <RecordSheet target={target} made={made} inStep={made?.dns_record === record} scan={scan} />
        <OutcomeSheet name={target.name} settings={settings} />
        <PublishedSheet name={target.name} scan={scan} record={record} />
        <Explainer />
      </BuilderColumns>
    </div>
  )
}

function settingsOf({ policy, rua_email, ruf_email, pct, sp_policy, np_policy, ...rest }: Generated): DmarcSettings {
  const { testing, adkim, aspf, fo } = rest
  return { policy, rua_email, ruf_email, pct, sp_policy, np_policy, testing, adkim, aspf, fo }
}

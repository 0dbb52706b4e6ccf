import { useQuery } from '@tanstack/react-query'
import { type DmarcSettings, dmarcRecordOf } from '@waxseal/core/dmarc'
import type { ReactNode } from 'react'
import { BuilderColumns } from '../../components/builder/builder-columns.tsx'
import { BuilderSkeleton, RetryPlace } from '../../components/builder/builder-page.tsx'
import { DraftFrame } from '../../components/builder/draft-frame.tsx'
import { type Target, targetKey } from '../../components/builder/target.ts'
import { useKnown } from '../../components/builder/use-known.ts'
import { asciiName } from '../../lib/domain-name.ts'
import type { ScanReply } from '../../lib/queries.ts'
import { useDraft } from '../../lib/use-draft.ts'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { type Generated, savedDmarcQuery, useGenerateDmarc } from './api.ts'
import { DmarcForm } from './dmarc-form.tsx'
import { beginning, drafts } from './draft.ts'
import { Explainer } from './explainer.tsx'
import { draftOf, readDraft } from './form-values.ts'
import { OutcomeSheet } from './outcome-sheet.tsx'
import { PublishedSheet } from './published-sheet.tsx'
import { RecordSheet } from './record-sheet.tsx'
import { type Start, startOf } from './start.ts'
import { StartNote } from './start-note.tsx'

/** The builder for one domain, shown when the initial values of the form are known. */
export function DmarcBuilder({ target }: { target: Target }): ReactNode {
  const saved = useQuery({ ...savedDmarcQuery(target.own ? target.domain.id : ''), enabled: target.own })
  const known = useKnown(target, saved)
  if (known.waiting) return <BuilderSkeleton what="the settings" />
  return (
    <>
      {known.failed !== null &&
        (known.trying ? <RetryPlace what={known.failed} /> : <LoadFailed what={known.failed} onRetry={known.retry} />)}
      {/* A successful retry resets the form, unless the user has typed something. */}
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
  const work = useDraft(drafts, targetKey(target), () => beginning(given))
  const { start, draft, made } = work.draft
  const generate = useGenerateDmarc(target, (generated, sent) => {
    // Text typed during the call stays, and the record is marked as older than the form.
    if (work.now().draft !== sent) return work.change({ made: generated })
    work.change({ made: generated, draft: draftOf(settingsOf(generated)) })
    if (target.own) work.settle()
  })
  const { settings } = readDraft(draft)
  const record = dmarcRecordOf(settings, asciiName)
  return (
    <DraftFrame work={work}>
      <StartNote start={start} scan={scan} />
      <BuilderColumns
        form={
          <DmarcForm
            key={work.round}
            draft={draft}
            onChange={draft => work.change({ draft })}
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
    </DraftFrame>
  )
}

function settingsOf({ policy, rua_email, ruf_email, pct, sp_policy, np_policy, ...rest }: Generated): DmarcSettings {
  const { testing, adkim, aspf, fo } = rest
  return { policy, rua_email, ruf_email, pct, sp_policy, np_policy, testing, adkim, aspf, fo }
}

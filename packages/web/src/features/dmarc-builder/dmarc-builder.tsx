import { useQuery } from '@tanstack/react-query'
import { type DmarcSettings, dmarcRecordOf } from '@waxseal/core/dmarc'
import { type ReactNode, useState } from 'react'
import { useSearchParams } from 'react-router'
import { BuilderColumns } from '../../components/builder/builder-columns.tsx'
import { BuilderSkeleton, RetryPlace } from '../../components/builder/builder-page.tsx'
import { DraftFrame } from '../../components/builder/draft-frame.tsx'
import { FindingNote } from '../../components/builder/finding-note.tsx'
import { type FromFinding, fromFinding } from '../../components/builder/from-finding.ts'
import { type Target, targetKey } from '../../components/builder/target.ts'
import { useFieldFocus } from '../../components/builder/use-field-focus.ts'
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
import { type Start, startOf, startOfFix } from './start.ts'
import { StartNote } from './start-note.tsx'

/** The builder for one domain, shown when the initial values of the form are known. */
export function DmarcBuilder({ target }: { target: Target }): ReactNode {
  const saved = useQuery({ ...savedDmarcQuery(target.own ? target.domain.id : ''), enabled: target.own })
  const known = useKnown(target, saved)
  const findingId = useSearchParams()[0].get('finding')
  if (known.waiting) return <BuilderSkeleton what="the settings" />
  const finding = fromFinding('dmarc', findingId, `_dmarc.${target.name}`, known.scan)
  return (
    <>
      {known.failed !== null &&
        (known.trying ? <RetryPlace what={known.failed} /> : <LoadFailed what={known.failed} onRetry={known.retry} />)}
      {/* A successful retry resets the form, unless the user has typed something. */}
      <Workbench
        key={known.failed}
        target={target}
        start={startOf(target.name, known.saved, known.scan, finding?.record ?? null)}
        scan={known.scan}
        finding={finding}
      />
    </>
  )
}

interface Props {
  target: Target
  start: Start
  scan: ScanReply | null
  /** The finding that led here. */
  finding: FromFinding<'policy' | 'rua' | 'sp' | 'pct' | 'test'> | null
}

function Workbench({ target, start: given, scan, finding }: Props): ReactNode {
  const [arrivals, setArrivals] = useState(0)
  useFieldFocus(finding?.field ?? null)
  const work = useDraft(drafts, targetKey(target), () => beginning(given))
  const { start, draft, made } = work.draft
  const generate = useGenerateDmarc(target, (generated, sent) => {
    // Text typed during the call stays, and the record is marked as older than the form.
    if (work.now().draft !== sent) return work.change({ made: generated })
    work.change({ made: generated, draft: draftOf(settingsOf(generated)) })
    setArrivals(count => count + 1)
    if (target.own) work.settle()
  })
  const { settings } = readDraft(draft)
  const value = dmarcRecordOf(settings, asciiName)
  const fix = finding?.record == null ? null : startOfFix(finding.record)
  const name = `_dmarc.${target.name}`
  const record = { name, value, grammar: 'dmarc', isGenerated: made?.dns_record === value } as const
  return (
    <DraftFrame work={work}>
      {finding !== null && (
        <FindingNote
          finding={fix === null ? { ...finding, record: null } : finding}
          isKept={work.kept}
          isFilled={fix !== null && value === dmarcRecordOf(fix.settings, asciiName)}
          onTake={() => fix !== null && work.startOver({ start: fix, draft: draftOf(fix.settings) })}
        />
      )}
      <StartNote start={start} scan={scan} />
      <BuilderColumns
        record={record}
        panel={<RecordSheet target={target} record={record} made={made} scan={scan} arrivals={arrivals} />}
        form={
          <DmarcForm
            key={work.round}
            draft={draft}
            field={finding?.field ?? null}
            onChange={draft => work.change({ draft })}
            again={made !== null}
            busy={generate.busy}
            onGenerate={generate.start}
          />
        }
      >
        <OutcomeSheet name={target.name} settings={settings} />
        <PublishedSheet name={target.name} scan={scan} record={value} />
        <Explainer />
      </BuilderColumns>
    </DraftFrame>
  )
}

function settingsOf({ policy, rua_email, ruf_email, pct, sp_policy, np_policy, ...rest }: Generated): DmarcSettings {
  const { testing, adkim, aspf, fo } = rest
  return { policy, rua_email, ruf_email, pct, sp_policy, np_policy, testing, adkim, aspf, fo }
}

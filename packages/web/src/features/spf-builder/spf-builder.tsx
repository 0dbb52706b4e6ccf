import { useQuery } from '@tanstack/react-query'
import { type SpfSettings, spfRecordOf, spfSettingsOf } from '@waxseal/core/spf'
import type { ReactNode } from 'react'
import { BuilderColumns } from '../../components/builder/builder-columns.tsx'
import { BuilderSkeleton, RetryPlace } from '../../components/builder/builder-page.tsx'
import { DraftFrame } from '../../components/builder/draft-frame.tsx'
import { type Target, targetKey } from '../../components/builder/target.ts'
import { useKnown } from '../../components/builder/use-known.ts'
import { asciiName } from '../../lib/domain-name.ts'
import { useDraft } from '../../lib/use-draft.ts'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { type Generated, savedSpfQuery, useGenerateSpf } from './api.ts'
import { beginning, drafts } from './draft.ts'
import { Explainer } from './explainer.tsx'
import { PreviewSheets } from './preview-sheet.tsx'
import { RecordSheet } from './record-sheet.tsx'
import { SpfForm } from './spf-form.tsx'
import { type Start, startOf } from './start.ts'
import { StartNote } from './start-note.tsx'
import { usePreview } from './use-preview.ts'

/** The builder for one domain, shown when the initial values of the form are known. */
export function SpfBuilder({ target }: { target: Target }): ReactNode {
  const saved = useQuery({ ...savedSpfQuery(target.own ? target.domain.id : ''), enabled: target.own })
  const known = useKnown(target, saved)
  if (known.waiting) return <BuilderSkeleton what="the settings" />
  const start = startOf(known.saved, known.scan)
  return (
    <>
      {known.failed !== null &&
        (known.trying ? <RetryPlace what={known.failed} /> : <LoadFailed what={known.failed} onRetry={known.retry} />)}
      {/* A successful retry resets the form, unless the user has typed something. */}
      <Workbench key={known.failed} target={target} start={start} />
    </>
  )
}

function Workbench({ target, start: first }: { target: Target; start: Start }): ReactNode {
  const work = useDraft(drafts, targetKey(target), () => beginning(first))
  const { start, settings, typed, made } = work.draft
  const live = usePreview(target, settings)
  const generate = useGenerateSpf(target, (generated, sent) => {
    // Text typed during the call stays, and the record is marked as older than the form.
    if (work.now().settings !== sent) return work.change({ made: generated })
    work.change({ made: generated, settings: settingsOf(generated) })
    if (target.own && Object.values(work.now().typed).every(text => text === '')) work.settle()
  })
  const { preview } = live

  function startOver(record: string): void {
    const taken = spfSettingsOf(record)
    work.startOver({ start: { from: 'published', ...taken }, settings: taken.settings })
  }

  const inStep = made !== null && made.dns_record === spfRecordOf(settings, asciiName)
  return (
    <DraftFrame work={work}>
      <StartNote start={start} />
      <BuilderColumns
        form={
          <SpfForm
            key={work.round}
            settings={settings}
            typed={typed}
            onChange={settings => work.change({ settings })}
            onType={typed => work.change({ typed })}
            problems={live.late ? [] : (preview?.problems ?? [])}
            again={made !== null}
            busy={generate.busy}
            onGenerate={generate.start}
          />
        }
      >
        <RecordSheet target={target} made={made} inStep={inStep} preview={preview} />
        <PreviewSheets
          name={target.name}
          live={live}
          toldAlready={inStep && made.warnings.length > 0}
          onTake={startOver}
        />
        <Explainer />
      </BuilderColumns>
    </DraftFrame>
  )
}

function settingsOf({ use_mx, use_a, all_qualifier, ...lists }: Generated): SpfSettings {
  const { include_domains, ip4_addresses, ip6_addresses } = lists
  return { include_domains, ip4_addresses, ip6_addresses, use_mx, use_a, all_qualifier }
}

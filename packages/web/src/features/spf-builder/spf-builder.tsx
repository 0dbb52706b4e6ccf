import { useQuery } from '@tanstack/react-query'
import { type SpfSettings, spfRecordOf, spfSettingsOf } from '@waxseal/core/spf'
import { type ReactNode, useState } from 'react'
import { useSearchParams } from 'react-router'
import { BuilderColumns } from '../../components/builder/builder-columns.tsx'
import { BuilderSkeleton, RetryPlace } from '../../components/builder/builder-page.tsx'
import { DraftFrame } from '../../components/builder/draft-frame.tsx'
import { FindingNote } from '../../components/builder/finding-note.tsx'
import { type FromFinding, fromFinding } from '../../components/builder/from-finding.ts'
import { type Target, targetKey } from '../../components/builder/target.ts'
import { useFieldFocus } from '../../components/builder/use-field-focus.ts'
import { nameServersOf, useKnown } from '../../components/builder/use-known.ts'
import { asciiName } from '../../lib/domain-name.ts'
import type { ScanReply } from '../../lib/queries.ts'
import { useDraft } from '../../lib/use-draft.ts'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { type Generated, savedSpfQuery, useGenerateSpf } from './api.ts'
import { beginning, drafts } from './draft.ts'
import { Explainer } from './explainer.tsx'
import { ChangesSheet } from './preview-part.tsx'
import { RecordSheet } from './record-sheet.tsx'
import { SpfForm } from './spf-form.tsx'
import { type Start, startOf } from './start.ts'
import { StartNote } from './start-note.tsx'
import { usePreview } from './use-preview.ts'

/** The builder for one domain, shown when the initial values of the form are known. */
export function SpfBuilder({ target }: { target: Target }): ReactNode {
  const saved = useQuery({ ...savedSpfQuery(target.own ? target.domain.id : ''), enabled: target.own })
  const known = useKnown(target, saved)
  const findingId = useSearchParams()[0].get('finding')
  if (known.waiting) return <BuilderSkeleton what="the settings" />
  const finding = fromFinding('spf', findingId, target.name, known.scan)
  const start = startOf(known.saved, known.scan, finding?.record ?? null)
  return (
    <>
      {known.failed !== null &&
        (known.trying ? <RetryPlace what={known.failed} /> : <LoadFailed what={known.failed} onRetry={known.retry} />)}
      {/* A successful retry resets the form, unless the user has typed something. */}
      <Workbench key={known.failed} target={target} start={start} scan={known.scan} finding={finding} />
    </>
  )
}

interface Props {
  target: Target
  start: Start
  scan: ScanReply | null
  /** The finding that led here. */
  finding: FromFinding<'all' | 'entries' | 'includes'> | null
}

function Workbench({ target, start: first, scan, finding }: Props): ReactNode {
  const [arrivals, setArrivals] = useState(0)
  useFieldFocus(finding?.field ?? null)
  const work = useDraft(drafts, targetKey(target), () => beginning(first))
  const { start, settings, typed, made } = work.draft
  const live = usePreview(target, settings)
  const generate = useGenerateSpf(target, (generated, sent) => {
    // Text typed during the call stays, and the record is marked as older than the form.
    if (work.now().settings !== sent) return work.change({ made: generated })
    work.change({ made: generated, settings: settingsOf(generated) })
    setArrivals(count => count + 1)
    if (target.own && Object.values(work.now().typed).every(text => text === '')) work.settle()
  })

  function startOver(record: string, from: 'published' | 'finding'): void {
    const taken = spfSettingsOf(record)
    work.startOver({ start: { from, ...taken }, settings: taken.settings })
  }

  const value = spfRecordOf(settings, asciiName)
  const record = { name: target.name, value, grammar: 'spf', isGenerated: made?.dns_record === value } as const
  return (
    <DraftFrame work={work}>
      {finding !== null && (
        <FindingNote
          finding={finding}
          isKept={work.kept}
          isFilled={finding.record !== null && value === spfRecordOf(spfSettingsOf(finding.record).settings)}
          onTake={record => startOver(record, 'finding')}
        />
      )}
      <StartNote start={start} scan={scan} />
      <BuilderColumns
        record={record}
        panel={
          <RecordSheet
            target={target}
            record={record}
            made={made}
            live={live}
            nameServers={nameServersOf(scan)}
            arrivals={arrivals}
          />
        }
        form={
          <SpfForm
            key={work.round}
            settings={settings}
            typed={typed}
            onChange={settings => work.change({ settings })}
            onType={typed => work.change({ typed })}
            problems={live.late ? [] : (live.preview?.problems ?? [])}
            again={made !== null}
            busy={generate.busy}
            onGenerate={generate.start}
          />
        }
      >
        <ChangesSheet name={target.name} live={live} onTake={record => startOver(record, 'published')} />
        <Explainer />
      </BuilderColumns>
    </DraftFrame>
  )
}

function settingsOf({ use_mx, use_a, all_qualifier, ...lists }: Generated): SpfSettings {
  const { include_domains, ip4_addresses, ip6_addresses } = lists
  return { include_domains, ip4_addresses, ip6_addresses, use_mx, use_a, all_qualifier }
}

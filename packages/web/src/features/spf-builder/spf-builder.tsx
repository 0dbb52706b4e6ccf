import { useQuery } from '@tanstack/react-query'
import { type SpfSettings, spfRecordOf, spfSettingsOf } from '@waxseal/core/spf'
import { type ReactNode, useState } from 'react'
import { BuilderColumns } from '../../components/builder/builder-columns.tsx'
import { BuilderSkeleton } from '../../components/builder/builder-page.tsx'
import type { Target } from '../../components/builder/target.ts'
import { useKnown } from '../../components/builder/use-known.ts'
import { asciiName } from '../../lib/domain-name.ts'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { type Generated, savedSpfQuery, useGenerateSpf } from './api.ts'
import { Explainer } from './explainer.tsx'
import { PreviewSheets } from './preview-sheet.tsx'
import { RecordSheet } from './record-sheet.tsx'
import { SpfForm } from './spf-form.tsx'
import { type Start, startOf } from './start.ts'
import { StartNote } from './start-note.tsx'
import { usePreview } from './use-preview.ts'

/** The builder for one domain, once it is known what the form starts with. */
export function SpfBuilder({ target }: { target: Target }): ReactNode {
  const saved = useQuery({ ...savedSpfQuery(target.own ? target.domain.id : ''), enabled: target.own })
  const known = useKnown(target, saved)
  if (known.waiting) return <BuilderSkeleton what="the settings" />
  const start = startOf(known.saved, known.scan)
  return (
    <>
      {known.failed !== null && <LoadFailed what={known.failed} onRetry={known.retry} />}
      {/* What a second try brings is a new beginning. */}
      <Workbench key={known.failed} target={target} start={start} />
    </>
  )
}

/** What was generated: with what is said about it, when it was generated just now. */
type Made = Pick<Generated, 'dns_record'> & { warnings: Generated['warnings'] }

function Workbench({ target, start: first }: { target: Target; start: Start }): ReactNode {
  const [start, setStart] = useState(first)
  const [settings, setSettings] = useState(start.settings)
  const [made, setMade] = useState<Made | null>(
    start.from === 'saved' ? { dns_record: start.record, warnings: [] } : null,
  )
  const live = usePreview(target, settings)
  const generate = useGenerateSpf(target, generated => {
    setMade(generated)
    setSettings(settingsOf(generated))
  })
  const { preview } = live

  function startOver(record: string): void {
    const taken = spfSettingsOf(record)
    setStart({ from: 'published', ...taken })
    setSettings(taken.settings)
  }

  const inStep = made !== null && made.dns_record === spfRecordOf(settings, asciiName)
  return (
    <div className="grid grid-cols-1 gap-8">
      <StartNote start={start} />
      <BuilderColumns
        form={
          <SpfForm
            settings={settings}
            onChange={setSettings}
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
    </div>
  )
}

function settingsOf({ use_mx, use_a, all_qualifier, ...lists }: Generated): SpfSettings {
  const { include_domains, ip4_addresses, ip6_addresses } = lists
  return { include_domains, ip4_addresses, ip6_addresses, use_mx, use_a, all_qualifier }
}

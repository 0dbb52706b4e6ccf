import { states } from '@waxseal/core/check'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { builderTexts } from '../../components/builder/wording.ts'
import { SpfTreeFigure } from '../../components/spf-tree/spf-tree.tsx'
import { TreeMeters } from '../../components/spf-tree/tree-with-meters.tsx'
import { ApiError } from '../../lib/api-error.ts'
import { paths } from '../../lib/paths.ts'
import { Button } from '../../ui/button.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { Note } from '../../ui/note.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import type { Preview } from './api.ts'
import { DifferencePart } from './difference-part.tsx'
import type { LivePreview } from './use-preview.ts'

/** Whether the preview matches the form. */
export function PreviewState({ live: { preview, late } }: { live: LivePreview }): ReactNode {
  return (
    <span role="status" className="text-13 text-ink3">
      {preview === null ? '' : late ? `${states.checking.word}...` : 'Checked against live DNS'}
    </span>
  )
}

interface Props {
  live: LivePreview
  /** The warnings of the record are already on screen. */
  toldAlready: boolean
}

/** The effect of the current settings at receivers, calculated with real DNS during editing. */
export function PreviewPart({ live, toldAlready }: Props): ReactNode {
  const { preview, late, error, retry } = live
  if (preview === null) return error ? <PreviewFailed error={error} onRetry={retry} /> : <Waiting />
  return (
    <>
      {error && <PreviewFailed error={error} onRetry={retry} />}
      <div className="grid grid-cols-1 gap-6" aria-busy={late}>
        <p className="text-12 text-ink3">{preview.octets.toLocaleString('en')} bytes</p>
        <TreeMeters tree={preview.tree} />
        {!toldAlready && <Warnings warnings={preview.warnings} />}
        <Unchecked unchecked={preview.unchecked} />
        <SpfTreeFigure tree={preview.tree} />
      </div>
    </>
  )
}

/** The published record, and what changes for senders; nothing until the preview is known. */
export function ChangesSheet({
  name,
  live,
  onTake,
}: {
  name: string
  live: LivePreview
  onTake: (record: string) => void
}): ReactNode {
  if (live.preview === null) return null
  return (
    <Sheet title="What changes">
      <DifferencePart name={name} preview={live.preview} onTake={onTake} />
    </Sheet>
  )
}

/** Failed lookups have their own note. */
export function Warnings({ warnings }: Pick<Preview, 'warnings'>): ReactNode {
  return warnings
    .filter(({ code }) => code !== 'could_not_check')
    .map(({ code, message }) => (
      <Note key={code + message} look={code === 'nobody_may_send' ? 'info' : 'warning'} title={message}>
        {code === 'too_many_lookups' ? (
          <Link to={paths.spfComparison} className="prose-link">
            Compare two solutions
          </Link>
        ) : undefined}
      </Note>
    ))
}

function Unchecked({ unchecked }: Pick<Preview, 'unchecked'>): ReactNode {
  if (unchecked.length === 0) return null
  return (
    <Note look="unknown" title="Some lookups failed. The real counts may be higher.">
      <ul>
        {unchecked.map(what => (
          <li key={what}>{what}</li>
        ))}
      </ul>
    </Note>
  )
}

function PreviewFailed({ error, onRetry }: { error: Error; onRetry: () => void }): ReactNode {
  if (!(error instanceof ApiError) || error.detail === null || error.status >= 500) {
    return <LoadFailed what="The preview" onRetry={onRetry} />
  }
  return (
    <div role="alert" className="py-2">
      <Note
        look="unknown"
        title="No preview of these settings"
        action={
          <Button size="small" onClick={onRetry}>
            Retry
          </Button>
        }
      >
        {error.status === 404 ? builderTexts.notFound : error.detail}
      </Note>
    </div>
  )
}

function Waiting(): ReactNode {
  return (
    <Loading what="the preview">
      {/* As high as most previews, so that nothing below jumps. */}
      <Skeleton className="h-[36rem] w-full" />
    </Loading>
  )
}

import { useInfiniteQuery } from '@tanstack/react-query'
import { LoaderCircle } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { isNotFound } from '../../lib/queries.ts'
import { Button } from '../../ui/button.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { Note } from '../../ui/note.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { type Counts, changesQuery, pageSize, type Severity } from './api.ts'
import { ChangeEntry } from './change-entry.tsx'
import { severities } from './severity.ts'
import { everyHours } from './wording.ts'

interface Props {
  domainId: string | null
  severity: Severity | null
  /** undefined: not loaded. */
  counts: Counts | undefined
  onShowAll: () => void
}

/** The changes, newest first. */
export function Timeline({ domainId, severity, counts, onShowAll }: Props): ReactNode {
  const changes = useInfiniteQuery(changesQuery(domainId))
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = changes
  const loaded = changes.data?.pages.flat()
  const shown = loaded?.filter(change => severity === null || change.severity === severity)
  // Of one severity, a page may have few: the next ones follow until there is a full one.
  const wanted =
    severity !== null && shown !== undefined && shown.length < Math.min(counts?.severities[severity] ?? 0, pageSize)
  const follows = wanted && hasNextPage && !isFetchingNextPage && !isFetchNextPageError
  useEffect(() => {
    if (follows) void fetchNextPage()
  }, [follows, fetchNextPage])

  return (
    <Sheet title="Change Timeline">
      {shown !== undefined ? (
        <>
          {shown.length > 0 && (
            <ul className="-mt-2">
              {shown.map(change => (
                <ChangeEntry key={change.id} change={change} />
              ))}
            </ul>
          )}
          {shown.length === 0 && !hasNextPage && <Nothing severity={severity} counts={counts} onShowAll={onShowAll} />}
          {isFetchNextPageError ? (
            <LoadFailed what="Older changes" onRetry={() => void fetchNextPage()} />
          ) : (
            hasNextPage && (
              <Button className="mt-4" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
                Show older changes
              </Button>
            )
          )}
        </>
      ) : isNotFound(changes.error) ? (
        <Note
          look="info"
          title="This domain is no longer in your list"
          action={
            <Button size="small" onClick={onShowAll}>
              Show all domains
            </Button>
          }
        />
      ) : changes.isError ? (
        <LoadFailed what="DNS changes" onRetry={() => void changes.refetch()} />
      ) : (
        <p role="status" className="flex min-h-24 items-center gap-2 text-ink2">
          <LoaderCircle className="size-4 animate-spin" aria-hidden />
          Loading DNS changes...
        </p>
      )}
    </Sheet>
  )
}

function Nothing({ severity, counts, onShowAll }: Pick<Props, 'severity' | 'counts' | 'onShowAll'>): ReactNode {
  if (severity !== null) {
    return (
      <Note
        look="info"
        title={severities[severity].none}
        action={
          <Button size="small" onClick={onShowAll}>
            Show all changes
          </Button>
        }
      />
    )
  }
  const { enabled, frequency } = counts?.monitoring ?? { enabled: true, frequency: 6 }
  return (
    <div className="py-8 text-center">
      <p className="text-16 font-[560]">No DNS changes detected yet</p>
      <p className="mx-auto mt-1 max-w-prose text-balance text-ink2">
        {enabled
          ? `DNS monitoring runs ${everyHours(frequency)}. Changes will appear here when detected.`
          : 'DNS monitoring is off. Turn it on in Alert Settings to see changes here.'}
      </p>
    </div>
  )
}

import { useQuery } from '@tanstack/react-query'
import { limits } from '@waxseal/contract/limits'
import { deleteHeadersRoute } from '@waxseal/contract/routes'
import { levelTones, threatLevel } from '@waxseal/core/headers'
import { Trash2 } from 'lucide-react'
import { type ReactNode, type RefObject, useState } from 'react'
import { Link } from 'react-router'
import { RoleButton } from '../../components/role-button.tsx'
import { paths } from '../../lib/paths.ts'
import { useRowKeys } from '../../lib/row-keys.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { Tag } from '../../ui/tag.tsx'
import { TimeAgo } from '../../ui/time-ago.tsx'
import { analysesQuery, type StoredAnalysis, useDeleteAnalysis } from './api.ts'
import { Bounded } from './bounded.tsx'

const dayMs = 86_400_000
/** How long an installation keeps headers unless it is configured otherwise (decision 6.18), in days. */
const usualDays = 90
/** A subject or a sender is cut here in the list. */
const shownCharacters = 200

interface Props {
  /** The analysis on screen. */
  shown: string | null
  focusAfter: RefObject<HTMLElement | null>
  /** The analysis on screen was deleted. */
  onGone: () => void
}

/** The stored analyses of the workspace, to open again and to delete. */
export function RecentAnalyses({ shown, focusAfter, onGone }: Props): ReactNode {
  const list = useQuery(analysesQuery)
  useRowKeys()
  const [deleting, setDeleting] = useState<StoredAnalysis | null>(null)
  const analyses = list.data?.analyses
  return (
    <Sheet title="Recent analyses" className="print:hidden">
      <p className="mb-4 max-w-prose text-13 text-ink2">{keptSentence(analyses?.[0])}</p>
      {analyses !== undefined ? (
        analyses.length === 0 ? (
          <p className="text-ink2">No stored analyses. Each analysis appears here, for everyone in this workspace.</p>
        ) : (
          <Bounded items={analyses}>
            {some => (
              <Table
                caption="Recent analyses"
                rows={some}
                keyOf={({ id }) => id}
                columns={columnsFor(shown, setDeleting)}
              />
            )}
          </Bounded>
        )
      ) : list.isError ? (
        <LoadFailed what="Recent analyses" onRetry={() => void list.refetch()} />
      ) : (
        <Loading what="recent analyses">
          <Skeleton className="h-40 w-full" />
        </Loading>
      )}
      {deleting !== null && (
        <DeleteDialog
          analysis={deleting}
          focusAfter={focusAfter}
          onClose={isDeleted => {
            setDeleting(null)
            if (isDeleted && deleting.id === shown) onGone()
          }}
        />
      )}
    </Sheet>
  )
}

function keptSentence(newest: StoredAnalysis | undefined): string {
  const days =
    newest === undefined
      ? usualDays
      : Math.max(1, Math.round((Date.parse(newest.expires_at) - Date.parse(newest.created_at)) / dayMs))
  return `Headers and their analyses are stored for ${days} ${days === 1 ? 'day' : 'days'}, then deleted. The workspace keeps its newest ${limits.storedAnalyses} analyses. You can delete them earlier.`
}

function columnsFor(
  shown: string | null,
  onDelete: (analysis: StoredAnalysis) => void,
): readonly Column<StoredAnalysis>[] {
  return [
    {
      title: 'Message',
      names: true,
      cell: ({ id, subject, from }) => (
        <>
          <Link
            to={`${paths.headers}?analysis=${encodeURIComponent(id)}`}
            aria-current={id === shown ? 'true' : undefined}
            data-row-key="open"
            className="prose-link rounded aria-[current]:font-[560]"
          >
            <bdi>{cut(subject) ?? 'No subject'}</bdi>
          </Link>
          <span className="block text-ink3">
            <bdi>{cut(from) ?? 'No sender'}</bdi>
          </span>
        </>
      ),
    },
    {
      title: 'Threat score',
      label: 'Threat score',
      className: 'sm:w-32',
      cell: ({ threat_score: score }) => (
        <Tag tone={levelTones[threatLevel(score)]} bare>
          {`${score}, ${threatLevel(score)}`}
        </Tag>
      ),
    },
    {
      title: 'Analyzed',
      label: 'Analyzed',
      className: 'sm:w-32',
      cell: ({ created_at: at }) => <TimeAgo at={at} />,
    },
    {
      title: 'Delete',
      className: 'sm:w-10 sm:text-end',
      cell: analysis => (
        <RoleButton
          needs={deleteHeadersRoute}
          size="icon"
          look="quiet"
          aria-label={`Delete ${cut(analysis.subject) ?? 'the analysis without a subject'}`}
          onClick={() => onDelete(analysis)}
        >
          <Trash2 className="size-3.5" aria-hidden />
        </RoleButton>
      ),
    },
  ]
}

/** Null where there is nothing to show. */
function cut(text: string | null): string | null {
  if (text === null || text.trim() === '') return null
  return text.length > shownCharacters ? `${text.slice(0, shownCharacters)}…` : text
}

interface DeleteProps {
  analysis: StoredAnalysis
  focusAfter: RefObject<HTMLElement | null>
  onClose: (isDeleted: boolean) => void
}

function DeleteDialog({ analysis, focusAfter, onClose }: DeleteProps): ReactNode {
  const remove = useDeleteAnalysis(analysis, onClose)
  return (
    <ConfirmDialog
      title="Delete this analysis?"
      description={
        <>
          The headers and the results of “<bdi>{cut(analysis.subject) ?? 'No subject'}</bdi>” are deleted for everyone
          in this workspace. This cannot be undone.
        </>
      }
      confirm="Delete"
      look="danger"
      busy={remove.busy}
      focusFallback={focusAfter}
      onConfirm={() => remove.start(undefined)}
      onCancel={() => onClose(false)}
    />
  )
}

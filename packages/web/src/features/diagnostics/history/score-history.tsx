import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { scanHistoryRoute } from '@waxseal/contract/routes'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { pointsMax, pointWords } from '../../../components/score-line/score-line.ts'
import { call } from '../../../lib/api.ts'
import { paths } from '../../../lib/paths.ts'
import type { Domain } from '../../../lib/queries.ts'
import { deferred } from '../../../ui/deferred.tsx'
import { LoadFailed } from '../../../ui/load-failed.tsx'
import { Sheet } from '../../../ui/sheet.tsx'
import { Loading, Skeleton } from '../../../ui/skeleton.tsx'

const HistoryFigure = deferred({
  what: 'The figure',
  load: () => import('../../../components/score-line/history-figure.tsx'),
  pick: module => module.HistoryFigure,
  waiting: <Waiting isDrawn={false} />,
})

interface Props {
  domain: Domain
  /** The scan was compared with none, so it is most likely the only one, which has no drawing. */
  isFirst: boolean
}

/** The score over time. Its space is reserved during loading, so that the cards below do not move. */
export function ScoreHistory({ domain, isFirst }: Props): ReactNode {
  const history = useQuery({
    queryKey: ['history', domain.id, domain.last_scan],
    queryFn: ({ signal }) => call(scanHistoryRoute, { params: { id: domain.id }, query: { limit: pointsMax }, signal }),
    placeholderData: keepPreviousData,
  })
  const count = history.data?.length ?? 0
  const isDrawn = history.data === undefined ? !isFirst : count > 1
  const aside =
    count === 0
      ? null
      : count === pointsMax
        ? `The newest ${pointsMax} scans`
        : `${count} ${count === 1 ? 'scan' : 'scans'}`
  return (
    <Sheet
      title="Score History"
      aside={
        <span className="text-13 text-ink3">
          {aside !== null && `${aside} · `}
          <Link to={paths.dnsHistoryOf(domain.id)} className="prose-link rounded">
            DNS changes
          </Link>
          {' · '}
          <Link to={paths.analyticsOf(domain.id)} className="prose-link rounded">
            Analytics
          </Link>
        </span>
      }
    >
      <div className={isDrawn ? 'min-h-[16.5rem]' : undefined}>
        {history.isError && !history.data ? (
          <LoadFailed what="The score history" onRetry={() => void history.refetch()} />
        ) : history.data === undefined ? (
          <Waiting isDrawn={isDrawn} />
        ) : history.data.length === 0 ? (
          <p className="text-ink2">No scans in the last 24 months. The trend starts with your next scan.</p>
        ) : history.data.length === 1 ? (
          <p className="text-ink2">{`${history.data.map(pointWords).join('')}. Trend starts with your second scan.`}</p>
        ) : (
          <HistoryFigure points={history.data} domainId={domain.id} />
        )}
      </div>
    </Sheet>
  )
}

function Waiting({ isDrawn }: { isDrawn: boolean }): ReactNode {
  return (
    <Loading what="the score history">
      <Skeleton className={isDrawn ? 'h-48 w-full' : 'h-5 w-64'} />
    </Loading>
  )
}

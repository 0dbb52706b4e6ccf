import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'

interface Props<T> {
  title: string
  query: UseQueryResult<T>
  /** The height of the content in the usual case, as a class. */
  waiting: string
  /** At the end of the title line, once there is content. */
  aside?: ReactNode
  children: (data: T) => ReactNode
  /** Below the content, whatever became of the call. */
  below?: ReactNode
}

/** A section of the dashboard with a call of its own: it waits and fails alone. What is shown stays while it is asked again. */
export function Section<T>({ title, query, waiting, aside, children, below }: Props<T>): ReactNode {
  const { data, isError, refetch } = query
  return (
    <Sheet title={title} aside={data !== undefined && aside} className="min-w-0">
      {data !== undefined ? (
        children(data)
      ) : isError ? (
        <LoadFailed what={title} onRetry={() => void refetch()} />
      ) : (
        <Loading what={title}>
          <Skeleton className={waiting} />
        </Loading>
      )}
      {below}
    </Sheet>
  )
}

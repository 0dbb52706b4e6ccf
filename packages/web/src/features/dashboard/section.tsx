import type { ReactNode } from 'react'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'

interface Props<T> {
  title: string
  query: { data: T | undefined; isError: boolean; refetch: () => unknown }
  /** The height of the place that is kept for the content, in rem. */
  height: number
  /** At the end of the title line, once there is content. */
  aside?: ReactNode
  children: (data: T) => ReactNode
  /** Below the content, whatever became of the call. */
  below?: ReactNode
}

/** A section of the dashboard with a call of its own: it waits and fails alone. What is shown stays while it is asked again. */
export function Section<T>({ title, query, height, aside, children, below }: Props<T>): ReactNode {
  const { data, isError, refetch } = query
  return (
    <Sheet title={title} aside={data !== undefined && aside} className="min-w-0">
      {data !== undefined ? (
        children(data)
      ) : isError ? (
        // As high as what waited here, so that nothing below moves.
        <div style={{ minHeight: `${height}rem` }}>
          <LoadFailed what={title} onRetry={() => void refetch()} />
        </div>
      ) : (
        <Loading what={title}>
          <div style={{ height: `${height}rem` }}>
            <Skeleton className="h-full w-full" />
          </div>
        </Loading>
      )}
      {below}
    </Sheet>
  )
}

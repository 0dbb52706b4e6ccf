import type { ReactNode } from 'react'
import { Skeleton } from '../../ui/skeleton.tsx'

/** The first rows of a list that is not there yet. */
export function WaitingRows(): ReactNode {
  return [0, 1, 2].map(row => (
    <div key={row} className="flex h-12 items-center gap-6 border-b border-line">
      <Skeleton className="h-4 w-48" />
      <Skeleton className="h-4 w-32 max-md:hidden" />
      <Skeleton className="h-4 w-20 max-md:hidden" />
      <Skeleton className="ms-auto h-8 w-32" />
    </div>
  ))
}

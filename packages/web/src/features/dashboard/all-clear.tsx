import { CircleCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Domain } from '../../lib/queries.ts'
import { Sheet } from '../../ui/sheet.tsx'

/**
 * Whether every scanned domain has all its points in its last scan. A domain whose last scan has no score does not
 * count as clear.
 */
export function nothingToDo(domains: readonly Pick<Domain, 'last_scan' | 'health_score' | 'score_is_old'>[]): boolean {
  const scanned = domains.filter(domain => domain.last_scan !== null)
  return scanned.length > 0 && scanned.every(domain => domain.health_score === 100 && !domain.score_is_old)
}

/** Replaces issues and actions when no domain loses a point. */
export function AllClear(): ReactNode {
  return (
    <div className="mt-10 grid gap-x-12 gap-y-10 md:grid-cols-2">
      <Sheet title="Issue Breakdown">
        <p className="flex items-center gap-2 font-[560]">
          <CircleCheck className="size-4 text-excellent" aria-hidden />
          No Issues Detected!
        </p>
      </Sheet>
      <Sheet title="Priority Actions">
        <p className="flex items-center gap-2 font-[560]">
          <CircleCheck className="size-4 text-excellent" aria-hidden />
          All Clear!
        </p>
        <p className="ms-6 text-ink2">No priority actions required</p>
      </Sheet>
    </div>
  )
}

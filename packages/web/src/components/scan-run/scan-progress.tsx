import { states } from '@waxseal/core/check'
import { deferred } from '../../ui/deferred.tsx'

/** The progress line of a running scan. Its code is loaded when the first scan runs. */
export const ScanProgressLine = deferred({
  what: 'The progress of the scan',
  load: () => import('./scan-progress-line.tsx'),
  pick: module => module.ScanProgressLine,
  waiting: (
    <p role="status" className="h-24 border-t border-ink pt-3 text-13">
      {states.scanning.word}
    </p>
  ),
})

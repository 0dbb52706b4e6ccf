import { Rows4 } from 'lucide-react'
import type { ReactNode } from 'react'
import { setCompactRows, useCompactRows } from '../lib/density.ts'
import { cx } from '../ui/class-names.ts'

/** Makes the rows of lists compact, on a screen that is wide enough to have them in one line. */
export function DensitySwitch(): ReactNode {
  const isCompact = useCompactRows()
  return (
    <button
      type="button"
      aria-pressed={isCompact}
      aria-label="Compact rows"
      title="Compact rows"
      onClick={() => setCompactRows(!isCompact)}
      className={cx(
        'inline-flex size-10 items-center justify-center rounded transition-colors max-sm:hidden',
        isCompact ? 'bg-accent-tint text-accent' : 'text-ink2 hover:bg-sunken hover:text-ink',
      )}
    >
      <Rows4 className="size-4" aria-hidden />
    </button>
  )
}

import { Lock } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Domain } from '../../lib/queries.ts'
import { upgrade } from '../../lib/upgrade.ts'
import { useAction } from '../../lib/use-action.ts'
import { usePlan } from '../../lib/use-plan.ts'
import { Button } from '../../ui/button.tsx'
import type { ReportFormat } from './save-report.ts'

/** Saves the newest scan as a file, or says what the plan allows. */
export function ExportReport({ domain, format }: { domain: Domain; format: ReportFormat }): ReactNode {
  const { sellsPlans: isLocked } = usePlan()
  const { start, busy } = useAction({
    key: ['export', format, domain.id],
    run: async () => (await import('./save-report.ts')).saveReport(format, domain),
    failure: { failure: `Failed to generate ${format}`, failureByStatus: { 404: 'Domain not loaded' } },
  })
  return (
    <Button
      busy={busy}
      onClick={() => (isLocked ? upgrade.open({ feature: 'exports', detail: null }) : start(undefined))}
    >
      {isLocked && <Lock className="size-4" aria-hidden />}
      {`Export ${format}`}
    </Button>
  )
}

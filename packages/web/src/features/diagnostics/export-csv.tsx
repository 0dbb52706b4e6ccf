import { exportCsvRoute } from '@waxseal/contract/routes'
import { Lock } from 'lucide-react'
import type { ReactNode } from 'react'
import { send } from '../../lib/api.ts'
import { notify } from '../../lib/notify.ts'
import type { Domain } from '../../lib/queries.ts'
import { showFailure } from '../../lib/query.ts'
import { upgrade } from '../../lib/upgrade.ts'
import { useAction } from '../../lib/use-action.ts'
import { usePlan } from '../../lib/use-plan.ts'
import { Button } from '../../ui/button.tsx'
import { reportTexts } from './wording.ts'

/** Saves the newest scan as `{domain}_report.csv`, or says what the plan allows. */
export function ExportCsv({ domain: { id, domain_name: name } }: { domain: Domain }): ReactNode {
  const { sellsPlans: isLocked } = usePlan()
  const { start, busy } = useAction({
    key: ['export', 'csv', id],
    run: async () => {
      const toastId = notify.loading(reportTexts.csvRunning, `csv ${id}`)
      try {
        const file = await (await send(exportCsvRoute, { params: { id } }, 'text/csv')).blob()
        const { saveFile } = await import('../../lib/download.ts')
        saveFile(file, `${name}_report.csv`)
        notify.success(reportTexts.csvDone, toastId)
      } catch (error) {
        showFailure(error, { failure: reportTexts.csvFailed }, toastId)
        throw error
      }
    },
    // The failure has already replaced the loading toast.
    failure: 'shown',
  })
  return (
    <Button
      busy={busy}
      onClick={() => (isLocked ? upgrade.open({ feature: 'exports', detail: null }) : start(undefined))}
    >
      {isLocked && <Lock className="size-4" aria-hidden />}
      {reportTexts.exportCsv}
    </Button>
  )
}

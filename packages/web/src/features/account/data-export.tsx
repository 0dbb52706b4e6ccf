import { exportAccountRoute } from '@waxseal/contract/routes'
import type { ReactNode } from 'react'
import { send } from '../../lib/api.ts'
import { useAction } from '../../lib/use-action.ts'
import { Button } from '../../ui/button.tsx'
import { Sheet } from '../../ui/sheet.tsx'

/** Everything the account has, as one file. */
export function DataExport(): ReactNode {
  const download = useAction({
    key: ['account', 'export'],
    run: async () => {
      const [{ saveFile }, file] = await Promise.all([
        import('../../lib/download.ts'),
        send(exportAccountRoute, {}).then(response => response.blob()),
      ])
      saveFile(file, 'waxseal-account.json')
    },
    success: 'Your data was exported',
    failure: {
      failure: 'Your data could not be exported',
      failureByStatus: { 429: 'You can export your data 10 times an hour. Please try again later.' },
    },
  })
  return (
    <Sheet title="Your data" id="data" className="scroll-mt-4">
      <p className="mb-4 max-w-prose text-ink2">
        One JSON file with your account, your chat, and the workspaces that you own: domains, scans, findings, DNS
        changes, alerts, records, header analyses, API keys without their secrets, payments, and the audit log.
      </p>
      <Button busy={download.busy} onClick={() => download.start(undefined)}>
        Export data
      </Button>
    </Sheet>
  )
}

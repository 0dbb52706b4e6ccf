import { LoaderCircle } from 'lucide-react'
import type { ReactNode } from 'react'
import { ScanProgressLine } from '../../components/scan-run/scan-progress.tsx'
import { scanTexts, useScan } from '../../components/scan-run/use-scan.ts'
import type { Domain } from '../../lib/queries.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import type { AutoFetch } from './use-auto-fetch.ts'
import { flatteningTexts } from './wording.ts'

interface Props {
  domain: Domain
  fetch: AutoFetch
}

/** The questions while the record of a domain is fetched, and the scan that an answer may start. */
export function ScanOffer({ domain, fetch }: Props): ReactNode {
  const scan = useScan(domain)

  function scanIt(): void {
    fetch.answer(true)
    scan.start({
      text: scanTexts.running,
      failed: flatteningTexts.scanFailed,
      onDone: result => fetch.take(result, 0),
    })
  }

  return (
    <>
      {fetch.fetching && (
        <p role="status" className="mt-2 flex items-center gap-1.5 text-13 text-ink2">
          <LoaderCircle className="size-3.5 animate-spin" aria-hidden />
          Fetching the SPF record of the last scan
        </p>
      )}
      {scan.own && (
        <div className="mt-3">
          <ScanProgressLine progress={scan.progress} elsewhere={false} />
        </div>
      )}
      <Question domain={domain} fetch={fetch} onScan={scanIt} />
    </>
  )
}

function Question({ domain, fetch, onScan }: Props & { onScan: () => void }): ReactNode {
  const { question } = fetch
  const decline = (): void => fetch.answer(false)
  switch (question?.kind) {
    case 'scan':
      return (
        <ConfirmDialog
          title={`Scan ${domain.domain_name} now?`}
          description={`This domain has no scan yet. A scan finds its SPF record. ${flatteningTexts.scanTakes}.`}
          confirm="Run Scan"
          cancel="Not now"
          onConfirm={onScan}
          onCancel={decline}
        />
      )
    case 'fresh':
      return (
        <ConfirmDialog
          title="Run a fresh scan?"
          description={`The last scan of ${domain.domain_name} is ${question.days} days old. A fresh scan ${flatteningTexts.freshScanTakes}.`}
          confirm="Run Scan"
          cancel="Not now"
          onConfirm={onScan}
          onCancel={decline}
        />
      )
    case 'replace':
      return (
        <ConfirmDialog
          title="Replace the record you entered?"
          description={
            <>
              The scan found this SPF record: <span className="font-mono text-13">{question.record}</span>
            </>
          }
          confirm="Replace"
          cancel="Keep mine"
          onConfirm={() => fetch.answer(true)}
          onCancel={decline}
        />
      )
    default:
      return null
  }
}

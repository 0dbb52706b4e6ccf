import { analyzeScanRoute, askAboutScanRoute, startScanRoute } from '@waxseal/contract/routes'
import { states } from '@waxseal/core/check'
import { ArrowLeft, RotateCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { AskAi } from '../../components/assistant/ask-ai.tsx'
import { RoleButton } from '../../components/role-button.tsx'
import { lastList } from '../../lib/last-list.ts'
import type { Domain, ScanReply } from '../../lib/queries.ts'
import { TimeAgo } from '../../ui/time-ago.tsx'
import { ExportReport } from './export-report.tsx'
import { ShareButton } from './sharing/share-button.tsx'

interface Props {
  domain: Domain
  /** The results on screen, if there are any. */
  scan: ScanReply | undefined
  running: boolean
  onScan: () => void
}

export function ReportHeader({ domain, scan, running, onScan }: Props): ReactNode {
  return (
    <div className="mb-8">
      <Link
        to={lastList()}
        className="mb-2 -ms-1 inline-flex min-h-8 items-center gap-1.5 rounded px-1 text-13 text-ink2 select-none hover:text-ink"
      >
        <ArrowLeft className="size-4" aria-hidden />
        Back to Domains
      </Link>
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-4">
        <div className="min-w-0">
          <h1 className="text-26 font-[600] [overflow-wrap:anywhere]">{domain.domain_unicode ?? domain.domain_name}</h1>
          {domain.domain_unicode !== null && (
            <p className="font-mono text-13 text-ink3 [overflow-wrap:anywhere]">{domain.domain_name}</p>
          )}
          <p className="mt-1 text-13 text-ink3">
            {domain.last_scan === null ? (
              'Never scanned'
            ) : (
              <>
                Last scanned: <TimeAgo at={domain.last_scan} />
              </>
            )}
          </p>
        </div>
        {domain.last_scan !== null && (
          <div className="flex flex-wrap gap-2">
            {scan && <ExportReport domain={domain} format="PDF" />}
            {scan && <ExportReport domain={domain} format="CSV" />}
            {scan && <ShareButton domain={domain} />}
            {scan && <AskAboutScan domain={domain} scan={scan} />}
            <RoleButton
              needs={startScanRoute}
              look="primary"
              busy={running}
              onClick={onScan}
              {...(domain.read_only && { 'aria-disabled': true, className: 'opacity-55' })}
            >
              {!running && <RotateCw className="size-4" aria-hidden />}
              {running ? `${states.scanning.word}...` : 'Rescan'}
            </RoleButton>
          </div>
        )}
      </div>
    </div>
  )
}

function AskAboutScan({ domain, scan }: { domain: Domain; scan: ScanReply }): ReactNode {
  const subject = {
    id: domain.id,
    title: domain.domain_unicode ?? domain.domain_name,
    calls: { analyze: analyzeScanRoute, ask: askAboutScanRoute },
    hint: "Ask me anything about your domain's security",
    example: 'Why is my DMARC policy important?',
  }
  return <AskAi subject={subject} version={scan.finished_at} />
}

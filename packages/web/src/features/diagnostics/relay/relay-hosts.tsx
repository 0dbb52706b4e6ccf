import { contactWords } from '@waxseal/core/relay'
import type { ReactNode } from 'react'
import type { ScanReply } from '../../../lib/queries.ts'
import { exactTime } from '../../../lib/time.ts'
import { EvidenceButton } from '../evidence/evidence-button.tsx'
import { relayHostStatus } from '../report.ts'
import { StatusTag } from '../status-tag.tsx'

type Relay = NonNullable<ScanReply['results']['relay']>

/** What each mail server answered. */
export function RelayHosts({ scan, relay }: { scan: ScanReply; relay: Relay }): ReactNode {
  return (
    <ul className="border-y border-line">
      {relay.hosts.map(host => (
        <li key={`${host.host} ${host.address}`} className="border-b border-line py-2 text-13 last:border-b-0">
          <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-0.5">
            <span className="min-w-0 font-mono [overflow-wrap:anywhere]" dir="ltr">
              {host.host} <span className="text-ink3">[{host.address}]</span>
            </span>
            <StatusTag status={relayHostStatus(host)} />
          </div>
          <div className="flex items-end justify-between gap-x-4">
            <div className="min-w-0">
              <p className="mt-1 text-ink2 [overflow-wrap:anywhere]">{host.reason}</p>
              {host.contacted && (
                <p className="text-12 text-ink3">{`${contactWords(host)} ${exactTime(new Date(host.testedAt))}`}</p>
              )}
            </div>
            <EvidenceButton title={`Session with ${host.host}`} ids={sessionOf(scan, host)} />
          </div>
        </li>
      ))}
    </ul>
  )
}

/** The transcript of a host's test. */
function sessionOf({ evidence }: ScanReply, { host, address }: { host: string; address: string }): readonly string[] {
  return evidence
    .filter(({ kind, question }) => kind === 'smtp' && question.name.startsWith(`${host} [${address}]:`))
    .map(({ id }) => id)
}

import type { ReactNode } from 'react'
import type { ScanReply } from '../../../lib/queries.ts'
import { exactTime } from '../../../lib/time.ts'
import { Disclosure } from '../../../ui/disclosure.tsx'
import { Note } from '../../../ui/note.tsx'
import { PartTitle } from '../dns/dns-section.tsx'
import { EvidenceButton } from '../evidence/evidence-button.tsx'
import { relayHostStatus, relayStatus } from '../report.ts'
import { sectionIds } from '../section-ids.ts'
import { SectionNotes } from '../section-notes.tsx'
import { StatusTag } from '../status-tag.tsx'
import { reportTexts } from '../wording.ts'

/** Whether the mail servers relay for unauthenticated senders. Shown only with relay data. */
export function RelaySection({ scan }: { scan: ScanReply }): ReactNode {
  const section = scan.sections.relay
  const { relay } = scan.results
  if (relay === null) return null
  return (
    <Disclosure id={sectionIds.relay} title="Open Relay Test" status={<StatusTag status={relayStatus(scan)} />}>
      <PartTitle title="Mail servers" ids={section.evidence} />
      <SectionNotes
        name="The open relay test"
        section={{ ...section, gaps: section.gaps.filter(({ question }) => question.type !== 'SMTP') }}
        findings={scan.findings.filter(f => f.check === 'relay')}
      />
      {relay.is_open_relay === true && (
        <div className="mb-4">
          <Note look="bad" title={reportTexts.openRelay}>
            {reportTexts.openRelayAdvice}
          </Note>
        </div>
      )}
      {relay.hosts.some(host => host.relay === 'suspected') && (
        <div className="mb-4">
          <Note look="warning" title={reportTexts.relaySuspected}>
            We report an open relay only after a second positive test, at least six hours after the first. Rescan then.
          </Note>
        </div>
      )}
      {relay.state === 'off' && <Note look="info" title={reportTexts.relayOff} />}
      {relay.state === 'not-applicable' && (
        <Note look="info" title="Not applicable">
          The domain has no mail server to test.
        </Note>
      )}
      {relay.hosts.length > 0 && (
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
                  {host.contacted && <p className="text-12 text-ink3">Tested {exactTime(new Date(host.testedAt))}</p>}
                </div>
                <EvidenceButton title={`Session with ${host.host}`} ids={sessionOf(scan, host)} />
              </div>
            </li>
          ))}
        </ul>
      )}
    </Disclosure>
  )
}

/** The transcript of a host's test. */
function sessionOf({ evidence }: ScanReply, { host, address }: { host: string; address: string }): readonly string[] {
  return evidence
    .filter(({ kind, question }) => kind === 'smtp' && question.name.startsWith(`${host} [${address}]:`))
    .map(({ id }) => id)
}

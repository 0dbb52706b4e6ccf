import { notAskedOfVisitors, states } from '@waxseal/core/check'
import type { ReactNode } from 'react'
import type { ScanReply } from '../../../lib/queries.ts'
import { deferred } from '../../../ui/deferred.tsx'
import { Disclosure } from '../../../ui/disclosure.tsx'
import { Note } from '../../../ui/note.tsx'
import { Loading, Skeleton } from '../../../ui/skeleton.tsx'
import { PartTitle } from '../dns/dns-section.tsx'
import { relayStatus } from '../report.ts'
import { sectionIds } from '../section-ids.ts'
import { SectionNotes } from '../section-notes.tsx'
import { StatusTag } from '../status-tag.tsx'
import { reportTexts } from '../wording.ts'

const Hosts = deferred({
  what: 'The answers of the mail servers',
  load: () => import('./relay-hosts.tsx'),
  pick: module => module.RelayHosts,
  waiting: (
    <Loading what="the answers of the mail servers">
      <Skeleton className="h-24 w-full" />
    </Loading>
  ),
})

/** Whether the mail servers relay for unauthenticated senders. Shown only with relay data. */
export function RelaySection({ scan }: { scan: ScanReply }): ReactNode {
  const section = scan.sections.relay
  const { relay } = scan.results
  if (relay === null) return null
  return (
    <Disclosure
      id={sectionIds.relay}
      title="Open Relay Test"
      onNear={Hosts.preload}
      status={<StatusTag status={relayStatus(scan)} />}
    >
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
      {relay.state === 'not-for-visitors' && (
        <Note look="info" title={notAskedOfVisitors}>
          {reportTexts.relayNotForVisitors}
        </Note>
      )}
      {relay.state === 'not-applicable' && (
        <Note look="info" title={states.notApplicable.word}>
          The domain has no mail server to test.
        </Note>
      )}
      {relay.hosts.length > 0 && <Hosts scan={scan} relay={relay} />}
    </Disclosure>
  )
}

import { states } from '@waxseal/core/check'
import type { ReactNode } from 'react'
import type { ScanReply } from '../../../lib/queries.ts'
import { usePlan } from '../../../lib/use-plan.ts'
import { deferred } from '../../../ui/deferred.tsx'
import { Disclosure } from '../../../ui/disclosure.tsx'
import { Loading, Skeleton } from '../../../ui/skeleton.tsx'
import { PartTitle } from '../dns/dns-section.tsx'
import { threatStatus } from '../report.ts'
import { sectionIds } from '../section-ids.ts'
import { SectionNotes } from '../section-notes.tsx'
import { StatusTag } from '../status-tag.tsx'

const Results = deferred({
  what: 'The results',
  load: () => import('./threat-results.tsx'),
  pick: module => module.ThreatResults,
  waiting: (
    <Loading what="the results">
      <Skeleton className="h-48 w-full" />
    </Loading>
  ),
})

/** The opinions of the threat sources about the domain. */
export function ThreatSection({ scan }: { scan: ScanReply }): ReactNode {
  const section = scan.sections.threat
  const { threat_intelligence: threat } = scan.results
  const { sellsPlans } = usePlan()
  const status = threatStatus(scan, sellsPlans)
  return (
    <Disclosure
      id={sectionIds.threat}
      title="Threat Intelligence"
      onNear={Results.preload}
      status={
        <>
          {isPartly(scan) && status.tone !== 'unknown' && <StatusTag status={states.partly} />}
          <StatusTag status={status} />
        </>
      }
    >
      <PartTitle title="Reputation" ids={section.evidence} />
      {threat.error === null && (
        <SectionNotes
          name="Threat intelligence"
          section={section}
          findings={scan.findings.filter(f => f.check === 'threat')}
        />
      )}
      <Results threat={threat} gaps={section.gaps} />
    </Disclosure>
  )
}

/**
 * Some sources were silent. The blocklist card lists the blocklists among them. A single engine of VirusTotal, which has a
 * tier, is no source.
 */
function isPartly({ sections, results: { threat_intelligence: threat } }: ScanReply): boolean {
  const isSilent =
    threat.domain?.vendor_results.some(({ category, tier }) => category === 'unknown' && tier === null) ?? false
  return sections.threat.state === 'partial' || isSilent
}

import { states } from '@waxseal/core/check'
import { blacklistBadge, isWithoutVerdict } from '@waxseal/core/health'
import { plans } from '@waxseal/core/plan'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { paths } from '../../../lib/paths.ts'
import type { ScanReply } from '../../../lib/queries.ts'
import { usePlan } from '../../../lib/use-plan.ts'
import { deferred } from '../../../ui/deferred.tsx'
import { Disclosure } from '../../../ui/disclosure.tsx'
import { Note } from '../../../ui/note.tsx'
import { Loading, Skeleton } from '../../../ui/skeleton.tsx'
import { PartTitle } from '../dns/dns-section.tsx'
import { blacklistStatus, tooFewLists } from '../report.ts'
import { useVisitor } from '../report-context.ts'
import { sectionIds } from '../section-ids.ts'
import { SectionNotes } from '../section-notes.tsx'
import { StatusTag } from '../status-tag.tsx'
import { reportTexts } from '../wording.ts'

type Blacklist = ScanReply['results']['blacklist']

const Lists = deferred({
  what: 'The results of the blocklists',
  load: () => import('./blacklist-lists.tsx'),
  pick: module => module.BlacklistLists,
  waiting: (
    <Loading what="the results of the blocklists">
      <Skeleton className="h-64 w-full" />
    </Loading>
  ),
})

/** The results of the blocklists for the domain's mail servers and its name. */
export function BlacklistSection({ scan }: { scan: ScanReply }): ReactNode {
  const section = scan.sections.blacklist
  const { blacklist } = scan.results
  const status = blacklistStatus(scan)
  const isKnown = blacklistBadge(scan).state !== 'unchecked'
  const tooFew = tooFewLists(scan)
  return (
    <Disclosure
      id={sectionIds.blacklist}
      title="Blacklist Status"
      onNear={Lists.preload}
      status={
        <>
          {isKnown && blacklist.blacklists.some(isWithoutVerdict) && <StatusTag status={states.partly} />}
          <StatusTag status={isKnown ? { ...status, word: `Listed on ${status.word}` } : status} />
        </>
      }
    >
      <PartTitle title="Lists" ids={section.evidence} />
      <SectionNotes
        name="The blocklists"
        section={{ ...section, gaps: [], state: 'checked' }}
        findings={scan.findings.filter(f => f.check === 'blacklist')}
      />
      {!blacklist.success && !nothingToAsk(blacklist) && (
        <div className="mb-4">
          <Note look="unknown" title={reportTexts.blacklistFailed}>
            {`No list answered${section.reason === null ? '' : `: ${section.reason}`}. This does not affect the score.`}
          </Note>
        </div>
      )}
      {tooFew !== null && (
        <div className="mb-4">
          <Note look="unknown" title="Too few lists answered to call the domain clean">
            {`${tooFew.answered} of ${tooFew.asked} lists answered, and none lists the domain. At least half must answer for a clean result. Lists that did not answer do not affect the score.`}
          </Note>
        </div>
      )}
      {nothingToAsk(blacklist) && (
        <Note look="info" title={states.notApplicable.word}>
          The domain has no mail server and no sending address, so there is nothing to look up.
        </Note>
      )}
      <Lists blacklist={blacklist} />
      <ListsOfPlan scan={scan} />
      {blacklist.off.length > 0 && (
        <p className="mt-3 text-13 text-ink3">Turned off and not in the total: {blacklist.off.join(', ')}.</p>
      )}
    </Disclosure>
  )
}

/** Where the scan asked the lists of the lowest plan alone: how many of all, and who gets the others. */
function ListsOfPlan({ scan: { basis, results } }: { scan: ScanReply }): ReactNode {
  const visitor = useVisitor()
  const { sellsPlans } = usePlan()
  const { free, pro } = plans
  // A shared report does not show its plan.
  const isPart = visitor === null ? basis.tier === 'free' : visitor.scope !== null && visitor.scope.lists !== null
  if (!isPart || nothingToAsk(results.blacklist)) return null
  return (
    <p className="mt-3 text-13 text-ink2">
      This scan asked {free.blocklists} of {pro.blocklists} blocklists.{' '}
      {visitor === null && sellsPlans ? (
        <Link to={paths.plans} className="prose-link rounded">
          Upgrade to {pro.label} for all {pro.blocklists}
        </Link>
      ) : (
        visitor !== null && `The ${pro.label} plan asks all ${pro.blocklists}.`
      )}
    </p>
  )
}

function nothingToAsk({ blacklists }: Blacklist): boolean {
  return blacklists.length > 0 && blacklists.every(({ trouble }) => trouble === 'not-applicable')
}

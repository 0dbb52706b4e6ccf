import { sendsNoMail, uselessKeys } from '@waxseal/core/health'
import type { ReactNode } from 'react'
import type { Domain, ScanReply } from '../../../lib/queries.ts'
import { Note } from '../../../ui/note.tsx'
import { useVisitor } from '../report-context.ts'
import { reportTexts } from '../wording.ts'
import { DkimKey } from './dkim-key.tsx'
import { SelectorField } from './selector-field.tsx'

type Dkim = NonNullable<ScanReply['results']['dkim']>

/** The content of the card "DKIM Records". */
export function DkimKeys({ domain, scan }: { domain: Domain; scan: ScanReply }): ReactNode {
  const { dkim, dns } = scan.results
  const visitor = useVisitor()
  return (
    <>
      {dkim !== null && (
        <div className="grid gap-8">
          <SearchNotes dkim={dkim} scan={scan} />
          {dns.dkim_records.map(record => (
            <DkimKey key={record.hostname} record={record} />
          ))}
        </div>
      )}
      {visitor === null && (
        <div className="mt-8 border-t border-line pt-6">
          <SelectorField domain={domain} />
        </div>
      )}
    </>
  )
}

function SearchNotes({ dkim, scan }: { dkim: Dkim; scan: ScanReply }): ReactNode {
  const { state, tried, wildcard, dangling, missing, unguessable, unanswered, parent, doubled } = dkim
  const costs = scan.findings.some(({ check, points }) => check === 'dkim' && points !== 0)
  // Keys that are there and do not work have a finding, which says more than that none was found.
  const useless = uselessKeys(scan)
  const told =
    useless === null ? undefined : scan.findings.find(({ check, points }) => check === 'dkim' && points !== 0)
  return (
    <div className="grid gap-3 not-empty:mb-2 empty:hidden">
      {(state === 'none-sure' || state === 'none-unsure') && (
        <Note
          look={costs ? (state === 'none-sure' ? 'bad' : 'warning') : 'info'}
          title={
            state === 'none-sure' ? reportTexts.noDkim(scan.domain_name) : (told?.title ?? reportTexts.noDkimFound)
          }
        >
          {state === 'none-sure'
            ? dkim.sure_because === 'given'
              ? 'Neither the selectors you added nor the common ones have a key.'
              : sendsNoMail(scan)
                ? 'The domain declares that it sends no mail, so it needs no key.'
                : 'Receivers cannot verify DKIM signatures of this domain.'
            : (told?.meaning ??
              `We looked up ${tried} selectors, including the common ones (${reportTexts.commonSelectors}). DNS cannot list selectors, so add yours below.`)}
        </Note>
      )}
      {state === 'unchecked' && (
        <Note look="unknown" title="DKIM keys could not be checked">
          {`${unanswered.length} of ${tried} lookups failed, and the other selectors have no key. This does not affect the score.`}
        </Note>
      )}
      {wildcard !== null && useless !== 'wildcard' && (
        <Note
          look="info"
          title={wildcard.revoked ? 'Every other selector is revoked' : 'A wildcard answers for every selector'}
        >
          {wildcard.revoked
            ? 'A wildcard publishes an empty key for every name below _domainkey.'
            : 'Keys that only the wildcard returns do not count.'}
        </Note>
      )}
      {dangling.map(({ hostname, cnames }) => (
        <Note key={hostname} look="warning" title={`${hostname} has no key`}>
          It is a CNAME for {cnames.at(-1)}, which has no key. DKIM is disabled or was never enabled there.
        </Note>
      ))}
      {missing.length > 0 && (
        <Note
          look="warning"
          title={`No key at the ${missing.length === 1 ? 'selector' : 'selectors'} ${missing.join(', ')}`}
        >
          You added the selector, or an earlier scan found a key. This scan found none.
        </Note>
      )}
      {doubled.map(({ selector, name }) => (
        <Note key={name} look="warning" title={`The record of ${selector} is at ${name}`}>
          The DNS provider added the domain a second time. Enter only {selector}._domainkey as the host.
        </Note>
      ))}
      {parent?.state === 'found' && (
        <Note look="info" title={`${parent.domain} has keys`}>
          Their signatures count for this subdomain while DMARC alignment is relaxed (adkim=r).
        </Note>
      )}
      {dkim.names_below === true && (
        <Note look="info" title="Names exist below _domainkey">
          Keys may exist under other selectors. Add yours below.
        </Note>
      )}
      {unguessable.length > 0 && (
        <Note look="info" title={`Unknown selectors: ${unguessable.join(', ')} gives each customer its own`}>
          They cannot be guessed. Add yours below, and the next scan looks it up.
        </Note>
      )}
    </div>
  )
}

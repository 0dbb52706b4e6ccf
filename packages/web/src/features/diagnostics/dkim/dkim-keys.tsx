import type { ReactNode } from 'react'
import type { Domain, ScanReply } from '../../../lib/queries.ts'
import { Note } from '../../../ui/note.tsx'
import { reportTexts } from '../wording.ts'
import { DkimKey } from './dkim-key.tsx'
import { SelectorField } from './selector-field.tsx'

type Dkim = NonNullable<ScanReply['results']['dkim']>

/** The content of the card "DKIM Records". */
export function DkimKeys({ domain, scan }: { domain: Domain; scan: ScanReply }): ReactNode {
  const { dkim, dns } = scan.results
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
      <div className="mt-8 border-t border-line pt-6">
        <SelectorField domain={domain} />
      </div>
    </>
  )
}

function SearchNotes({ dkim, scan }: { dkim: Dkim; scan: ScanReply }): ReactNode {
  const { state, tried, wildcard, dangling, missing, unguessable, unanswered, parent, doubled } = dkim
  const costs = scan.findings.some(({ check, points }) => check === 'dkim' && points !== 0)
  return (
    <div className="grid gap-3 not-empty:mb-2 empty:hidden">
      {(state === 'none-sure' || state === 'none-unsure') && (
        <Note
          look={costs ? (state === 'none-sure' ? 'bad' : 'warning') : 'info'}
          title={state === 'none-sure' ? reportTexts.noDkim(scan.domain_name) : reportTexts.noDkimFound}
        >
          {state === 'none-sure'
            ? dkim.sure_because === 'given'
              ? 'None of the selectors you added exists, and no other was found.'
              : 'Nothing exists there, so no mail is signed with a key of this domain.'
            : `${tried} selectors were tried, among them the common ones: ${reportTexts.commonSelectors}. Selectors cannot be listed: add yours below.`}
        </Note>
      )}
      {state === 'unchecked' && (
        <Note look="unknown" title="Whether there is a key could not be checked">
          {`${unanswered.length} of ${tried} selectors could not be asked for, and the others have no key. This costs no points.`}
        </Note>
      )}
      {wildcard !== null && (
        <Note
          look="info"
          title={wildcard.revoked ? 'Every other selector is revoked' : 'A wildcard answers for every selector'}
        >
          {wildcard.revoked
            ? 'The domain publishes an empty key for all names below _domainkey: a way of saying that they sign nothing.'
            : 'What only the wildcard answers is not counted as a key.'}
        </Note>
      )}
      {dangling.map(({ hostname, cnames }) => (
        <Note key={hostname} look="warning" title={`${hostname} leads nowhere`}>
          It is an alias of {cnames.at(-1)}, where there is no key: disabled at the provider, or never enabled.
        </Note>
      ))}
      {missing.length > 0 && (
        <Note
          look="warning"
          title={`No key at the ${missing.length === 1 ? 'selector' : 'selectors'} ${missing.join(', ')}`}
        >
          You added it, or an earlier scan found a key there. It does not exist now.
        </Note>
      )}
      {doubled.map(({ selector, name }) => (
        <Note key={name} look="warning" title={`The record of ${selector} is at ${name}`}>
          The DNS provider added the domain a second time. Enter only {selector}._domainkey as the name.
        </Note>
      ))}
      {parent?.state === 'found' && (
        <Note look="info" title={`${parent.domain} has keys`}>
          Their signatures count for this subdomain while DMARC alignment is relaxed (adkim=r, the default).
        </Note>
      )}
      {dkim.names_below === true && (
        <Note look="info" title="Names exist below _domainkey">
          Keys may exist under selectors that are not known. Add yours below.
        </Note>
      )}
      {unguessable.length > 0 && (
        <Note look="info" title={`${unguessable.join(', ')} gives every customer selectors of its own`}>
          They cannot be guessed. Add yours below to have it checked.
        </Note>
      )}
    </div>
  )
}

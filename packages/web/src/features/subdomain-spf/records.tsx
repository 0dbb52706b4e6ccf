import { lookupsMax, type SubdomainRecord } from '@waxseal/core/spf'
import type { ReactNode } from 'react'
import { RecordView } from '../../components/record-view/record-view.tsx'
import { CellMeter } from '../../ui/cell-meter.tsx'
import { CopyText } from '../../ui/copy-text.tsx'
import { Note } from '../../ui/note.tsx'
import { listed } from './listed.ts'
import { subdomainTexts } from './wording.ts'

interface Props {
  made: { domain: string; records: readonly SubdomainRecord[] }
  /** You changed the form. */
  stale: boolean
}

/** The generated records, the next steps, and the purpose of the main domain. */
export function Records({ made: { domain, records }, stale }: Props): ReactNode {
  return (
    <div className="grid gap-8 [overflow-wrap:anywhere]">
      <div role="status" className="empty:hidden">
        {stale && (
          <Note look="warning" title="You changed the form">
            These records match the previous form. Press Generate SPF Records to update them.
          </Note>
        )}
      </div>
      <p className="max-w-prose text-ink2">
        {records.length === 1 ? 'A TXT record' : `${records.length} TXT records`} for the DNS of {domain}. Most
        providers expect the part before the domain as the name. Some expect the full name.
      </p>
      <ol className="grid gap-8">
        {records.map(record => (
          <li key={record.dnsRecord.name} className="min-w-0">
            <OneRecord record={record} />
          </li>
        ))}
      </ol>
      <NextSteps domain={domain} />
      <section aria-labelledby="main-domain-title" className="min-w-0">
        <h3 id="main-domain-title" className="font-[600]">
          Keep the main domain for business email only
        </h3>
        <p className="mt-1 mb-3 max-w-prose text-ink2">
          Remove these services from the main domain’s record. List only the servers your people send from. Example for
          Google Workspace:
        </p>
        <RecordView
          name={domain}
          type="TXT"
          text="v=spf1 include:_spf.google.com -all"
          grammar="spf"
          copied={subdomainTexts.copied}
        />
      </section>
    </div>
  )
}

function OneRecord({ record: { services, label, dnsRecord, lookups } }: { record: SubdomainRecord }): ReactNode {
  const { name, type, value } = dnsRecord
  return (
    <section aria-label={name}>
      <h3 className="font-mono font-[600] [overflow-wrap:anywhere]" dir="ltr">
        {name}
      </h3>
      <p className="mb-2 text-13 text-ink2">For {listed(services)}</p>
      <RecordView name={name} type={type} text={value} grammar="spf" copied={subdomainTexts.copied} />
      <div className="mt-1 flex flex-wrap items-center gap-2">
        <p className="me-auto text-13 text-ink2 max-sm:w-full">
          TXT record, name{' '}
          <span className="font-mono text-ink [overflow-wrap:anywhere]" dir="ltr">
            {label}
          </span>
        </p>
        <CopyText text={label} done={subdomainTexts.copied} of={name}>
          Copy name
        </CopyText>
        <CopyText text={value} done={subdomainTexts.copied} of={name}>
          Copy value
        </CopyText>
      </div>
      {services.length > 1 && (
        <div className="mt-4 grid gap-4">
          <Note look="info" title={`One record for ${services.length} services`}>
            {listed(services)} share a subdomain, so they share a record. Two SPF records on one name would be a
            permanent error. (RFC 7208 section 4.5)
          </Note>
          <div className="max-w-sm">
            <CellMeter label="DNS lookups" used={lookups.count} limit={lookupsMax} atLeast={!lookups.exact} />
          </div>
          {lookups.over && (
            <Note look="bad" title="More than 10 lookups">
              Move some services to another subdomain. Receivers stop after 10 lookups and return permerror. (RFC 7208
              section 4.6.4)
            </Note>
          )}
        </div>
      )}
    </section>
  )
}

function NextSteps({ domain }: { domain: string }): ReactNode {
  return (
    <section aria-labelledby="next-steps-title">
      <h3 id="next-steps-title" className="font-[600]">
        Next steps
      </h3>
      <ol className="mt-1 grid max-w-prose list-decimal gap-1 ps-5 text-ink2 marker:text-ink3">
        <li>
          <Lead>Add the TXT records</Lead> at the DNS provider of {domain}. Keep only one SPF record for each name.
        </li>
        <li>
          <Lead>Configure each service</Lead> to send from its subdomain. Set it as the return-path (also called bounce
          or MAIL FROM domain). If the service gives you a CNAME for that name, publish only the CNAME.
        </li>
        <li>
          <Lead>Wait 1 hour</Lead> until resolvers have the new records.
        </li>
        <li>
          <Lead>Test sending</Lead>. Send yourself a message from each service, and look for spf=pass in its headers.
        </li>
      </ol>
    </section>
  )
}

function Lead({ children }: { children: string }): ReactNode {
  return <span className="font-[560] text-ink">{children}</span>
}

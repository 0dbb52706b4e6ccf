import { consentLook, dmarcDifference, dmarcFacts, dmarcOwner } from '@waxseal/core/dmarc'
import { ttlOf } from '@waxseal/core/health'
import type { ReactNode } from 'react'
import { RecordView } from '../../../components/record-view/record-view.tsx'
import { paths } from '../../../lib/paths.ts'
import type { Domain, ScanReply } from '../../../lib/queries.ts'
import { Note } from '../../../ui/note.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { PartTitle } from '../dns/dns-section.tsx'
import { doesNotExist } from '../report.ts'
import { SectionNotes } from '../section-notes.tsx'
import { reportTexts } from '../wording.ts'
import { BuilderLink } from './builder-link.tsx'

type Dmarc = NonNullable<ScanReply['results']['dmarc']>

interface Props {
  domain: Domain
  scan: ScanReply
}

export function DmarcPart({ domain, scan }: Props): ReactNode {
  const { dmarc, dns } = scan.results
  const section = scan.sections.dmarc
  return (
    <div>
      <PartTitle title="DMARC" ids={section.evidence} />
      <SectionNotes name="DMARC" section={section} findings={scan.findings.filter(f => f.check === 'dmarc')} />
      <div className="grid gap-4">
        {dns.dmarc_error !== null && <Note look="unknown" title={reportTexts.dmarcError(dns.dmarc_error)} />}
        {dmarc !== null && <DmarcRecord domain={domain} scan={scan} dmarc={dmarc} />}
      </div>
    </div>
  )
}

function DmarcRecord({ domain, scan, dmarc }: Props & { dmarc: Dmarc }): ReactNode {
  const { reading } = dmarc
  const name = dmarcOwner(reading)
  return (
    <>
      {reading.record === null && !reading.unchecked && scan.results.dns.dmarc_error === null && (
        <Note
          look="bad"
          title={reportTexts.noDmarc(scan.domain_name)}
          action={
            !doesNotExist(scan) && <BuilderLink to={paths.dmarcWizard(domain.id)}>Build a DMARC record</BuilderLink>
          }
        >
          {reading.multiple
            ? 'Keep only one record at this name. With several, receivers ignore all of them.'
            : doesNotExist(scan)
              ? reportTexts.nameMissing
              : 'Receivers have no policy for mail that spoofs this domain, and send no reports.'}
        </Note>
      )}
      {reading.record !== null && name !== null && (
        <>
          <RecordView
            name={name}
            type="TXT"
            ttl={ttlOf(scan, name, 'TXT')}
            text={reading.record.text}
            grammar="dmarc"
          />
          <div>
            <BuilderLink to={paths.dmarcWizard(domain.id)}>Open in DMARC Builder</BuilderLink>
          </div>
          <Policy dmarc={dmarc} domain={scan.domain_name} />
        </>
      )}
      {dmarc.differs && (
        <Note look="info" title="RFC 7489 receivers apply another policy">
          {dmarcDifference(dmarc)}
        </Note>
      )}
      {dmarc.errors.map(({ code, message }) => (
        <Note key={code + message} look="bad" title={message} />
      ))}
      {dmarc.warnings.map(({ code, message }) => (
        <Note key={code + message} look="warning" title={message} />
      ))}
      {dmarc.elsewhere.map(({ name, message }) => (
        <Note key={name + message} look="warning" title={message} />
      ))}
      {dmarc.external.length > 0 && <ExternalReports external={dmarc.external} />}
    </>
  )
}

function Policy({ dmarc, domain }: { dmarc: Dmarc; domain: string }): ReactNode {
  return (
    <dl className="grid max-w-2xl text-13">
      {dmarcFacts(dmarc, domain).map(([name, value]) => (
        <Fact key={name} name={name}>
          {value}
        </Fact>
      ))}
    </dl>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }): ReactNode {
  return (
    <div className="grid gap-x-4 border-b border-line py-1.5 sm:grid-cols-[12rem_1fr]">
      <dt className="text-ink3">{name}</dt>
      <dd className="min-w-0 [overflow-wrap:anywhere]">{children}</dd>
    </div>
  )
}

function ExternalReports({ external }: Pick<Dmarc, 'external'>): ReactNode {
  return (
    <div>
      <h4 className="mb-1 text-13 font-[600]">Report addresses at other domains</h4>
      <ul className="text-13">
        {external.map(({ domain, uri, tag, name, authorized }) => (
          <li
            key={`${tag} ${uri}`}
            className="flex flex-wrap items-baseline gap-x-4 gap-y-1 border-b border-line py-1.5"
          >
            <span className="font-[560]">{domain}</span>
            <span className="text-ink3">{tag}</span>
            <Consent authorized={authorized} />
            {authorized === false && (
              <span className="w-full text-ink2">
                It must publish a TXT record “v=DMARC1” at{' '}
                <span className="font-mono [overflow-wrap:anywhere]">{name}</span>.
              </span>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}

function Consent({ authorized }: { authorized: boolean | null }): ReactNode {
  const { word, tone } = consentLook(authorized)
  return (
    <Tag tone={tone} bare>
      {word}
    </Tag>
  )
}

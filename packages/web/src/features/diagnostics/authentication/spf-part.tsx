import { ttlOf } from '@waxseal/core/health'
import type { ReactNode } from 'react'
import { RecordView } from '../../../components/record-view/record-view.tsx'
import { TreeWithMeters } from '../../../components/spf-tree/tree-with-meters.tsx'
import { paths } from '../../../lib/paths.ts'
import type { Domain, ScanReply } from '../../../lib/queries.ts'
import { Note } from '../../../ui/note.tsx'
import { PartTitle } from '../dns/dns-section.tsx'
import { doesNotExist } from '../report.ts'
import { SectionNotes } from '../section-notes.tsx'
import { reportTexts } from '../wording.ts'
import { BuilderLink } from './builder-link.tsx'

interface Props {
  domain: Domain
  scan: ScanReply
}

export function SpfPart({ domain, scan }: Props): ReactNode {
  const { spf } = scan.results
  const section = scan.sections.spf
  return (
    <div>
      <PartTitle title="SPF" ids={section.evidence} />
      <SectionNotes name="SPF" section={section} findings={scan.findings.filter(f => f.check === 'spf')} />
      {spf !== null && <SpfRecords domain={domain} scan={scan} spf={spf} />}
    </div>
  )
}

function SpfRecords({ domain, scan, spf }: Props & { spf: NonNullable<ScanReply['results']['spf']> }): ReactNode {
  const ttl = ttlOf(scan, scan.domain_name, 'TXT')
  return (
    <div className="grid gap-4">
      {spf.records.length === 0 && (
        <Note
          look="bad"
          title={reportTexts.noSpf}
          action={!doesNotExist(scan) && <BuilderLink to={paths.spfWizard(domain.id)}>Build an SPF record</BuilderLink>}
        >
          {doesNotExist(scan) ? reportTexts.nameMissing : 'Receivers cannot tell your servers from those of spoofers.'}
        </Note>
      )}
      {spf.records.length > 1 && (
        <Note look="bad" title={`${spf.records.length} SPF records`}>
          Keep only one. With several, receivers return permerror and ignore them all (RFC 7208 section 4.5).
        </Note>
      )}
      {spf.records.map((record, index) => (
        <RecordView
          key={`${index} ${record}`}
          name={scan.domain_name}
          type="TXT"
          ttl={ttl}
          text={record}
          grammar="spf"
        />
      ))}
      {spf.records.length > 0 && (
        <div>
          <BuilderLink to={paths.spfWizard(domain.id)}>Open in SPF Builder</BuilderLink>
        </div>
      )}
      {spf.lookalikes.map(text => (
        <div key={text}>
          <Note look="warning" title="Not a valid SPF record">
            Receivers ignore this record, because it does not begin with “v=spf1” and a space.
          </Note>
          <RecordView name={scan.domain_name} type="TXT" ttl={ttl} text={text} />
        </div>
      ))}
      {spf.elsewhere.map(({ name, type, text }) => (
        <div key={`${type} ${name}`}>
          <Note look="warning" title="SPF record in the wrong place">
            {type === 'SPF'
              ? 'Publish it as TXT. Receivers ignore the obsolete type SPF.'
              : `Receivers look for the SPF record at ${scan.domain_name} only.`}
          </Note>
          <RecordView name={name} type={type} ttl={null} text={text} grammar="spf" />
        </div>
      ))}
      {spf.tree && <TreeWithMeters tree={spf.tree} />}
    </div>
  )
}

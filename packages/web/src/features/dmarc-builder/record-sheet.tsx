import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { GeneratedRecord, NextSteps, NothingGenerated } from '../../components/builder/builder-columns.tsx'
import { RecordToPublish } from '../../components/builder/record-to-publish.tsx'
import type { Target } from '../../components/builder/target.ts'
import { ttlOf } from '../../components/scan-ttl.ts'
import { paths } from '../../lib/paths.ts'
import type { ScanReply } from '../../lib/queries.ts'
import { duration } from '../../lib/time.ts'
import { Note } from '../../ui/note.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import type { Generated } from './api.ts'
import { ExternalReports } from './external-reports.tsx'
import { ownRecord } from './start.ts'

/** The generated record; with warnings when it was generated just now. */
export type Made = Pick<Generated, 'dns_record' | 'warnings' | 'external_reports'>

interface Props {
  target: Target
  made: Made | null
  /** The record matches the form. */
  inStep: boolean
  scan: ScanReply | null
}

/** The generated record, and the next steps. */
export function RecordSheet({ target, made, inStep, scan }: Props): ReactNode {
  const name = `_dmarc.${target.name}`
  return (
    <Sheet title="Generated DNS record">
      {made === null ? (
        <NothingGenerated title="No DMARC Record Generated">
          Choose what receivers do with mail that fails, and who gets the reports. Then generate the record.
        </NothingGenerated>
      ) : (
        <GeneratedRecord inStep={inStep}>
          <RecordToPublish hostname="_dmarc" name={name} value={made.dns_record} grammar="dmarc" />
          {made.warnings
            .filter(({ code }) => code !== 'could_not_check')
            .map(({ code, message }) => (
              <Note key={code + message} look="warning" title={message} />
            ))}
          <ExternalReports reports={made.external_reports} />
          <DmarcSteps target={target} name={name} scan={scan} />
        </GeneratedRecord>
      )}
    </Sheet>
  )
}

function DmarcSteps({ target, name, scan }: Pick<Props, 'target' | 'scan'> & { name: string }): ReactNode {
  const ttl = scan === null ? null : ttlOf(scan, name, 'TXT')
  return (
    <NextSteps>
      <li>Sign in where the DNS records of {target.name} are kept.</li>
      <li>
        {ownRecord(scan) === null
          ? 'Add a TXT record at the hostname _dmarc with the value above, in place of any DMARC record that is there. '
          : 'Replace the TXT record at the hostname _dmarc with the value above. '}
        Keep only one DMARC record. With two, receivers ignore both.
      </li>
      <li>
        Wait 24-48 hours for DNS propagation.
        {ttl !== null && ` Your current record’s TTL is ${ttl} s${ttl < 60 ? '' : ` (${duration(ttl)})`}.`}
      </li>
      <li>
        {target.own ? (
          <>
            Scan the domain again from{' '}
            <Link to={paths.diagnostics(target.domain.id)} className="prose-link">
              its report
            </Link>
            , and read the reports for some weeks before you tighten the policy.
          </>
        ) : (
          'Read the reports for some weeks before you tighten the policy.'
        )}
      </li>
    </NextSteps>
  )
}

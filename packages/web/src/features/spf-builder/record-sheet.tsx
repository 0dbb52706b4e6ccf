import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { GeneratedRecord, NextSteps, NothingGenerated } from '../../components/builder/builder-columns.tsx'
import { RecordToPublish } from '../../components/builder/record-to-publish.tsx'
import type { Target } from '../../components/builder/target.ts'
import { paths } from '../../lib/paths.ts'
import { duration } from '../../lib/time.ts'
import { Sheet } from '../../ui/sheet.tsx'
import type { Generated, Preview } from './api.ts'
import { Warnings } from './preview-sheet.tsx'
import { spfTexts } from './wording.ts'

interface Props {
  target: Target
  made: Pick<Generated, 'dns_record' | 'warnings'> | null
  /** The record matches the form. */
  inStep: boolean
  preview: Preview | null
}

/** The generated record, and the next steps. */
export function RecordSheet({ target, made, inStep, preview }: Props): ReactNode {
  return (
    <Sheet title="Generated DNS record">
      {made === null ? (
        <NothingGenerated title={spfTexts.nothing}>
          Add the services and servers that send mail for {target.name}, then generate the record.
        </NothingGenerated>
      ) : (
        <GeneratedRecord inStep={inStep}>
          <RecordToPublish hostname="@" name={target.name} value={made.dns_record} grammar="spf" />
          <Warnings warnings={made.warnings} />
          <SpfSteps target={target} published={preview?.published ?? null} />
        </GeneratedRecord>
      )}
    </Sheet>
  )
}

function SpfSteps({ target, published }: { target: Target; published: Preview['published'] | null }): ReactNode {
  return (
    <NextSteps>
      <li>Sign in where the DNS records of {target.name} are kept.</li>
      <li>
        {published?.state === 'found' || published?.state === 'several'
          ? 'Replace the TXT record at the hostname @ (the domain itself) that begins with v=spf1 by the value above. '
          : 'Add a TXT record at the hostname @ (the domain itself) with the value above, in place of any that begins with v=spf1. '}
        Keep only one SPF record. With two, receivers ignore both.
      </li>
      <li>
        {published?.ttl == null
          ? 'Wait until the change has reached the name servers, and resolvers have let go of the older record.'
          : `Wait until resolvers have let go of the older record: your current record’s TTL is ${published.ttl} s${published.ttl < 60 ? '' : ` (${duration(published.ttl)})`}.`}
      </li>
      <li>
        {target.own ? (
          <>
            Scan the domain again from{' '}
            <Link to={paths.diagnostics(target.domain.id)} className="prose-link">
              its report
            </Link>
            , to see the record as receivers do.
          </>
        ) : (
          'Add the domain to yours and scan it, to see the record as receivers do.'
        )}
      </li>
    </NextSteps>
  )
}

import { advisedWords, announceWords, builderNames, publishWords, requestText, serveWords } from '@waxseal/core/check'
import type { ReactNode } from 'react'
import { CheckDns } from '../../../components/builder/check-dns.tsx'
import { InStrings, RecordField } from '../../../components/builder/record-field.tsx'
import { ownTarget } from '../../../components/builder/target.ts'
import { builderTexts } from '../../../components/builder/wording.ts'
import { paths } from '../../../lib/paths.ts'
import { CopyText } from '../../../ui/copy-text.tsx'
import type { Finding } from '../report.ts'
import { useLeadsOn, useReport, useVisitor } from '../report-context.ts'
import { ReportLink } from '../report-link.tsx'
import { ownerName } from './owner-name.ts'

type Action = Finding['action']
type Of<Kind extends Action['kind']> = Extract<Action, { kind: Kind }>
type DnsRecord = Of<'publish'>['record']

/** What an action consists of: the record, the file or the message, each part with its copy button. */
export function ActionPanel({ finding }: { finding: Finding }): ReactNode {
  return (
    <div className="mt-3 grid max-w-prose grid-cols-1 gap-3 rounded border border-line bg-surface px-4 py-3">
      <Steps finding={finding} />
      <Advised action={finding.action} />
    </div>
  )
}

/** The records that the advice names for cases that only the owner knows. */
function Advised({ action: { advised = [] } }: { action: Action }): ReactNode {
  if (advised.length === 0) return null
  return (
    <>
      <p className="text-ink2">{advisedWords(advised.length)}</p>
      {advised.map(record => (
        <RecordFields
          key={`${record.name} ${record.type} ${record.value}`}
          record={record}
          of={`${record.type} ${record.value}`}
        />
      ))}
    </>
  )
}

function Steps({ finding }: { finding: Finding }): ReactNode {
  const { action } = finding
  switch (action.kind) {
    case 'publish':
      return <Publish action={action} findingId={finding.id} />
    case 'edit':
      return <Edit action={action} />
    case 'serve':
      return <Serve action={action} />
    case 'ask':
      return <Ask action={action} finding={finding} />
    default:
      return null
  }
}

function Publish({ action, findingId }: { action: Of<'publish'>; findingId: string }) {
  const { record, builder } = action
  const { domain } = useReport()
  const visitor = useVisitor()
  const leadsOn = useLeadsOn()
  const wizard = builder?.tool === 'spf' ? paths.spfWizard : paths.dmarcWizard
  // Only the record of the domain itself can be checked.
  const own = builder?.tool === 'spf' ? domain.domain_name : `_dmarc.${domain.domain_name}`
  const isBuilt = builder !== null && record.name === own
  return (
    <>
      <p className="text-ink2 [overflow-wrap:anywhere]">{publishWords(action)} Then rescan.</p>
      <RecordFields record={record} />
      {isBuilt && visitor === null && (
        <CheckDns target={ownTarget(domain)} kind={builder.tool} name={record.name} record={record.value} />
      )}
      {builder !== null && leadsOn && (
        <p className="text-13">
          <ReportLink
            to={`${wizard(domain.id)}?finding=${encodeURIComponent(findingId)}`}
            className="prose-link rounded"
          >
            {`Change it first in the ${builderNames[builder.tool]} builder`}
          </ReportLink>
        </p>
      )}
    </>
  )
}

/** The fields of a DNS provider's form. `of`: what the names of the copy buttons say, where a name has several records. */
function RecordFields({ record, of = record.name }: { record: DnsRecord; of?: string }): ReactNode {
  const { scan } = useReport()
  const { name, type, value } = record
  const owner = ownerName(name, scan)
  return (
    <>
      <dl className="border-t border-line text-13">
        <RecordField label="Host" value={owner.short} done="Host copied to clipboard" of={of} />
        <RecordField label="Type" value={type} done={builderTexts.typeCopied} of={of} />
        <RecordField label="Value" value={value} done={builderTexts.valueCopied} of={of} />
      </dl>
      {owner.short !== name && (
        <p className="text-13 text-ink3">
          Most DNS providers add {owner.zone} to the host. If yours asks for the full name, enter {name}.
        </p>
      )}
      {type === 'TXT' && <InStrings name={name} value={value} />}
    </>
  )
}

function Edit({ action: { name, type, adds, remove } }: { action: Of<'edit'> }): ReactNode {
  const { scan } = useReport()
  const owner = ownerName(name, scan)
  return (
    <>
      <p className="text-ink2">
        {adds
          ? `At your DNS provider, add the ${type} record for this host, as described above. Then rescan.`
          : remove === null
            ? `At your DNS provider, change the ${type} records of this host as described above. Then rescan.`
            : `At your DNS provider, delete this ${type} record. Then rescan.`}
      </p>
      <dl className="border-t border-line text-13">
        <RecordField label="Host" value={owner.short} done="Host copied to clipboard" of={name} />
        <RecordField label="Type" value={type} done={builderTexts.typeCopied} of={name} />
        {remove !== null && <RecordField label="Value" value={remove} done={builderTexts.valueCopied} of={name} />}
      </dl>
    </>
  )
}

function Serve({ action }: { action: Of<'serve'> }): ReactNode {
  const { url, text, record } = action
  return (
    <>
      <p className="text-ink2">{serveWords(action)}</p>
      <p className="font-mono text-13 [overflow-wrap:anywhere]" dir="ltr">
        {url}
      </p>
      {text !== null && (
        <pre
          dir="ltr"
          className="rounded bg-sunken px-3 py-2 font-mono text-13 whitespace-pre-wrap [overflow-wrap:anywhere]"
        >
          {text.trimEnd()}
        </pre>
      )}
      <div className="flex flex-wrap gap-2">
        <CopyText text={url} done="URL copied to clipboard" of={url}>
          Copy URL
        </CopyText>
        {text !== null && (
          <CopyText text={text} done="File copied to clipboard" of={url}>
            Copy file
          </CopyText>
        )}
      </div>
      {record !== null && (
        <>
          <p className="text-ink2">{announceWords(action)}</p>
          <RecordFields record={record} />
        </>
      )}
    </>
  )
}

const parties: Readonly<Record<Of<'ask'>['party'], (name: string | null) => string>> = {
  registrar: name =>
    `Only the registrar of ${name ?? 'the domain'} can change this. Sign in there, or send its support this message.`,
  'dns-provider': name =>
    `Change this at the DNS provider of ${name ?? 'the zone'}. Sign in there, or send its support this message.`,
  'mail-provider': name =>
    `Change this at ${name ?? 'your mail provider'}. Sign in there, or send its support this message.`,
  'mail-administrator': name =>
    `Only the administrator of ${name ?? 'the server'} can change this. Send them this message.`,
  'host-provider': name =>
    `Only the provider of ${name ?? 'the address'} can change its reverse DNS. Send its support this message.`,
  'zone-administrator': name =>
    `Only the administrator of ${name ?? 'that domain'} can change this. Send them this message.`,
  'threat-source': name =>
    `Fix the cause first. Then ask ${name ?? 'the source'} for a review. You can send this message.`,
}

/** Who must act, and a message to send. */
function Ask({ action, finding }: { action: Of<'ask'>; finding: Finding }): ReactNode {
  const { scan } = useReport()
  const text = requestText(scan.domain_name, finding, action)
  return (
    <>
      <p className="text-ink2 [overflow-wrap:anywhere]">{parties[action.party](action.name)}</p>
      {action.record !== null && <RecordFields record={action.record} />}
      <pre
        dir="ltr"
        className="rounded bg-sunken px-3 py-2 font-sans text-13 whitespace-pre-wrap [overflow-wrap:anywhere]"
      >
        {text.trimEnd()}
      </pre>
      <div>
        <CopyText text={text} done="Message copied to clipboard" of={finding.reason}>
          Copy message
        </CopyText>
      </div>
    </>
  )
}

import { dkimKeyLook } from '@waxseal/core/dkim'
import type { ReactNode } from 'react'
import type { ScanReply } from '../../../lib/queries.ts'
import { cx } from '../../../ui/class-names.ts'
import { CopyText } from '../../../ui/copy-text.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { StatusTag } from '../status-tag.tsx'
import { reportTexts } from '../wording.ts'
import { txtZoneLine } from './zone-line.ts'

type DkimRecord = ScanReply['results']['dns']['dkim_records'][number]

/** One key: selector, provider, strength, record, and copy buttons. */
export function DkimKey({ record }: { record: DkimRecord }): ReactNode {
  const full = txtZoneLine(record.hostname, record.full_record)
  return (
    <section aria-label={`Selector ${record.selector}`}>
      <div className="mb-2 flex flex-wrap items-baseline gap-x-4 gap-y-1">
        <h3 className="font-mono font-[600] [overflow-wrap:anywhere]" dir="ltr">
          {record.selector}
        </h3>
        <span className="text-13 text-ink2">{record.provider ?? 'Unknown provider'}</span>
        <Strength record={record} />
        {record.testing && (
          <Tag tone="medium" bare>
            Test mode (t=y)
          </Tag>
        )}
      </div>
      <dl className="grid grid-cols-[6rem_minmax(0,1fr)] gap-x-4 gap-y-1 text-13 max-sm:grid-cols-1">
        <dt className="text-ink3">Hostname</dt>
        <dd className="font-mono [overflow-wrap:anywhere]" dir="ltr">
          {record.hostname}
          {record.cnames.length > 0 && (
            <span className="block text-12 text-ink3">alias of {record.cnames.join(' → ')}</span>
          )}
        </dd>
        <dt className="text-ink3">Public key</dt>
        {record.public_key === '' ? (
          <dd>{record.revoked ? 'empty (revoked)' : 'none'}</dd>
        ) : (
          <dd className="font-mono [overflow-wrap:anywhere]" dir="ltr">
            {truncated(record.public_key)}
          </dd>
        )}
        <dt className="text-ink3">Record</dt>
        <dd>
          <div
            className="rounded bg-sunken px-3 py-2 font-mono text-12 [overflow-wrap:anywhere] whitespace-pre-wrap"
            dir="ltr"
          >
            {record.full_record}
          </div>
        </dd>
      </dl>
      <Problems messages={record.errors} tone="text-poor" />
      <Problems messages={record.warnings} tone="text-fair" />
      {record.repaired && (
        <p className="mt-1 text-13">
          Publish instead:{' '}
          <span className="font-mono [overflow-wrap:anywhere]" dir="ltr">
            {record.repaired}
          </span>
        </p>
      )}
      <div className="mt-3 flex flex-wrap gap-2">
        <CopyText text={record.hostname} done={reportTexts.hostnameCopied} of={record.selector}>
          Copy hostname
        </CopyText>
        <CopyText text={record.full_record} done={reportTexts.valueCopied} of={record.selector}>
          Copy value
        </CopyText>
        <CopyText text={full} done={reportTexts.recordCopied} of={record.selector}>
          Copy full record
        </CopyText>
      </div>
    </section>
  )
}

function Problems({ messages, tone }: { messages: DkimRecord['errors']; tone: string }): ReactNode {
  return messages.map(({ code, message }) => (
    <p key={code} className={cx('mt-1 text-13', !/^[a-z]=/.test(message) && 'first-letter:uppercase', tone)}>
      {message}
    </p>
  ))
}

function Strength({ record }: { record: DkimRecord }): ReactNode {
  const look = dkimKeyLook(record)
  return record.revoked ? <StatusTag status={{ ...look, mark: 'none' }} /> : <Tag tone={look.tone}>{look.word}</Tag>
}

/** The specification shows the first 60 characters of a key. */
function truncated(key: string): string {
  return key.length > 60 ? `${key.slice(0, 60)}...` : key
}

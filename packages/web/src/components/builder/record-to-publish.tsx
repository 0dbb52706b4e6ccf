import { txtStrings } from '@waxseal/core/spf'
import type { ReactNode } from 'react'
import { CopyText } from '../../ui/copy-text.tsx'
import { Note } from '../../ui/note.tsx'
import { RecordView } from '../record-view/record-view.tsx'
import { builderTexts } from './wording.ts'

interface Props {
  /** In the form of a DNS provider: `@`, `_dmarc`. */
  hostname: string
  /** The fully qualified name. */
  name: string
  value: string
  grammar: 'spf' | 'dmarc'
}

/** A generated record, with the value for each field of a DNS form and copy buttons. */
export function RecordToPublish({ hostname, name, value, grammar }: Props): ReactNode {
  return (
    <div className="grid grid-cols-1 gap-3">
      <dl className="grid grid-cols-[6rem_minmax(0,1fr)] gap-x-4 text-13">
        <dt className="border-b border-line py-1.5 text-ink3">Type</dt>
        <dd className="border-b border-line py-1.5 font-mono">TXT</dd>
        <dt className="border-b border-line py-1.5 text-ink3">Hostname</dt>
        <dd className="border-b border-line py-1.5 font-mono" dir="ltr">
          {hostname}
        </dd>
      </dl>
      <RecordView name={name} type="TXT" text={value} grammar={grammar} />
      <div className="flex flex-wrap gap-2">
        <CopyText text={hostname} done={builderTexts.hostnameCopied} of={name}>
          Copy hostname
        </CopyText>
        <CopyText text={value} done={builderTexts.valueCopied} of={name}>
          Copy value
        </CopyText>
      </div>
      <InStrings name={name} value={value} />
    </div>
  )
}

/** RFC 7208 section 3.3: a TXT record holds strings of 255 bytes; receivers join them without a space. */
function InStrings({ name, value }: { name: string; value: string }): ReactNode {
  const strings = txtStrings(value)
  if (strings.length < 2) return null
  const quoted = strings.map(string => `"${string}"`).join(' ')
  return (
    <Note look="info" title={`Longer than 255 characters: published as ${strings.length} strings in one record`}>
      <p>Most DNS providers split the value for you. If yours refuses it, enter it like this:</p>
      <div
        dir="ltr"
        className="my-2 rounded bg-sunken px-3 py-2 font-mono text-13 [overflow-wrap:anywhere] text-ink whitespace-pre-wrap"
      >
        {quoted}
      </div>
      <CopyText text={quoted} done={builderTexts.valueCopied} of={name}>
        Copy strings
      </CopyText>
    </Note>
  )
}

import { txtStrings } from '@waxseal/core/spf'
import type { ReactNode } from 'react'
import { CopyText } from '../../ui/copy-text.tsx'
import { Note } from '../../ui/note.tsx'
import { builderTexts } from './wording.ts'

/** One field of a DNS provider's form. */
export function RecordField(props: { label: string; of: string; value: string; done: string }): ReactNode {
  const { label, of, value, done } = props
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line py-1.5">
      <dt className="w-16 shrink-0 text-ink3">{label}</dt>
      <dd className="line-clamp-3 min-w-0 flex-[1_1_9rem] font-mono text-ink [overflow-wrap:anywhere]" dir="ltr">
        {value}
      </dd>
      <dd className="ms-auto">
        <CopyText text={value} done={done} of={of}>
          {`Copy ${label.toLowerCase()}`}
        </CopyText>
      </dd>
    </div>
  )
}

/** RFC 7208 section 3.3: a TXT record holds strings of 255 bytes; receivers join them without a space. */
export function InStrings({ name, value }: { name: string; value: string }): ReactNode {
  const strings = txtStrings(value)
  if (strings.length < 2) return null
  const quoted = strings.map(string => `"${string}"`).join(' ')
  return (
    <div className="mt-3">
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
    </div>
  )
}

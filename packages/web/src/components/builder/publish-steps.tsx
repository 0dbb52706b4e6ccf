import { dnsHostOf } from '@waxseal/core/providers'
import { txtStrings } from '@waxseal/core/spf'
import type { ReactNode } from 'react'
import { CopyText } from '../../ui/copy-text.tsx'
import { Note } from '../../ui/note.tsx'
import { CheckDns } from './check-dns.tsx'
import { type Target } from './target.ts'
import { builderTexts } from './wording.ts'

interface Props {
  target: Target
  kind: 'spf' | 'dmarc'
  /** The host in the form of a DNS provider: `@`, `_dmarc`. */
  hostname: string
  /** The fully qualified name. */
  name: string
  value: string
  /** The name servers of the zone, as far as they are known. */
  nameServers: readonly string[]
  /** What to do with the record: "Add a TXT record …". */
  doing: ReactNode
  /** How long to wait. */
  waiting: ReactNode
  /** What to do once the record is live. */
  after?: ReactNode
}

/** From the generated record to a published one, in order, each step with what it needs. */
export function PublishSteps(props: Props): ReactNode {
  const { target, kind, hostname, name, value, nameServers, doing, waiting, after } = props
  return (
    <div>
      <h3 className="mb-2 text-14 font-[600]">Next steps</h3>
      <ol className="ms-5 grid grid-cols-1 list-decimal gap-3 text-ink2 marker:font-[560] marker:text-ink [&>li]:ps-1">
        <li>
          <OpenProvider name={target.name} nameServers={nameServers} />
        </li>
        <li>
          {doing}
          <dl className="mt-2 border-t border-line text-13">
            <Part label="Type" of={name} value="TXT" done={builderTexts.typeCopied} />
            <Part label="Hostname" of={name} value={hostname} done={builderTexts.hostnameCopied} />
            <Part label="Full name" of={name} value={name} done={builderTexts.hostnameCopied} />
            <Part label="Value" of={name} value={value} done={builderTexts.valueCopied} />
          </dl>
          <p className="mt-2 text-13 text-ink3">
            Use the full name only if your DNS provider does not add {target.name} to the hostname.
          </p>
          <InStrings name={name} value={value} />
        </li>
        <li>{waiting}</li>
        <li>
          Check that the record is live. We ask your name servers directly, so you can check before caches expire.
          <CheckDns key={value} target={target} kind={kind} name={name} record={value} />
        </li>
        {after !== undefined && <li>{after}</li>}
      </ol>
    </div>
  )
}

function OpenProvider({ name, nameServers }: { name: string; nameServers: readonly string[] }): ReactNode {
  const provider = dnsHostOf(nameServers)
  if (provider !== null) {
    return (
      <>
        Sign in to <span className="font-[560] text-ink">{provider}</span>, the DNS provider of {name}.
      </>
    )
  }
  return (
    <>
      Sign in to your DNS provider for {name}.
      {nameServers.length > 0 && (
        <span className="block text-13 text-ink3">Name servers: {nameServers.slice(0, 4).join(', ')}</span>
      )}
    </>
  )
}

/** One field of a DNS provider's form. */
function Part(props: { label: string; of: string; value: string; done: string }): ReactNode {
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
function InStrings({ name, value }: { name: string; value: string }): ReactNode {
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

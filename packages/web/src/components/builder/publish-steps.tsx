import { dnsHostOf } from '@waxseal/core/providers'
import type { ReactNode } from 'react'
import { CheckDns } from './check-dns.tsx'
import { InStrings, RecordField } from './record-field.tsx'
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
            <RecordField label="Type" of={name} value="TXT" done={builderTexts.typeCopied} />
            <RecordField label="Hostname" of={name} value={hostname} done={builderTexts.hostnameCopied} />
            <RecordField label="Full name" of={name} value={name} done={builderTexts.hostnameCopied} />
            <RecordField label="Value" of={name} value={value} done={builderTexts.valueCopied} />
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

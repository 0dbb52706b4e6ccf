import { useQuery } from '@tanstack/react-query'
import { cachesExpire } from '@waxseal/core/check'
import { ttlOf } from '@waxseal/core/health'
import { type ReactNode, useState } from 'react'
import { CheckDns } from '../../components/builder/check-dns.tsx'
import { ownTarget } from '../../components/builder/target.ts'
import { RecordView } from '../../components/record-view/record-view.tsx'
import { type Domain, resultsQuery } from '../../lib/queries.ts'
import { Note } from '../../ui/note.tsx'
import { Switch } from '../../ui/switch.tsx'
import { TimeAgo } from '../../ui/time-ago.tsx'
import type { Configuration } from './api.ts'
import { allTerm } from './ending.ts'
import { Part } from './part.tsx'

interface Props {
  configuration: Configuration
  /** The domain, if it is in the list. */
  domain: Domain | null
}

/** The record for the user's own domain, and whether it is there. */
export function PublishPart({ configuration, domain }: Props): ReactNode {
  const { original_domain, publication, included, looked_at } = configuration
  return (
    <Part title="DNS setup">
      <PublishRecord configuration={configuration}>
        {record => (
          <>
            <p className="mt-2 text-13 text-ink2">
              Replace the whole TXT record that begins with v=spf1 at {original_domain}. Keep only one SPF record.
            </p>
            {included !== true && <Propagation domain={domain} name={original_domain} />}
            {included !== null && looked_at !== null && (
              <div className="mt-3">
                <Note
                  look={included ? 'good' : 'info'}
                  title={
                    included
                      ? `${original_domain} includes the hosted record`
                      : `${original_domain} does not include the hosted record yet`
                  }
                >
                  Looked up: <TimeAgo at={looked_at} />
                </Note>
              </div>
            )}
            {domain !== null && publication !== 'zone_unproved' && (
              <div className="mt-3">
                <h4 className="text-13 font-[560]">Is it live?</h4>
                <CheckDns key={record} target={ownTarget(domain)} kind="spf" name={original_domain} record={record} />
              </div>
            )}
          </>
        )}
      </PublishRecord>
    </Part>
  )
}

interface RecordProps {
  configuration: Configuration
  /** What to do with the record, where it can be published. */
  children: (record: string) => ReactNode
}

/** The record to publish, with the switch for its ending; without a zone that DNS finds, why there is none yet. */
export function PublishRecord({ configuration, children }: RecordProps): ReactNode {
  const { original_domain, new_spf_record, new_spf_record_with_ending, publication, included } = configuration
  const [keepsEnding, setKeepsEnding] = useState(false)
  if (publication === 'zone_unproved') {
    return (
      <Note look="unknown" title="Publish nothing yet">
        The record to publish appears here once DNS finds the zone of the hosted record.
      </Note>
    )
  }
  const record = (keepsEnding ? new_spf_record_with_ending : null) ?? new_spf_record
  const isPreview = publication === 'preview'
  return (
    <>
      <RecordView name={original_domain} type="TXT" text={record} grammar="spf" isDraft={isPreview} />
      {new_spf_record_with_ending !== null && (
        <Ending
          configuration={configuration}
          ending={allTerm(new_spf_record_with_ending)}
          on={keepsEnding}
          onChange={setKeepsEnding}
        />
      )}
      {publication === 'waiting' && (
        <div className="mt-2">
          {included ? (
            <Note look="info" title="The newest version is not seen yet">
              No lookup has found it yet. Until then receivers use the version before, and mail passes as it did.
            </Note>
          ) : (
            <Note look="warning" title="Wait until the hosted record is live">
              It is published, but no lookup has found it yet. Until then receivers return permerror for this record. We
              look again every 15 seconds.
            </Note>
          )}
        </div>
      )}
      {isPreview ? (
        <p className="mt-2 text-13 text-ink2">Not published: this record shows what you would publish.</p>
      ) : (
        children(record)
      )}
    </>
  )
}

interface EndingProps {
  configuration: Configuration
  /** Null: the original record has none. */
  ending: string | null
  on: boolean
  onChange: (on: boolean) => void
}

function Ending({ configuration: { original_domain }, ending, on, onChange }: EndingProps): ReactNode {
  return (
    <div className="mt-1">
      <Switch
        label={ending === null ? 'Keep my record without all' : `Keep my ${ending}`}
        hint={
          on
            ? 'All other servers get the same result as with your original record.'
            : `Your original record ${ending === null ? 'has no all term' : `ends in ${ending}`}. With -all, receivers may reject mail of ${original_domain} from servers that it does not list.`
        }
        on={on}
        onChange={onChange}
      />
    </div>
  )
}

/** How long the old record may stay in caches. */
export function Propagation({ domain, name }: { domain: Domain | null; name: string }): ReactNode {
  const { data: scan } = useQuery({ ...resultsQuery(domain?.id ?? '', domain?.last_scan ?? null), meta: {} })
  const ttl = scan ? ttlOf(scan, name, 'TXT') : null
  return (
    <p className="mt-2 text-13 text-ink2">
      DNS propagation takes about 1 hour.{ttl !== null && ` ${cachesExpire(ttl)}`}
    </p>
  )
}

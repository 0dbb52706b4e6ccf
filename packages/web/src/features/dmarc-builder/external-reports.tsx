import { states } from '@waxseal/core/check'
import type { ReactNode } from 'react'
import { RecordView } from '../../components/record-view/record-view.tsx'
import { Tag } from '../../ui/tag.tsx'
import type { Generated } from './api.ts'

const looks = {
  authorized: { tone: 'excellent', words: 'Authorizes reports' },
  not_authorized: { tone: 'fair', words: 'Does not authorize reports' },
  could_not_check: { tone: states.couldNotCheck.tone, words: states.couldNotCheck.word },
} as const

/**
 * Report addresses at other domains: whether these authorize the reports, and the record they must publish (RFC 9990
 * section 4).
 */
export function ExternalReports({ reports }: { reports: Generated['external_reports'] }): ReactNode {
  if (reports.length === 0) return null
  return (
    <div>
      <h3 className="text-14 font-[600]">Report addresses at other domains</h3>
      <p className="mt-1 mb-2 text-13 text-ink2">
        Receivers send reports to another domain only if that domain has authorized them in DNS.
      </p>
      <ul>
        {reports.map(({ address, domain, state, record }) => (
          <li key={address} className="border-b border-line py-2 last:border-b-0">
            <div className="flex flex-wrap items-baseline gap-x-4 gap-y-1 text-13">
              <span className="font-[560] [overflow-wrap:anywhere]">{address}</span>
              <Tag tone={looks[state].tone} bare>
                {looks[state].words}
              </Tag>
            </div>
            {state !== 'authorized' && (
              <div className="mt-2">
                <p className="mb-1 text-13 text-ink2">
                  {state === 'not_authorized'
                    ? `Ask ${domain} to publish this record. Without it receivers send no reports:`
                    : `Check that ${domain} has published this record. Without it receivers send no reports:`}
                </p>
                <RecordView name={record.name} type="TXT" text={record.value} />
              </div>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}

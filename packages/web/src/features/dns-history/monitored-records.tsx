import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { paths } from '../../lib/paths.ts'
import { Sheet } from '../../ui/sheet.tsx'
import { TimeAgo } from '../../ui/time-ago.tsx'
import type { Counts } from './api.ts'
import { everyHours } from './wording.ts'

const records: readonly { name: string; text: string }[] = [
  { name: 'MX', text: 'Mail servers, and the addresses they resolve to' },
  { name: 'SPF', text: 'The SPF record of the domain' },
  { name: 'DMARC', text: 'The DMARC record of the domain' },
  {
    name: 'DKIM',
    text: 'Common selectors google, k1, default, selector1 and selector2, and every selector with a key in a scan',
  },
  { name: 'A root records', text: 'IPv4 and IPv6 addresses of the domain' },
  { name: 'WWW A/CNAME', text: 'Addresses or alias of www' },
  { name: 'NS', text: 'Name servers of the domain' },
  { name: 'MTA-STS', text: 'The MTA-STS record, and the policy on its host' },
]

/** What is monitored, and how often. */
export function MonitoredRecords({ monitoring, kept_days: keptDays }: Counts): ReactNode {
  return (
    <Sheet title="Monitored records" className="mt-10">
      <p className="mb-3 max-w-prose text-ink2">
        {monitoring.enabled ? `DNS monitoring runs ${everyHours(monitoring.frequency)}.` : 'DNS monitoring is off.'}{' '}
        {monitoring.checked_at !== null && (
          <>
            Last check:{' '}
            <span className="whitespace-nowrap">
              <TimeAgo at={monitoring.checked_at} />.
            </span>{' '}
          </>
        )}
        Your plan shows changes of the last {keptDays} days.
      </p>
      <dl className="grid max-w-prose text-13 sm:grid-cols-[9rem_minmax(0,1fr)]">
        {records.map(({ name, text }) => (
          <div key={name} className="border-b border-line py-1.5 sm:col-span-2 sm:grid sm:grid-cols-subgrid">
            <dt className="font-[560]">{name}</dt>
            <dd className="text-ink2">{text}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-3 max-w-prose text-13 text-ink2">
        A change of MX, SPF, DMARC, DKIM, NS or MTA-STS starts a new scan, which counts against no limit.
      </p>
      <p className="mt-3 max-w-prose text-13 text-ink2">
        Subdomains other than www are not monitored unless they are MX servers. Email alerts are sent if enabled in{' '}
        <Link to={paths.alerts} className="prose-link rounded">
          Alert Settings
        </Link>
        .
      </p>
    </Sheet>
  )
}

import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { visitorScope } from '@waxseal/core/health'
import { type ReactNode, useMemo } from 'react'
import type { Domain, ScanReply } from '../../lib/queries.ts'
import type { Visitor } from './report-context.ts'
import { Report } from './report-view.tsx'

interface Props {
  scan: ScanReply
  /** The scan was just made. */
  fresh: boolean
  /** Opens the sign-up, for what needs an account. */
  onSignUp: () => void
}

/** Nothing is loaded for a visitor: there is no account, no decision and no history. */
const noQueries = new QueryClient({ defaultOptions: { queries: { enabled: false } } })

/** The report of a domain that belongs to no workspace. What needs an account opens the sign-up. */
export function VisitorReport({ scan, fresh, onSignUp }: Props): ReactNode {
  const scope = useMemo(() => visitorScope(scan), [scan])
  return <ReportWithoutAccount scan={scan} fresh={fresh} onSignUp={onSignUp} scope={scope} />
}

/** The report behind a link to a visitor's check. What needs an account is left out. */
export function LinkedReport({ scan }: Pick<Props, 'scan'>): ReactNode {
  const scope = useMemo(() => visitorScope(scan), [scan])
  return <ReportWithoutAccount scan={scan} fresh={false} onSignUp={null} scope={scope} />
}

/** The report behind a share link. What needs an account is left out. */
export function SharedReport({ scan }: Pick<Props, 'scan'>): ReactNode {
  return <ReportWithoutAccount scan={scan} fresh={false} onSignUp={null} scope={null} />
}

function ReportWithoutAccount({ scan, fresh, onSignUp, scope }: Pick<Props, 'scan' | 'fresh'> & Visitor): ReactNode {
  const visitor = useMemo(() => ({ onSignUp, scope }), [onSignUp, scope])
  return (
    <QueryClientProvider client={noQueries}>
      <Report domain={domainOf(scan)} scan={scan} fresh={fresh} running={false} onScan={() => {}} visitor={visitor} />
    </QueryClientProvider>
  )
}

/** The domain as a list would have it: only its name and its scan are known. */
function domainOf(scan: ScanReply): Domain {
  return {
    id: '',
    domain_name: scan.domain_name,
    domain_unicode: null,
    health_score: scan.health_score,
    last_scan: scan.finished_at,
    scored_at: scan.health_score === null ? null : scan.finished_at,
    created_at: scan.started_at,
    mx_count: null,
    blacklist_count: null,
    auth_status: 'unknown',
    auth_text: null,
    badges: null,
    worst: null,
    partly_checked: null,
    relay_test_result: null,
    score_is_old: false,
    changed_after_scan: [],
    scanning: false,
    tags: [],
    scan_schedule: 'none',
    next_scan_at: null,
    read_only: false,
  }
}

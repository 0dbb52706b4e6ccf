import type { ScanReply } from '../../lib/queries.ts'

/** What the landing page gives to the report of a domain, which the app chooses. */
export interface ReportProps {
  scan: ScanReply
  /** The scan was just made. */
  fresh: boolean
  /** Opens the sign-up, for what needs an account. */
  onSignUp: () => void
}

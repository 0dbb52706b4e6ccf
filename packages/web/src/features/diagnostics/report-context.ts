import type { VisitorScope } from '@waxseal/core/health'
import { createContext, useContext } from 'react'
import type { Domain, ScanReply } from '../../lib/queries.ts'

/** A reader without an account. */
export interface Visitor {
  /** Opens the sign-up, for what needs an account; null: such things are left out. */
  onSignUp: (() => void) | null
  /** What the check left out because its reader has no account; null: a scan of an account. */
  scope: VisitorScope | null
}

/** What the parts of a report need of it, at any depth. */
export interface ReportState {
  domain: Domain
  scan: ScanReply
  running: boolean
  onScan: () => void
  /** Absent for a member of the domain's workspace. */
  visitor?: Visitor
}

const ReportContext = createContext<ReportState | null>(null)

export const ReportProvider = ReportContext.Provider

/** The report around a component. */
export function useReport(): ReportState {
  const report = useContext(ReportContext)
  if (report === null) throw new Error('it belongs into a report')
  return report
}

/** The reader, where they have no account; null: a member of the workspace. */
export function useVisitor(): Visitor | null {
  return useContext(ReportContext)?.visitor ?? null
}

/** Whether the report leads to other screens, or to the sign-up before them. */
export function useLeadsOn(): boolean {
  const visitor = useVisitor()
  return visitor === null || visitor.onSignUp !== null
}

import { createContext, useContext } from 'react'
import type { Domain, ScanReply } from '../../lib/queries.ts'

/** What the parts of a report need of it, at any depth. */
export interface ReportState {
  domain: Domain
  scan: ScanReply
  running: boolean
  onScan: () => void
}

const ReportContext = createContext<ReportState | null>(null)

export const ReportProvider = ReportContext.Provider

/** The report around a component. */
export function useReport(): ReportState {
  const report = useContext(ReportContext)
  if (report === null) throw new Error('it belongs into a report')
  return report
}

import type { ReactNode } from 'react'
import { SharedReport } from '../features/diagnostics/visitor-report.tsx'
import { SharedReportPage } from '../features/shared-report/page.tsx'

/** The page of a share link with the report of the diagnostics screen: one screen does not know the other. */
export function SharedReportScreen(): ReactNode {
  return <SharedReportPage Report={SharedReport} />
}

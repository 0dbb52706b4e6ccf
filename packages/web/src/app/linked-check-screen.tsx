import type { ReactNode } from 'react'
import { LinkedReport } from '../features/diagnostics/visitor-report.tsx'
import { LinkedCheckPage } from '../features/linked-check/page.tsx'

/** The page of a link to a visitor's check with the report of the diagnostics screen: one screen does not know the other. */
export function LinkedCheckScreen(): ReactNode {
  return <LinkedCheckPage Report={LinkedReport} />
}

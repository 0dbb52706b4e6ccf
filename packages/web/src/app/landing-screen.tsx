import type { ReactNode } from 'react'
import { LandingPage } from '../features/landing/page.tsx'
import { deferred } from '../ui/deferred.tsx'
import { Skeleton } from '../ui/skeleton.tsx'

/** Loaded when a visitor starts a check, or opens the sample. */
const Report = deferred({
  what: 'The report',
  load: () => import('../features/diagnostics/visitor-report.tsx'),
  pick: module => module.VisitorReport,
  waiting: <Skeleton className="h-64 w-full" />,
})

/** The landing page with the report of the diagnostics screen: one screen does not know the other. */
export function LandingScreen(): ReactNode {
  return <LandingPage Report={Report} />
}

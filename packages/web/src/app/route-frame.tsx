import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { matchPath, Outlet, useLocation, useNavigation } from 'react-router'
import { paths } from '../lib/paths.ts'
import { configQuery } from '../lib/queries.ts'

/** The frame of all routes: a line at the top shows that a change of screen takes long, one at the bottom test mode. */
export function RouteFrame(): ReactNode {
  const isChanging = useNavigation().state !== 'idle'
  return (
    <>
      {isChanging && <Progress />}
      {/* The line begins at the foot of the window: below a page that loads it would move. */}
      <div style={{ minHeight: 'calc(100dvh - 52px)' }}>
        <Outlet />
      </div>
      <TestModeLine />
    </>
  )
}

/** Below every page that has to do with an account, so that no one takes a payment of test mode for a real one. */
function TestModeLine(): ReactNode {
  const { data: config } = useQuery(configQuery)
  const { pathname } = useLocation()
  if (!config?.test_money || matchPath(paths.sharedReport, pathname) !== null) return null
  return (
    // No larger than its text, and 52 pixels with its margins.
    <aside
      aria-label="Test mode"
      className="below-page text-13 text-ink3"
      style={{ width: 'max-content', margin: '16px auto' }}
    >
      Test mode: no money moves.
    </aside>
  )
}

/** A faster change shows nothing: a line that only flashes would disturb. */
const lateMs = 150

function Progress(): ReactNode {
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), lateMs)
    return () => clearTimeout(timer)
  }, [])
  if (!isLate) return null
  return (
    <div
      role="progressbar"
      aria-label="Loading the page"
      className="route-progress fixed inset-x-0 top-0 z-50 h-0.5 origin-left bg-accent"
    />
  )
}

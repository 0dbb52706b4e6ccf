import { type ReactNode, useEffect, useState } from 'react'
import { Outlet, useNavigation } from 'react-router'

/** The frame of all routes: a line at the top shows that a change of screen takes long. */
export function RouteFrame(): ReactNode {
  const isChanging = useNavigation().state !== 'idle'
  return (
    <>
      {isChanging && <Progress />}
      <Outlet />
    </>
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

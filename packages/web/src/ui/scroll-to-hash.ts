import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/**
 * Links such as `/account#plans` arrive before there is anything to scroll to: `ready` says that there is now. Once it is
 * there, the router scrolls by itself (`ScrollRestoration`, where it is), and after Back to the place of before.
 */
export function useScrollToHash(ready: boolean): void {
  const { hash } = useLocation()
  const wasReady = useRef(ready)
  useEffect(() => {
    if (!ready) return
    const isDone = wasReady.current && window.history.scrollRestoration === 'manual'
    wasReady.current = true
    if (hash !== '' && !isDone) document.getElementById(hash.slice(1))?.scrollIntoView()
  }, [ready, hash])
}

import { useEffect } from 'react'
import { useLocation } from 'react-router'

/** Links such as `/account#plans` arrive before there is anything to scroll to: `ready` says that there is now. */
export function useScrollToHash(ready: boolean): void {
  const { hash } = useLocation()
  useEffect(() => {
    if (ready && hash !== '') document.getElementById(hash.slice(1))?.scrollIntoView()
  }, [ready, hash])
}

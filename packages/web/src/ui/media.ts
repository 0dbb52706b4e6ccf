import { useCallback, useSyncExternalStore } from 'react'

/** Whether a media query holds, for layouts that differ in more than their styles. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const list = window.matchMedia(query)
      list.addEventListener('change', listener)
      return () => list.removeEventListener('change', listener)
    },
    [query],
  )
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches)
}

/** A window in which a table has room for all its columns. */
export const tableMedia = '(min-width: 62rem)'

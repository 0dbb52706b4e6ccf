import { useId, useLayoutEffect, useSyncExternalStore } from 'react'

/** The explained records on screen, in the order in which they appeared. */
let shown: readonly string[] = []
const listeners = new Set<() => void>()

function change(next: readonly string[]): void {
  shown = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Whether this is the first explained record on screen: it alone says how the explanation is reached. */
export function useIsFirstRecord(isExplained: boolean): boolean {
  const id = useId()
  useLayoutEffect(() => {
    if (!isExplained) return undefined
    change([...shown, id])
    return () => change(shown.filter(other => other !== id))
  }, [id, isExplained])
  return useSyncExternalStore(subscribe, () => shown[0]) === id
}

import { useSyncExternalStore } from 'react'
import { storedText, storeText } from './stored-value.ts'

const key = 'waxseal.rows'
const listeners = new Set<() => void>()
let isCompact = storedText('localStorage', key) === 'compact'

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Whether the rows of wide lists are 32 pixels high instead of 40. The browser stores the choice. */
export function useCompactRows(): boolean {
  return useSyncExternalStore(subscribe, () => isCompact)
}

export function setCompactRows(next: boolean): void {
  isCompact = next
  storeText('localStorage', key, next ? 'compact' : null)
  for (const listener of listeners) listener()
}

import { useLayoutEffect, useSyncExternalStore } from 'react'
import { storedText, storeText } from './stored-value.ts'

const storageKey = 'waxseal.keys'
const listeners = new Set<() => void>()
let on = storedText('localStorage', storageKey) !== 'off'

/** Keys that act without Ctrl or Alt. Users can turn them off (WCAG 2.1.4); the browser stores the choice. */
export const singleKeys = {
  on: (): boolean => on,
  set: (next: boolean): void => {
    on = next
    storeText('localStorage', storageKey, next ? null : 'off')
    for (const listener of listeners) listener()
  },
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function useSingleKeys(): boolean {
  return useSyncExternalStore(subscribe, singleKeys.on)
}

/** Whether this is a plain press of the key, outside of every field and dialog. */
export function isSingleKey(event: KeyboardEvent, key: string): boolean {
  if (event.key !== key || event.ctrlKey || event.metaKey || event.altKey) return false
  if (event.defaultPrevented || event.isComposing) return false
  const { target } = event
  if (!(target instanceof Element)) return true
  // A checkbox takes no text; every other field may.
  const field =
    'textarea, select, [contenteditable]:not([contenteditable="false"]), input:not([type=checkbox], [type=radio])'
  return target.closest(`${field}, [role=dialog], [role=alertdialog], [role=menu]`) === null
}

/** Calls `act` when the key is pressed alone and such keys are on. `act` should not change. */
export function useSingleKey(key: string, act: () => void): void {
  // In a layout effect, so that the key works as soon as the screen is visible.
  useLayoutEffect(() => {
    const pressed = (event: KeyboardEvent): void => {
      if (!on || !isSingleKey(event, key)) return
      event.preventDefault()
      act()
    }
    document.addEventListener('keydown', pressed)
    return () => document.removeEventListener('keydown', pressed)
  }, [key, act])
}

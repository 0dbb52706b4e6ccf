import { useLayoutEffect, useSyncExternalStore } from 'react'
import { keyTable } from './key-table.ts'
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

/** Whether this is a plain press of a key that may act: such keys are on, and it is outside of every field and dialog. */
export function isSingleKey(event: KeyboardEvent): boolean {
  if (!on || event.ctrlKey || event.metaKey || event.altKey) return false
  if (event.defaultPrevented || event.isComposing) return false
  const { target } = event
  if (!(target instanceof Element)) return true
  // A checkbox takes no text; every other field may.
  const field =
    'textarea, select, [contenteditable]:not([contenteditable="false"]), input:not([type=checkbox], [type=radio])'
  return target.closest(`${field}, [role=dialog], [role=alertdialog], [role=menu]`) === null
}

/** Calls `act` when the key of this row of the table is pressed alone and such keys are on. `act` should not change. */
export function useSingleKey(name: keyof typeof keyTable, act: () => void): void {
  // In a layout effect, so that the key works as soon as the screen is visible.
  useLayoutEffect(() => {
    const keys: readonly string[] = keyTable[name].keys
    const pressed = (event: KeyboardEvent): void => {
      if (!keys.includes(event.key) || !isSingleKey(event)) return
      event.preventDefault()
      act()
    }
    document.addEventListener('keydown', pressed)
    return () => document.removeEventListener('keydown', pressed)
  }, [name, act])
}

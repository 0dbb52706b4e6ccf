import { useLayoutEffect, useSyncExternalStore } from 'react'

const storageKey = 'waxseal.keys'
const listeners = new Set<() => void>()
let on = stored()

function stored(): boolean {
  try {
    return localStorage.getItem(storageKey) !== 'off'
  } catch {
    return true
  }
}

/** Keys that act by themselves, without Ctrl or Alt. They can be switched off (WCAG 2.1.4); the browser remembers it. */
export const singleKeys = {
  on: (): boolean => on,
  set: (next: boolean): void => {
    on = next
    try {
      if (next) localStorage.removeItem(storageKey)
      else localStorage.setItem(storageKey, 'off')
    } catch {
      // A browser without storage keeps it until the page is closed.
    }
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

/** Is this a plain press of the key, outside of every field and dialog? */
export function isSingleKey(event: KeyboardEvent, key: string): boolean {
  if (event.key !== key || event.ctrlKey || event.metaKey || event.altKey) return false
  if (event.defaultPrevented || event.isComposing) return false
  const { target } = event
  if (!(target instanceof Element)) return true
  // A box that is ticked takes no text; every other field may.
  const field =
    'textarea, select, [contenteditable]:not([contenteditable="false"]), input:not([type=checkbox], [type=radio])'
  return target.closest(`${field}, [role=dialog], [role=alertdialog], [role=menu]`) === null
}

/** Does something when the key is pressed by itself, as long as such keys are on. `act` should not change. */
export function useSingleKey(key: string, act: () => void): void {
  // With the layout, so that a key does its work from the moment there is something to see.
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

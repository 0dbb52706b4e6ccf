import { useSyncExternalStore } from 'react'
import { storedText, storeText } from './stored-value.ts'

/** `system` follows the operating system. */
export type Theme = 'system' | 'light' | 'dark'

/** `index.html` reads it before the first paint. */
const key = 'waxseal.theme'
const listeners = new Set<() => void>()

const next: Record<Theme, Theme> = { system: 'light', light: 'dark', dark: 'system' }

function storedTheme(): Theme {
  const value = storedText('localStorage', key)
  return value === 'light' || value === 'dark' ? value : 'system'
}

let theme = storedTheme()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The theme in use, the one after it, and a function that changes to that and stores it if the browser allows. */
export function useTheme(): { theme: Theme; next: Theme; change: () => void } {
  const current = useSyncExternalStore(subscribe, () => theme)
  return { theme: current, next: next[current], change: () => apply(next[theme]) }
}

function apply(chosen: Theme): void {
  theme = chosen
  if (theme === 'system') delete document.documentElement.dataset['theme']
  else document.documentElement.dataset['theme'] = theme
  storeText('localStorage', key, theme === 'system' ? null : theme)
  for (const listener of listeners) listener()
}

import { storedText, storeText } from './stored-value.ts'

/** `system` follows the operating system. */
export type Theme = 'system' | 'light' | 'dark'

/** `index.html` reads it before the first paint. */
const key = 'waxseal.theme'

export function storedTheme(): Theme {
  const value = storedText('localStorage', key)
  return value === 'light' || value === 'dark' ? value : 'system'
}

/** Applies a theme and stores it if the browser allows that. */
export function applyTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset['theme']
  else document.documentElement.dataset['theme'] = theme
  storeText('localStorage', key, theme === 'system' ? null : theme)
}

/** `system` follows the operating system. */
export type Theme = 'system' | 'light' | 'dark'

const key = 'waxseal.theme'

export function storedTheme(): Theme {
  try {
    const value = localStorage.getItem(key)
    return value === 'light' || value === 'dark' ? value : 'system'
  } catch {
    return 'system'
  }
}

/** Applies a theme and stores it if the browser allows that. */
export function applyTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset['theme']
  else document.documentElement.dataset['theme'] = theme
  try {
    if (theme === 'system') localStorage.removeItem(key)
    else localStorage.setItem(key, theme)
  } catch {
    // A browser without storage shows the theme until the page is closed.
  }
}

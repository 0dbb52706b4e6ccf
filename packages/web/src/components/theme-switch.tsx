import { Monitor, Moon, Sun } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { applyTheme, storedTheme, type Theme } from '../lib/theme.ts'
import { buttonClass } from '../ui/button.tsx'

const next: Record<Theme, Theme> = { system: 'light', light: 'dark', dark: 'system' }
const looks = {
  system: { icon: Monitor, word: 'system' },
  light: { icon: Sun, word: 'light' },
  dark: { icon: Moon, word: 'dark' },
} as const

/** Cycles through system, light and dark. */
export function ThemeSwitch(): ReactNode {
  const [theme, setTheme] = useState(storedTheme)
  const { icon: Icon, word } = looks[theme]
  return (
    <button
      type="button"
      className={buttonClass('quiet', 'icon')}
      aria-label={`Theme: ${word}. Change to ${looks[next[theme]].word}`}
      onClick={() => {
        applyTheme(next[theme])
        setTheme(next[theme])
      }}
    >
      <Icon className="size-4" aria-hidden />
    </button>
  )
}

import { Monitor, Moon, Sun } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTheme } from '../lib/theme.ts'
import { buttonClass } from '../ui/button.tsx'

const icons = { system: Monitor, light: Sun, dark: Moon } as const

/** Cycles through system, light and dark. */
export function ThemeSwitch(): ReactNode {
  const { theme, next, change } = useTheme()
  const Icon = icons[theme]
  return (
    <button
      type="button"
      className={buttonClass('quiet', 'icon')}
      aria-label={`Theme: ${theme}. Change to ${next}`}
      onClick={change}
    >
      <Icon className="size-4" aria-hidden />
    </button>
  )
}

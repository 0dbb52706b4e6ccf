import type { ReactNode } from 'react'

const names: Readonly<Record<string, string>> = { ArrowDown: '↓', ArrowUp: '↑', Enter: 'Enter' }

/** Keys as they are printed on a keyboard, pressed one after the other or together. */
export function Keys({ keys }: { keys: readonly string[] }): ReactNode {
  return (
    <span className="inline-flex gap-1">
      {keys.map(key => (
        <kbd key={key} className="rounded border border-line px-1.5 font-mono text-12 text-ink2">
          {names[key] ?? key}
        </kbd>
      ))}
    </span>
  )
}

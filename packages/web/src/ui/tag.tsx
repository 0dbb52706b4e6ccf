import { CircleAlert, CircleCheck, CircleHelp, CircleMinus, CircleX, Info, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from './class-names.ts'

/** The colors of states. Each has an icon too, because color alone must not carry a state. */
export type Tone = 'excellent' | 'good' | 'fair' | 'poor' | 'medium' | 'info' | 'idle' | 'unknown'

const looks: Record<Tone, { text: string; tint: string; fill: string; icon: LucideIcon }> = {
  excellent: { text: 'text-excellent', tint: 'bg-excellent-tint', fill: 'bg-excellent-fill', icon: CircleCheck },
  good: { text: 'text-good', tint: 'bg-good-tint', fill: 'bg-good-fill', icon: CircleCheck },
  fair: { text: 'text-fair', tint: 'bg-fair-tint', fill: 'bg-fair-fill', icon: CircleAlert },
  medium: { text: 'text-medium', tint: 'bg-medium-tint', fill: 'bg-medium-fill', icon: CircleAlert },
  poor: { text: 'text-poor', tint: 'bg-poor-tint', fill: 'bg-poor-fill', icon: CircleX },
  info: { text: 'text-info', tint: 'bg-info-tint', fill: 'bg-info-fill', icon: Info },
  idle: { text: 'text-idle', tint: 'bg-idle-tint', fill: 'bg-idle-fill', icon: CircleMinus },
  // A check that could not run: a warning, outlined instead of filled (decision 3.7).
  unknown: { text: 'text-fair', tint: 'border border-fair-fill', fill: 'bg-fair-fill', icon: CircleHelp },
}

export const toneText = (tone: Tone): string => looks[tone].text
export const toneFill = (tone: Tone): string => looks[tone].fill
/** The fill of a tone as a CSS color, for SVG. */
export const toneColour = (tone: Tone): string => `var(--${tone === 'unknown' ? 'fair' : tone}-fill)`

interface Props {
  tone: Tone
  children: ReactNode
  /** Without a tint: icon and word only, for dense lists. */
  bare?: boolean
  icon?: LucideIcon
}

/** A state: icon, word and color together. */
export function Tag({ tone, children, bare = false, icon }: Props): ReactNode {
  const { text, tint, icon: usual } = looks[tone]
  const Icon = icon ?? usual
  return (
    <span
      className={cx(
        'inline-flex items-center gap-1.5 text-13 font-[560]',
        text,
        // A bare one may hold a sentence.
        bare ? '[overflow-wrap:anywhere]' : cx(tint, 'rounded px-2 py-0.5 whitespace-nowrap'),
      )}
    >
      <Icon className="size-3.5 shrink-0" aria-hidden />
      {children}
    </span>
  )
}

import { LoaderCircle } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { cx } from './class-names.ts'

const looks = {
  primary: 'bg-accent text-on-accent border-transparent hover:bg-accent-hover',
  wax: 'bg-wax text-on-wax border-transparent hover:bg-wax-hover',
  plain: 'bg-surface text-ink border-field hover:border-ink hover:bg-sunken',
  quiet: 'bg-transparent text-ink2 border-transparent hover:bg-sunken hover:text-ink',
  danger: 'bg-surface text-poor border-field hover:border-poor hover:bg-poor-tint',
} as const

const sizes = {
  small: 'h-8 px-3 text-13 gap-1.5',
  normal: 'h-10 px-4 text-14 gap-2',
  large: 'h-12 px-6 text-16 gap-2',
  icon: 'size-8 justify-center',
} as const

export type ButtonLook = keyof typeof looks

/** The classes of a button, for links that look like one. */
export function buttonClass(look: ButtonLook = 'plain', size: keyof typeof sizes = 'normal', extra?: string): string {
  return cx(
    'inline-flex shrink-0 items-center justify-center rounded border font-[560] whitespace-nowrap select-none',
    'transition-colors disabled:cursor-not-allowed disabled:opacity-55 aria-disabled:cursor-not-allowed',
    looks[look],
    sizes[size],
    extra,
  )
}

interface Props extends ComponentProps<'button'> {
  look?: ButtonLook
  size?: keyof typeof sizes
  /** Shows a spinner and ignores clicks; the button keeps the focus. */
  busy?: boolean
}

export function Button({ look, size, busy = false, className, children, onClick, ...rest }: Props): ReactNode {
  return (
    <button
      type="button"
      className={buttonClass(look, size, cx(busy && 'cursor-progress', className))}
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      onClick={busy ? event => event.preventDefault() : onClick}
      {...rest}
    >
      {busy && <LoaderCircle className="size-4 animate-spin" aria-hidden />}
      {children}
    </button>
  )
}

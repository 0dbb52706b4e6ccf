import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { cx } from './class-names.ts'

interface Props {
  /** Names the button and the menu for screen readers. */
  label: string
  /** What the button shows. */
  trigger: ReactNode
  triggerClass: string
  /** The width of the menu. */
  className: string
  /** `MenuLink` and `MenuButton`. */
  children: ReactNode
}

/** The room that a menu may need below its button, in pixels. */
const roomNeeded = 280

/** A button that opens a menu. A chosen entry acts after the menu has closed and the button has the focus again. */
export function Menu({ label, trigger, triggerClass, className, children }: Props): ReactNode {
  const id = useId()
  const { open, setOpen, root, button } = useMenu()
  const [upwards, setUpwards] = useState(false)

  function toggle(): void {
    const { top, bottom } = button.current?.getBoundingClientRect() ?? { top: 0, bottom: 0 }
    setUpwards(window.innerHeight - bottom < roomNeeded && top > roomNeeded)
    setOpen(!open)
  }

  function choose(): void {
    // Before the chosen entry acts, because a dialog returns the focus to the element that had it.
    button.current?.focus()
    setOpen(false)
  }

  return (
    <div ref={root} className="relative">
      <button
        ref={button}
        type="button"
        className={triggerClass}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={toggle}
      >
        {trigger}
      </button>
      {open && (
        <div
          id={id}
          role="menu"
          aria-label={label}
          tabIndex={-1}
          onKeyDown={moveInMenu}
          onClick={event => event.target instanceof Element && event.target.closest('[role="menuitem"]') && choose()}
          className={cx(
            'absolute end-0 z-50 rounded border border-line bg-surface p-1 text-14 shadow-overlay',
            upwards ? 'bottom-full mb-1.5' : 'top-full mt-1.5',
            className,
          )}
        >
          {children}
        </div>
      )}
    </div>
  )
}

const itemClass = 'flex h-10 w-full items-center gap-2 rounded px-3 text-start hover:bg-sunken'

export function MenuLink({ to, children }: { to: string; children: ReactNode }): ReactNode {
  return (
    <Link role="menuitem" to={to} className={itemClass}>
      {children}
    </Link>
  )
}

interface ButtonProps {
  onClick: () => void
  /** Why it cannot be used; it then looks disabled, and a click still reaches `onClick`. */
  locked?: string | null
  className?: string
  children: ReactNode
}

export function MenuButton({ onClick, locked = null, className, children }: ButtonProps): ReactNode {
  return (
    <button
      type="button"
      role="menuitem"
      className={cx(itemClass, locked !== null && 'opacity-55', className)}
      aria-disabled={locked === null ? undefined : true}
      title={locked ?? undefined}
      onClick={onClick}
    >
      {children}
    </button>
  )
}

/** The arrow keys cycle through the entries; Home and End go to the first and the last. */
function moveInMenu(event: KeyboardEvent<HTMLElement>): void {
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>('[role="menuitem"]')].filter(
    item => getComputedStyle(item).display !== 'none',
  )
  const at = items.findIndex(item => item === document.activeElement)
  const next = {
    ArrowDown: (at + 1) % items.length,
    ArrowUp: at < 1 ? items.length - 1 : at - 1,
    Home: 0,
    End: items.length - 1,
  }[event.key]
  if (next === undefined) return
  event.preventDefault()
  items[next]?.focus()
}

/** Open until Escape, a click or the focus elsewhere, or a change of screen. */
function useMenu() {
  const location = useLocation()
  const [openOn, setOpenOn] = useState<string | null>(null)
  const root = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const open = openOn === location.key

  useEffect(() => {
    if (!open) return undefined
    root.current?.querySelector<HTMLElement>('[role="menuitem"]')?.focus()
    const leave = (event: Event): void => {
      if (event.target instanceof Node && !root.current?.contains(event.target)) setOpenOn(null)
    }
    const escape = (event: globalThis.KeyboardEvent): void => {
      if (event.key !== 'Escape') return
      setOpenOn(null)
      button.current?.focus()
    }
    document.addEventListener('pointerdown', leave)
    document.addEventListener('focusin', leave)
    document.addEventListener('keydown', escape)
    return () => {
      document.removeEventListener('pointerdown', leave)
      document.removeEventListener('focusin', leave)
      document.removeEventListener('keydown', escape)
    }
  }, [open])

  return { open, setOpen: (next: boolean) => setOpenOn(next ? location.key : null), root, button }
}

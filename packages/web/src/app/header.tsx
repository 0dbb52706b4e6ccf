import { Menu, Search, X } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Link, NavLink, useLocation } from 'react-router'
import { Logo } from '../components/seal/seal.tsx'
import { ThemeSwitch } from '../components/theme-switch.tsx'
import { paths } from '../lib/paths.ts'
import { buttonClass } from '../ui/button.tsx'
import { cx } from '../ui/class-names.ts'
import { modifierName } from './global-keys.ts'
import { screens } from './screens.ts'
import { UserMenu } from './user-menu.tsx'

const links = screens.filter(({ isTool }) => !isTool)

interface Props {
  /** Opens the command palette. */
  onPalette: () => void
}

/** Logo, navigation, palette, theme and user; on a narrow screen navigation and palette become a menu. */
export function Header({ onPalette }: Props): ReactNode {
  const { pathname } = useLocation()
  // The screen on which the menu was opened: navigation closes it.
  const [openOn, setOpenOn] = useState<string | null>(null)
  const open = openOn === pathname
  const toggle = useRef<HTMLButtonElement>(null)

  useEffect(() => {
    if (!open) return undefined
    const escape = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape') return
      setOpenOn(null)
      toggle.current?.focus()
    }
    document.addEventListener('keydown', escape)
    return () => document.removeEventListener('keydown', escape)
  }, [open])

  return (
    <header className="sticky top-0 z-30 border-b border-line bg-surface">
      <div className="mx-auto flex h-14 items-center gap-2 px-4 sm:px-6" style={{ maxWidth: '90rem' }}>
        <Link to={paths.dashboard} className="me-4 flex items-center gap-2 rounded text-16 font-[600]">
          <Logo />
          Waxseal
        </Link>
        <nav aria-label="Main" className="hidden h-full items-stretch gap-1 md:flex">
          {links.map(({ to, label }) => (
            <NavLink key={to} to={to} className={({ isActive }) => linkClass(isActive || isPartOf(to, pathname))}>
              {label}
            </NavLink>
          ))}
        </nav>
        <div className="ms-auto flex items-center gap-1">
          <button
            type="button"
            className={buttonClass('quiet', 'icon', 'max-md:hidden')}
            aria-label="Command palette"
            title={`Command palette (${modifierName} K)`}
            onClick={onPalette}
          >
            <Search className="size-4" aria-hidden />
          </button>
          <ThemeSwitch />
          <UserMenu />
          <button
            ref={toggle}
            type="button"
            className={buttonClass('quiet', 'icon', 'md:hidden')}
            aria-label={open ? 'Close menu' : 'Open menu'}
            aria-expanded={open}
            aria-controls="mobile-menu"
            onClick={() => setOpenOn(open ? null : pathname)}
          >
            {open ? <X className="size-5" aria-hidden /> : <Menu className="size-5" aria-hidden />}
          </button>
        </div>
      </div>
      <nav id="mobile-menu" aria-label="Main" hidden={!open} className="border-t border-line px-4 py-2 md:hidden">
        {links.map(({ to, label }) => (
          <NavLink
            key={to}
            to={to}
            className={({ isActive }) =>
              cx(
                'flex h-11 items-center rounded border-s-2 ps-3 text-16',
                isActive || isPartOf(to, pathname)
                  ? 'border-accent font-[560] text-accent'
                  : 'border-transparent text-ink2',
              )
            }
          >
            {label}
          </NavLink>
        ))}
        <button
          type="button"
          className="flex h-11 w-full items-center gap-2 rounded ps-3.5 text-16 text-ink2"
          onClick={onPalette}
        >
          <Search className="size-4" aria-hidden />
          Command palette
        </button>
      </nav>
    </header>
  )
}

/** A domain's report belongs to Domains. The screens that the Tools page links to belong to Tools. */
function isPartOf(to: string, pathname: string): boolean {
  if (to === paths.domains) return pathname.startsWith(paths.diagnostics(''))
  const tools = [paths.spfWizard(''), paths.dmarcWizard(''), paths.headers, paths.dnsHistory, paths.analytics]
  return to === paths.tools && tools.some(address => pathname.startsWith(address))
}

function linkClass(active: boolean): string {
  return cx(
    'relative flex items-center rounded px-3 transition-colors',
    active
      ? 'font-[560] text-accent after:absolute after:inset-x-3 after:-bottom-px after:h-0.5 after:bg-accent'
      : 'text-ink2 hover:text-ink',
  )
}

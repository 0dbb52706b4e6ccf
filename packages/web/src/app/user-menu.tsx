import { useQuery } from '@tanstack/react-query'
import { CircleUserRound, LogOut, UserRound } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { notify } from '../lib/notify.ts'
import { paths } from '../lib/paths.ts'
import { meQuery } from '../lib/queries.ts'
import { useAuth, useSession } from '../lib/session/session.tsx'
import { buttonClass } from '../ui/button.tsx'

const itemClass = 'flex h-10 w-full items-center gap-2 rounded px-3 text-start hover:bg-sunken'

/** Who is signed in, the way to the account, the way out. */
export function UserMenu(): ReactNode {
  const auth = useAuth()
  const session = useSession()
  const navigate = useNavigate()
  const me = useQuery(meQuery)
  const { open, setOpen, root, trigger } = useDisclosure()
  if (session.status !== 'signed-in') return null
  const { name, email } = me.data ?? session.user

  async function signOut(): Promise<void> {
    try {
      await auth.signOut()
      await navigate(paths.landing)
    } catch {
      notify.error('Signing out did not work. Please try again.')
    }
  }

  return (
    <div ref={root} className="relative">
      <button
        ref={trigger}
        type="button"
        className={buttonClass('quiet', 'small', 'max-w-56 max-md:w-8 max-md:px-0')}
        aria-label={`User menu: ${name}`}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls="user-menu"
        onClick={() => setOpen(!open)}
      >
        <CircleUserRound className="size-4 shrink-0" aria-hidden />
        <span className="hidden truncate md:block">{name}</span>
      </button>
      <div
        id="user-menu"
        role="menu"
        aria-label="User menu"
        tabIndex={-1}
        hidden={!open}
        onKeyDown={moveInMenu}
        className="absolute end-0 top-full z-50 mt-1.5 w-60 rounded border border-line bg-surface p-1 shadow-overlay"
      >
        <p role="presentation" className="border-b border-line px-3 py-2">
          <span className="block truncate font-[560]">{name}</span>
          {email !== name && <span className="block truncate text-13 text-ink3">{email}</span>}
        </p>
        <Link role="menuitem" to={paths.account} className={itemClass}>
          <UserRound className="size-4 text-ink3" aria-hidden />
          Account
        </Link>
        <button type="button" role="menuitem" className={itemClass} onClick={() => void signOut()}>
          <LogOut className="size-4 text-ink3" aria-hidden />
          Sign out
        </button>
      </div>
    </div>
  )
}

/** The arrow keys go from entry to entry, round and round. */
function moveInMenu(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (step === undefined) return
  event.preventDefault()
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>('[role="menuitem"]')]
  const at = items.findIndex(item => item === document.activeElement)
  items.at((at + step + (at < 0 && step < 0 ? 1 : 0)) % items.length)?.focus()
}

/** Open until Escape, a click or the focus elsewhere, or another screen. */
function useDisclosure() {
  const location = useLocation()
  const [openOn, setOpenOn] = useState<string | null>(null)
  const root = useRef<HTMLDivElement>(null)
  const trigger = useRef<HTMLButtonElement>(null)
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
      trigger.current?.focus()
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

  return { open, setOpen: (next: boolean) => setOpenOn(next ? location.key : null), root, trigger }
}

import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Logo } from '../../components/seal/seal.tsx'
import { ThemeSwitch } from '../../components/theme-switch.tsx'
import { paths } from '../../lib/paths.ts'
import { Button } from '../../ui/button.tsx'

const sections = [
  { to: '#features', name: 'What we check' },
  { to: '#why', name: 'Why choose Waxseal' },
]

export function LandingHeader({ onSignIn }: { onSignIn: () => void }): ReactNode {
  return (
    <header className="fixed inset-x-0 top-0 z-30 border-b border-line bg-paper">
      <div className="mx-auto flex h-14 max-w-5xl items-center gap-2 px-4 sm:px-6">
        <Link to={paths.landing} className="me-4 flex items-center gap-2 rounded text-16 font-[600]">
          <Logo />
          Waxseal
        </Link>
        <nav aria-label="On this page" className="hidden gap-1 sm:flex">
          {sections.map(({ to, name }) => (
            <a key={to} href={to} className="rounded px-3 py-2 text-ink2 hover:text-ink">
              {name}
            </a>
          ))}
        </nav>
        <div className="ms-auto flex items-center gap-2">
          <ThemeSwitch />
          <Button size="small" onClick={onSignIn}>
            Sign In
          </Button>
        </div>
      </div>
    </header>
  )
}

import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { paths } from '../lib/paths.ts'
import { Logo } from './seal/seal.tsx'

/** Room for the line of test mode below it (`app/route-frame.tsx`). */
const minHeight = 'calc(100dvh - 52px)'

/** The frame of a page that a link in a message leads to, signed in or not. */
export function PublicFrame({ children }: { children: ReactNode }): ReactNode {
  return (
    <main id="main" className="mx-auto grid max-w-lg content-center px-4 py-12" style={{ minHeight }}>
      <Link to={paths.landing} className="mb-8 flex items-center gap-2 justify-self-start rounded text-16 font-[600]">
        <Logo />
        Waxseal
      </Link>
      {children}
    </main>
  )
}

import { LoaderCircle } from 'lucide-react'
import type { ReactNode } from 'react'

/** The whole page waits. */
export function PageSpinner(): ReactNode {
  return (
    <main className="grid min-h-[60dvh] place-items-center">
      <h1 className="sr-only">Waxseal</h1>
      <div role="status">
        <LoaderCircle className="size-6 animate-spin text-ink3" aria-hidden />
        <span className="sr-only">Loading</span>
      </div>
    </main>
  )
}

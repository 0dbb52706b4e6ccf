import type { ReactNode } from 'react'

/** One part of a configuration under its own title. */
export function Part({ title, aside, children }: { title: string; aside?: ReactNode; children: ReactNode }): ReactNode {
  return (
    <div className="min-w-0">
      <div className="mb-2 flex min-h-8 flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <h3 className="text-14 font-[600]">{title}</h3>
        {aside}
      </div>
      {children}
    </div>
  )
}

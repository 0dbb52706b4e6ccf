import type { ReactNode } from 'react'

/** One part of a tab under its own title. */
export function Part({ title, aside, children }: { title: string; aside?: ReactNode; children: ReactNode }): ReactNode {
  return (
    <div className="min-w-0">
      <div className="mb-2 flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <h3 className="text-16 font-[600]">{title}</h3>
        {aside}
      </div>
      {children}
    </div>
  )
}

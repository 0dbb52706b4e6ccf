import type { ReactNode } from 'react'

/** Names and values, one a line. */
export function Facts({ facts }: { facts: readonly (readonly [string, ReactNode])[] }): ReactNode {
  return (
    <dl className="border-t border-ink">
      {facts.map(([name, value]) => (
        <div key={name} className="flex items-baseline justify-between gap-4 border-b border-line py-3">
          <dt className="text-ink2">{name}</dt>
          <dd className="font-[600]">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

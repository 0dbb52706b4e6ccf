import type { ReactNode } from 'react'
import { cx } from '../../ui/class-names.ts'
import { type BodyProps, domainItem, type FrameProps, type ListFrameProps, linesBelow } from './domain-item.tsx'
import { itemClass } from './domain-parts.tsx'
import { domainTexts } from './wording.ts'

export function DomainGrid({ before, after, children }: ListFrameProps): ReactNode {
  return (
    <ul
      aria-label="Your domains"
      style={{ paddingTop: before, paddingBottom: after }}
      className="grid grid-cols-1 gap-x-8 min-[40rem]:grid-cols-2 min-[62rem]:grid-cols-3"
    >
      {children}
    </ul>
  )
}

/** The height of a card in rem. */
export function cardHeight(domain: FrameProps['domain']): number {
  return 18.125 + (linesBelow(domain, 2) + Number(domain.scan_schedule !== 'none')) * 1.125
}

/** One domain with its seal at double size: fewer at a time, each readable at a glance. */
export const DomainCard = domainItem({
  never: domainTexts.neverScanned,
  large: true,
  changedLook: { lines: 2 },
  Frame: CardFrame,
  Body: CardBody,
})

function CardFrame(props: FrameProps): ReactNode {
  const { domain, position, total, gap, line, measure, selected, select, name, children } = props
  return (
    <li
      ref={measure}
      data-index={line}
      data-domain={domain.id}
      aria-posinset={position + 1}
      aria-setsize={total}
      style={{ marginTop: gap, minHeight: `${cardHeight(domain)}rem` }}
      className={cx(
        itemClass,
        '-mx-3 grid grid-cols-[1rem_minmax(0,1fr)] content-start gap-x-3 px-3 py-4',
        selected ? 'bg-accent-tint' : 'hover:bg-sunken/60',
      )}
    >
      <span className="flex pt-0.5">{select}</span>
      <div className="min-w-0">{name}</div>
      {children}
    </li>
  )
}

function CardBody({ health, facts, actions }: BodyProps): ReactNode {
  return (
    <div className="col-span-2">
      <div className="my-3 flex min-h-12 items-center">{health}</div>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 text-13">
        {facts.map(({ label, value }) => (
          <div key={label} className="col-span-2 grid min-h-6 grid-cols-subgrid items-center">
            <dt className="text-ink3">{label}</dt>
            <dd className="flex min-w-0 items-center">{value}</dd>
          </div>
        ))}
      </dl>
      <div className="mt-3">{actions}</div>
    </div>
  )
}

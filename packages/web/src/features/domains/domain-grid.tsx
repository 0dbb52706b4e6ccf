import { memo, type ReactNode } from 'react'
import { cx } from '../../ui/class-names.ts'
import { facts, Health, LastScan } from './domain-facts.tsx'
import {
  Actions,
  type BodyProps,
  type ItemProps,
  itemClass,
  NameLink,
  SelectBox,
  useListScan,
} from './domain-parts.tsx'
import { useNear } from './near.ts'
import { domainTexts } from './wording.ts'

export function DomainGrid({ children }: { children: ReactNode }): ReactNode {
  return (
    <ul
      aria-label="Your domains"
      className="grid grid-cols-1 gap-x-8 @min-[36rem]:grid-cols-2 @min-[58rem]:grid-cols-3"
    >
      {children}
    </ul>
  )
}

/** One domain with its seal at double size: fewer at a time, each to be taken in at a glance. */
export const DomainCard = memo(function DomainCard({
  domain,
  early,
  selected,
  onSelect,
  ...rest
}: ItemProps): ReactNode {
  const [card, near] = useNear<HTMLLIElement>(early)
  return (
    <li
      ref={card}
      className={cx(
        itemClass,
        '-mx-3 grid min-h-[18.125rem] grid-cols-[1rem_minmax(0,1fr)] content-start gap-x-3 px-3 py-4',
        selected ? 'bg-accent-tint' : 'hover:bg-sunken/60',
      )}
    >
      <span className="flex pt-0.5">
        <SelectBox domain={domain} selected={selected} onSelect={onSelect} />
      </span>
      <div className="min-w-0">
        <NameLink domain={domain} />
      </div>
      {near && <Body domain={domain} {...rest} />}
    </li>
  )
})

/** The rest of a card: what a change of the selection leaves as it is. */
const Body = memo(function Body({ domain, inBulk, onDelete }: BodyProps): ReactNode {
  const { scanning, start } = useListScan(domain, inBulk)
  return (
    <div className="col-span-2">
      <div className="my-3 flex min-h-12 items-center">
        <Health domain={domain} large />
      </div>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 text-13">
        {facts.map(({ label, value }) => (
          <Fact key={label} label={label}>
            {value(domain)}
          </Fact>
        ))}
        <Fact label="Last scan">
          <LastScan domain={domain} scanning={scanning} never={domainTexts.neverScanned} />
        </Fact>
      </dl>
      <div className="mt-3">
        <Actions domain={domain} scanning={scanning} onScan={start} onDelete={onDelete} />
      </div>
    </div>
  )
})

function Fact({ label, children }: { label: string; children: ReactNode }): ReactNode {
  return (
    <div className="col-span-2 grid min-h-6 grid-cols-subgrid items-center">
      <dt className="text-ink3">{label}</dt>
      <dd className="flex min-w-0 items-center">{children}</dd>
    </div>
  )
}

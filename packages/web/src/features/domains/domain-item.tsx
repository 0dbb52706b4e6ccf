import { type ComponentType, memo, type ReactNode, type RefCallback } from 'react'
import { facts, Health, LastScan } from './domain-facts.tsx'
import { Actions, type ItemProps, NameLink, SelectBox, TagLine, useListScan } from './domain-parts.tsx'
import { useNear } from './near.ts'
import type { Order, SortKey } from './order.ts'

/** What a view of the list lays out around its domains. */
export interface ListFrameProps {
  order: Order
  onSort: (by: SortKey) => void
  children: ReactNode
}

/** A value of a domain with its heading. */
interface Fact {
  label: string
  value: ReactNode
}

/** How a view of the list lays out one domain: only markup and sizes. */
interface Look {
  /** The text for a domain that was never scanned. */
  never: string
  large: boolean
  /** Rendered from the beginning. `near` false: it must have the same height as with the body. */
  Frame: ComponentType<FrameProps>
  Body: ComponentType<BodyProps>
}

export interface BodyProps {
  health: ReactNode
  facts: readonly Fact[]
  actions: ReactNode
}

export interface FrameProps {
  ref: RefCallback<Element>
  near: boolean
  selected: boolean
  /** Lines below the name: the name in A-labels, the tags. */
  lines: number
  select: ReactNode
  name: ReactNode
  children: ReactNode
}

/** One domain in a view of the list. A change of the selection does not rerender its body. */
export function domainItem({ Frame, Body: Layout, never, large }: Look): ComponentType<ItemProps> {
  const Body = memo(function Body({ domain, inBulk, onAct }: Pick<ItemProps, 'domain' | 'inBulk' | 'onAct'>) {
    const { scanning, start } = useListScan(domain, inBulk)
    const lastScan = <LastScan domain={domain} scanning={scanning} never={never} />
    return (
      <Layout
        health={<Health domain={domain} large={large} />}
        facts={[
          ...facts.map(({ label, value }) => ({ label, value: value(domain) })),
          { label: 'Last scan', value: lastScan },
        ]}
        actions={<Actions domain={domain} scanning={scanning} onScan={start} onAct={onAct} />}
      />
    )
  })

  return memo(function DomainItem({ domain, early, selected, onSelect, ...rest }: ItemProps) {
    const [ref, near] = useNear(early)
    return (
      <Frame
        ref={ref}
        near={near}
        selected={selected}
        lines={Number(domain.domain_unicode !== null) + Number(domain.tags.length > 0)}
        select={<SelectBox domain={domain} selected={selected} onSelect={onSelect} />}
        name={
          <>
            <NameLink domain={domain} />
            {near && <TagLine tags={domain.tags} />}
          </>
        }
      >
        {near && <Body domain={domain} {...rest} />}
      </Frame>
    )
  })
}

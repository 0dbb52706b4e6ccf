import { type ComponentProps, type ComponentType, memo, type ReactNode } from 'react'
import { ChangedLine, isChanged } from './changed-line.tsx'
import { facts, Health, LastScan } from './domain-facts.tsx'
import { type Act, Actions, NameLink, SelectBox, TagLine, useListScan } from './domain-parts.tsx'
import type { Order, SortKey } from './order.ts'
import type { Placed } from './windowed.tsx'

/** What a view of the list lays out around its domains. */
export interface ListFrameProps {
  order: Order
  onSort: (by: SortKey) => void
  /** The number of domains in the whole list. */
  total: number
  /** Empty pixels above and below those that are in the document. */
  before: number
  after: number
  children: ReactNode
}

/** The props of a domain in any view. All values keep their identity while nothing changes. */
export interface ItemProps extends Placed {
  /** The number of domains in the whole list. */
  total: number
  selected: boolean
  /** The bulk scan is at this domain. */
  inBulk: boolean
  onSelect: (id: string, on: boolean) => void
  onAct: Act
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
  /** How many lines what changed after the scan may take below the name, and where they are. */
  changedLook: Omit<ComponentProps<typeof ChangedLine>, 'domain'>
  Frame: ComponentType<FrameProps>
  Body: ComponentType<BodyProps>
}

export interface BodyProps {
  health: ReactNode
  facts: readonly Fact[]
  actions: ReactNode
}

export interface FrameProps extends Placed {
  total: number
  selected: boolean
  select: ReactNode
  name: ReactNode
  children: ReactNode
}

/** One domain in a view of the list. A change of the selection does not rerender its body. */
export function domainItem({ Frame, Body: Layout, never, large, changedLook }: Look): ComponentType<ItemProps> {
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

  return memo(function DomainItem({ inBulk, onSelect, onAct, ...frame }: ItemProps) {
    const { domain, selected } = frame
    return (
      <Frame
        {...frame}
        select={<SelectBox domain={domain} selected={selected} onSelect={onSelect} />}
        name={
          <>
            <NameLink domain={domain} />
            <TagLine domain={domain} />
            <ChangedLine domain={domain} {...changedLook} />
          </>
        }
      >
        <Body domain={domain} inBulk={inBulk} onAct={onAct} />
      </Frame>
    )
  })
}

/**
 * Lines below the name: the name in A-labels, the tags with the mark of a read-only domain, what changed after the scan.
 *
 * @param changedLines those that a change takes
 */
export function linesBelow(domain: Placed['domain'], changedLines: number): number {
  const { domain_unicode: unicode, tags, read_only: isReadOnly } = domain
  const isTagged = tags.length > 0 || isReadOnly
  return Number(unicode !== null) + Number(isTagged) + (isChanged(domain) ? changedLines : 0)
}

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

/**
 * Where there is room the cells of a row stand in columns of fixed width, so that no row has to know the others; where
 * there is not, each cell is a line of label and value. The widths follow the size of the type.
 */
const columns = '@min-[58rem]:grid-cols-[1rem_minmax(0,1fr)_7.75rem_5.5rem_1.5rem_5rem_5rem_6.5rem_9.5rem]'
const lines = 'grid-cols-[1rem_minmax(0,1fr)] @min-[36rem]:grid-cols-[1rem_repeat(3,minmax(0,1fr))]'

export function DomainTable({ children }: { children: ReactNode }): ReactNode {
  return (
    <div role="table" aria-label="Your domains">
      <div role="rowgroup" className="@max-[58rem]:sr-only">
        <div
          role="row"
          className={cx('grid min-h-8 items-end gap-x-3 border-b border-line pb-1 text-12 text-ink3', columns)}
        >
          <span role="columnheader">
            <span className="sr-only">Selected</span>
          </span>
          <span role="columnheader">Domain</span>
          <span role="columnheader">Health</span>
          {facts.map(({ label }) => (
            <span key={label} role="columnheader">
              {label}
            </span>
          ))}
          <span role="columnheader">Last scan</span>
          <span role="columnheader">
            <span className="sr-only">Actions</span>
          </span>
        </div>
      </div>
      <div role="rowgroup">{children}</div>
    </div>
  )
}

/** One domain. The whole row leads to its report; the box and the actions stand above that link. */
export const DomainRow = memo(function DomainRow({ domain, early, selected, onSelect, ...rest }: ItemProps): ReactNode {
  const [row, near] = useNear<HTMLDivElement>(early)
  return (
    <div
      ref={row}
      role="row"
      className={cx(
        itemClass,
        'grid content-center items-center gap-x-3 gap-y-1 py-3 @min-[58rem]:min-h-12 @min-[58rem]:py-1',
        !near && 'min-h-[17.375rem] @min-[36rem]:min-h-[10.875rem]',
        selected ? 'bg-accent-tint' : 'hover:bg-sunken/60',
        lines,
        columns,
      )}
    >
      <span role="cell" className="flex @min-[36rem]:@max-[58rem]:row-span-4 @min-[36rem]:@max-[58rem]:self-start">
        <SelectBox domain={domain} selected={selected} onSelect={onSelect} />
      </span>
      <div role="rowheader" className="min-w-0 @min-[36rem]:@max-[58rem]:col-span-3">
        <NameLink domain={domain} />
      </div>
      {near && <Cells domain={domain} {...rest} />}
    </div>
  )
})

/** The rest of a row: what a change of the selection leaves as it is. */
const Cells = memo(function Cells({ domain, inBulk, onDelete }: BodyProps): ReactNode {
  const { scanning, start } = useListScan(domain, inBulk)
  return (
    <>
      <Cell label="Health">
        <Health domain={domain} />
      </Cell>
      {facts.map(({ label, value }) => (
        <Cell key={label} label={label}>
          {value(domain)}
        </Cell>
      ))}
      <Cell label="Last scan">
        <LastScan domain={domain} scanning={scanning} never={domainTexts.never} />
      </Cell>
      <div
        role="cell"
        className="@max-[58rem]:col-start-2 @max-[58rem]:-col-end-1 @max-[58rem]:pt-1 @min-[58rem]:text-end"
      >
        <Actions domain={domain} scanning={scanning} onScan={start} onDelete={onDelete} />
      </div>
    </>
  )
})

function Cell({ label, children }: { label: string; children: ReactNode }): ReactNode {
  return (
    <div
      role="cell"
      className="min-w-0 text-13 @max-[36rem]:col-start-2 @max-[36rem]:flex @max-[36rem]:min-h-7 @max-[36rem]:items-center @max-[36rem]:justify-between @max-[36rem]:gap-4"
    >
      <span className="text-ink3 @min-[36rem]:@max-[58rem]:block @min-[36rem]:@max-[58rem]:text-12 @min-[58rem]:hidden">
        {label}
      </span>
      <span className="flex min-w-0 items-center">{children}</span>
    </div>
  )
}

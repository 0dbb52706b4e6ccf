import { ArrowDown, ArrowUp } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from '../../ui/class-names.ts'
import { TableCell, TableFrame, TableRow } from '../../ui/table-frame.tsx'
import { facts } from './domain-facts.tsx'
import { type BodyProps, domainItem, type FrameProps, type ListFrameProps } from './domain-item.tsx'
import { itemClass } from './domain-parts.tsx'
import { directionOf, type SortKey } from './order.ts'
import { domainTexts } from './wording.ts'

/**
 * In a wide list the cells are in columns of fixed width, so that rows are independent of each other. In a narrow one,
 * each cell is a line with label and value. The widths depend on the font size.
 */
const columns = '@min-[58rem]:grid-cols-[1rem_minmax(0,1fr)_7.75rem_4.25rem_1.5rem_5rem_5rem_6rem_11.75rem]'
const narrowColumns = 'grid-cols-[1rem_minmax(0,1fr)] @min-[36rem]:grid-cols-[1rem_repeat(3,minmax(0,1fr))]'

export function DomainTable({ order, onSort, children }: ListFrameProps): ReactNode {
  return (
    <TableFrame
      caption="Your domains"
      className="block"
      headClass="block @max-[58rem]:sr-only"
      titleRowClass={cx('grid min-h-8 items-end gap-x-3 border-b border-line pb-1 text-12 text-ink3', columns)}
      bodyClass="block"
      titles={titles.map(({ title, sort, unseen }) => {
        const direction = sort && directionOf(order, sort)
        return {
          title,
          ...(unseen && { unseen }),
          className: 'min-w-0 font-[400]',
          ...(direction && { direction }),
          ...(sort && { content: <SortButton title={title} direction={direction} onPress={() => onSort(sort)} /> }),
        }
      })}
    >
      {children}
    </TableFrame>
  )
}

const titles: readonly { title: string; sort?: SortKey; unseen?: true }[] = [
  { title: 'Selected', unseen: true },
  { title: 'Domain', sort: 'name' },
  { title: 'Health', sort: 'score' },
  ...facts.map(({ label, sort }) => ({ title: label, ...(sort && { sort }) })),
  { title: 'Last scan', sort: 'scanned' },
  { title: 'Actions', unseen: true },
]

interface SortProps {
  title: string
  direction: 'ascending' | 'descending' | undefined
  onPress: () => void
}

/** The heading of a column as a button that sorts by it. The arrow points where the values grow. */
function SortButton({ title, direction, onPress }: SortProps): ReactNode {
  const Arrow = direction === 'descending' ? ArrowDown : ArrowUp
  return (
    <button
      type="button"
      onClick={onPress}
      className={cx(
        'group inline-flex min-h-6 items-center gap-1 rounded text-start hover:text-ink',
        direction !== undefined && 'font-[560] text-ink',
      )}
    >
      {title}
      <Arrow
        className={cx('size-3 shrink-0', direction === undefined && 'opacity-0 group-hover:opacity-60')}
        aria-hidden
      />
    </button>
  )
}

/** One domain. The whole row links to its report; the checkbox and the actions are above that link. */
export const DomainRow = domainItem({ never: domainTexts.never, large: false, Frame: RowFrame, Body: RowBody })

function RowFrame({ ref, near, selected, lines, select, name, children }: FrameProps): ReactNode {
  return (
    <TableRow
      ref={ref}
      style={{ '--lines': lines }}
      className={cx(
        itemClass,
        'grid content-start items-center gap-x-3 gap-y-1 py-3 @min-[58rem]:content-center @min-[58rem]:min-h-[max(3rem,1.875rem+var(--lines)*1.125rem)] @min-[58rem]:py-1',
        !near &&
          'min-h-[calc(17.375rem+var(--lines)*1.125rem)] @min-[36rem]:min-h-[calc(10.875rem+var(--lines)*1.125rem)]',
        selected ? 'bg-accent-tint' : 'hover:bg-sunken/60',
        narrowColumns,
        columns,
      )}
    >
      <TableCell className="flex @min-[36rem]:@max-[58rem]:row-span-4 @min-[36rem]:@max-[58rem]:self-start">
        {select}
      </TableCell>
      <TableCell names className="min-w-0 @min-[36rem]:@max-[58rem]:col-span-3">
        {name}
      </TableCell>
      {children}
    </TableRow>
  )
}

function RowBody({ health, facts, actions }: BodyProps): ReactNode {
  return (
    <>
      <Cell label="Health">{health}</Cell>
      {facts.map(({ label, value }) => (
        <Cell key={label} label={label}>
          {value}
        </Cell>
      ))}
      <TableCell className="@max-[58rem]:col-start-2 @max-[58rem]:-col-end-1 @max-[58rem]:pt-1 @min-[58rem]:text-end">
        {actions}
      </TableCell>
    </>
  )
}

function Cell({ label, children }: { label: string; children: ReactNode }): ReactNode {
  return (
    <TableCell className="min-w-0 text-13 @max-[36rem]:col-start-2 @max-[36rem]:flex @max-[36rem]:min-h-7 @max-[36rem]:items-center @max-[36rem]:justify-between @max-[36rem]:gap-4">
      <span className="text-ink3 @min-[36rem]:@max-[58rem]:block @min-[36rem]:@max-[58rem]:text-12 @min-[58rem]:hidden">
        {label}
      </span>
      <span className="flex min-w-0 items-center">{children}</span>
    </TableCell>
  )
}

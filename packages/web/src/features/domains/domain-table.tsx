import { ArrowDown, ArrowUp } from 'lucide-react'
import type { ReactNode } from 'react'
import { useCompactRows } from '../../lib/density.ts'
import { cx } from '../../ui/class-names.ts'
import { TableCell, TableFrame, TableRow } from '../../ui/table-frame.tsx'
import { isChanged } from './changed-line.tsx'
import { facts } from './domain-facts.tsx'
import { type BodyProps, domainItem, type FrameProps, type ListFrameProps, linesBelow } from './domain-item.tsx'
import { itemClass } from './domain-parts.tsx'
import { directionOf, type SortKey } from './order.ts'
import { domainTexts } from './wording.ts'

/** The cells are in columns whose width follows from that of the table, so that rows are independent of each other. */
const columns =
  'grid grid-cols-[1rem_minmax(0,2.4fr)_minmax(7rem,1.9fr)_minmax(6.25rem,1.8fr)_minmax(4rem,1.1fr)_minmax(4.75rem,1fr)_minmax(5.75rem,1fr)_minmax(6rem,1fr)_11.75rem] gap-x-2'

/** The list on a wide screen. */
export function DomainTable({ order, onSort, total, before, after, children }: ListFrameProps): ReactNode {
  return (
    <TableFrame
      caption="Your domains"
      rows={total}
      className="block"
      headClass="block"
      titleRowClass={cx('min-h-8 items-end border-b border-line pb-1 text-12 text-ink3', columns)}
      bodyClass="block"
      bodyStyle={{ paddingTop: before, paddingBottom: after }}
      titles={titles.map(({ title, sort, unseen }) => {
        const direction = sort && directionOf(order, sort)
        return {
          title,
          ...(unseen && { unseen }),
          className: 'min-w-0 font-[400]',
          ...(direction && { direction }),
          content: sort ? (
            <SortButton title={title} direction={direction} onPress={() => onSort(sort)} />
          ) : (
            // As high as the buttons beside it, so that all titles are on one line.
            <span className="inline-flex min-h-6 items-center">{title}</span>
          ),
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
export const DomainRow = domainItem({
  never: domainTexts.never,
  large: false,
  // Across the row, below all columns: that of the name is too narrow for a change and its time.
  changedLook: { lines: 1, className: 'absolute start-6 end-0 bottom-1' },
  Frame: RowFrame,
  Body: RowBody,
})

/** The height of a row in rem. Its name may have lines below it, and what changed after the scan has one below all. */
export function rowHeight(domain: FrameProps['domain'], isCompact: boolean): number {
  // The health has two lines, and a badge may have two.
  const [least, name] = isCompact ? [2.5, 1.25] : [2.875, 1.875]
  return Math.max(least, name + linesBelow(domain, 0) * 1.125) + changedHeight(domain)
}

const changedHeight = (domain: FrameProps['domain']): number => (isChanged(domain) ? 1.25 : 0)

function RowFrame(props: FrameProps): ReactNode {
  const { domain, position, gap, line, measure, selected, select, name, children } = props
  const isCompact = useCompactRows()
  const padding = isCompact ? 0 : 0.1875
  return (
    <TableRow
      ref={measure}
      data-index={line}
      data-domain={domain.id}
      position={position}
      // With its buttons and the line below, a row is as high as it says.
      style={{
        marginTop: gap,
        minHeight: `${rowHeight(domain, isCompact)}rem`,
        paddingTop: `${padding}rem`,
        paddingBottom: `${padding + changedHeight(domain)}rem`,
      }}
      className={cx(
        itemClass,
        'content-center items-center',
        selected ? 'bg-accent-tint' : 'hover:bg-sunken/60',
        columns,
      )}
    >
      <TableCell className="flex">{select}</TableCell>
      <TableCell names className="min-w-0">
        {name}
      </TableCell>
      {children}
    </TableRow>
  )
}

function RowBody({ health, facts, actions }: BodyProps): ReactNode {
  return (
    <>
      <Cell>{health}</Cell>
      {facts.map(({ label, value }) => (
        <Cell key={label}>{value}</Cell>
      ))}
      <TableCell className="text-end">{actions}</TableCell>
    </>
  )
}

function Cell({ children }: { children: ReactNode }): ReactNode {
  return (
    <TableCell className="min-w-0 text-13">
      <span className="flex min-w-0 items-center">{children}</span>
    </TableCell>
  )
}

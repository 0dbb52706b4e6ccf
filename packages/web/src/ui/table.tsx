import type { ReactNode } from 'react'
import { cx } from './class-names.ts'
import { ScrollRegion } from './scroll-region.tsx'
import { TableCell, TableFrame, TableRow } from './table-frame.tsx'

export interface Column<Item> {
  title: string
  /** Null: the row has no such cell. Only a last column may say so. */
  cell: (item: Item) => ReactNode
  /** Its cells are the names of their rows, for screen readers. */
  names?: true
  /** Stands before the value where the row is a stack and its titles are out of sight. */
  label?: string
  /** Width and alignment, of its title and its cells. */
  className?: string
}

interface Props<Item> {
  /** What the table holds, in a few words, for screen readers. */
  caption: string
  columns: readonly Column<Item>[]
  rows: readonly Item[]
  keyOf: (item: Item) => string
  /** On a narrow screen: a row becomes a stack of its cells, or keeps its columns. */
  narrow?: 'stack' | 'columns'
  /** Sentences in the size of the page instead of short values. */
  roomy?: boolean
  /** How each row lays out its cells, at every width; the titles are then for screen readers alone. */
  rowLayout?: string
  /** The table may be long: it scrolls by itself, up to a height. */
  scroll?: { label: string; className: string }
}

/** A table of values: a caption, titles with their scope, named rows, one layout on narrow screens. */
export function Table<Item>(props: Props<Item>): ReactNode {
  const { caption, columns, rows, keyOf, narrow = 'stack', roomy = false, rowLayout, scroll } = props
  const stacks = narrow === 'stack' && rowLayout === undefined
  const cellClass = rowLayout === undefined && cx('pe-4 last:pe-0', roomy ? 'py-3' : 'py-2')
  const stackClass = stacks && cx('max-sm:block max-sm:w-auto max-sm:py-0 max-sm:pe-0', roomy && 'max-sm:mt-1.5')
  const table = (
    <TableFrame
      caption={caption}
      className={cx(!roomy && 'text-13', stacks && 'max-sm:block', rowLayout !== undefined && 'block')}
      bodyClass={cx(stacks && 'max-sm:block', rowLayout !== undefined && 'block')}
      headClass={cx(stacks && 'max-sm:sr-only', rowLayout !== undefined && 'sr-only')}
      titleRowClass="border-b border-line text-12 text-ink3"
      titles={columns.map(({ title, className }) => ({
        title,
        className: cx('py-1 font-[400]', rowLayout === undefined && 'pe-4 last:pe-0', className),
      }))}
    >
      {rows.map(item => (
        <TableRow
          key={keyOf(item)}
          className={cx(
            'border-b border-line align-baseline',
            stacks && (roomy ? 'max-sm:block max-sm:py-3' : 'max-sm:block max-sm:py-2'),
            rowLayout !== undefined && cx(rowLayout, 'last:border-b-0'),
          )}
        >
          {columns.map(({ title, cell, names, label, className }) => {
            const content = cell(item)
            if (content === null) return null
            return (
              <TableCell
                key={title}
                names={names}
                className={cx(cellClass, stackClass, '[overflow-wrap:anywhere]', className)}
              >
                {stacks && label !== undefined && content !== '' && (
                  <span aria-hidden className={cx('text-ink3 sm:hidden', roomy && 'block text-12')}>
                    {label}{' '}
                  </span>
                )}
                {content}
              </TableCell>
            )
          })}
        </TableRow>
      ))}
    </TableFrame>
  )
  return scroll === undefined ? table : <ScrollRegion {...scroll}>{table}</ScrollRegion>
}

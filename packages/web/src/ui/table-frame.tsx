/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role --
   a browser may forget the role of a part of a table that styles make a block or a grid */
import type { CSSProperties, ReactNode, Ref } from 'react'
import { cx } from './class-names.ts'

interface Title {
  title: string
  unseen?: boolean
  className?: string
  /** Shown in place of the title, for example a button that sorts. */
  content?: ReactNode
  /** The rows are sorted by this column. */
  direction?: 'ascending' | 'descending'
}

interface FrameProps {
  caption: string
  titles: readonly Title[]
  className?: string
  headClass?: string
  titleRowClass?: string
  bodyClass?: string
  bodyStyle?: CSSProperties
  /** The number of rows of the whole table, where not all of them are in the document. */
  rows?: number
  /** `TableRow`s. */
  children: ReactNode
}

/** The markup of every table, for rows that make their own cells. */
export function TableFrame(props: FrameProps): ReactNode {
  const { caption, titles, className, headClass, titleRowClass, bodyClass, bodyStyle, rows, children } = props
  return (
    <table
      role="table"
      className={cx('w-full', className)}
      // The line of titles is a row too.
      aria-rowcount={rows === undefined ? undefined : rows + 1}
    >
      <caption className="sr-only">{caption}</caption>
      <thead role="rowgroup" className={headClass}>
        <tr role="row" className={titleRowClass} aria-rowindex={rows === undefined ? undefined : 1}>
          {titles.map(({ title, unseen, className, content, direction }) => (
            <th
              key={title}
              role="columnheader"
              scope="col"
              aria-sort={direction}
              className={className?.includes('text-end') ? className : cx('text-start', className)}
            >
              {unseen ? <span className="sr-only">{title}</span> : (content ?? title)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup" className={bodyClass} style={bodyStyle}>
        {children}
      </tbody>
    </table>
  )
}

interface RowProps {
  ref?: Ref<HTMLTableRowElement> | undefined
  style?: CSSProperties
  className: string
  /** Its place among all rows, from 0, where not all of them are in the document. */
  position?: number
  'data-index'?: number
  'data-domain'?: string
  children: ReactNode
}

export function TableRow({ position, ...rest }: RowProps): ReactNode {
  return <tr role="row" aria-rowindex={position === undefined ? undefined : position + 2} {...rest} />
}

interface CellProps {
  /** It is the name of its row. */
  names?: boolean | undefined
  className: string
  children: ReactNode
}

export function TableCell({ names = false, className, children }: CellProps): ReactNode {
  return names ? (
    <th role="rowheader" scope="row" className={cx('text-start font-[400]', className)}>
      {children}
    </th>
  ) : (
    <td role="cell" className={className}>
      {children}
    </td>
  )
}

import { ChartNoAxesColumn, Table2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Table } from './table.tsx'

interface Props {
  /** The content of the drawing in one sentence. */
  sentence: string
  drawing: ReactNode
  /** The same data in rows. */
  columns: readonly string[]
  rows: readonly (readonly (string | number)[])[]
  /** Index of the first numeric column; from there on columns are right-aligned. */
  numbersFrom?: number
  className?: string
  /** The drawing consists of readable text, so it is not exposed as one image. */
  legible?: boolean
  /** The table may be long, so it scrolls. */
  tall?: boolean
}

/** A drawing that carries data: one sentence for screen readers, and a switch that shows the data as a table. */
export function Figure(props: Props): ReactNode {
  const { sentence, drawing, columns, rows, numbersFrom = props.columns.length, className } = props
  const { legible = false, tall = false } = props
  const [asTable, setAsTable] = useState(false)
  const Icon = asTable ? ChartNoAxesColumn : Table2
  const table = (
    <Table<readonly (string | number)[]>
      caption={sentence}
      // Three columns or more are too narrow on a phone.
      narrow={columns.length > 2 ? 'stack' : 'columns'}
      rows={rows}
      keyOf={row => row.join('\u0000')}
      columns={columns.map((title, index) => ({
        title,
        cell: row => row[index],
        className: index < numbersFrom ? 'text-start' : columns.length > 2 ? 'sm:text-end' : 'text-end',
        ...(index === 0 ? { names: true } : { label: title }),
      }))}
      {...(tall && { scroll: { label: `Data of the figure: ${columns.join(', ')}`, className: 'max-h-[24rem]' } })}
    />
  )
  return (
    <figure className={className}>
      {asTable ? (
        table
      ) : legible ? (
        <>
          <figcaption className="sr-only">{sentence}</figcaption>
          {drawing}
        </>
      ) : (
        <div role="img" aria-label={sentence}>
          {drawing}
        </div>
      )}
      <button
        type="button"
        aria-pressed={asTable}
        className="mt-2 inline-flex min-h-6 items-center gap-1.5 text-12 text-ink3 select-none hover:text-ink"
        onClick={() => setAsTable(!asTable)}
      >
        <Icon className="size-3.5" aria-hidden />
        {asTable ? 'Show as figure' : 'Show as table'}
      </button>
    </figure>
  )
}

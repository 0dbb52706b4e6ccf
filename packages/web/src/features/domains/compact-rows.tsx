import { states } from '@waxseal/core/check'
import { LoaderCircle } from 'lucide-react'
import { type ComponentType, memo, type ReactNode } from 'react'
import { cx } from '../../ui/class-names.ts'
import { TableCell, TableFrame, TableRow } from '../../ui/table-frame.tsx'
import { Tag } from '../../ui/tag.tsx'
import { ChangedLine, isChanged } from './changed-line.tsx'
import { BandLine, ScoreOnly } from './domain-facts.tsx'
import { type ItemProps, type ListFrameProps, linesBelow } from './domain-item.tsx'
import { itemClass, NameLink, RowMenu, SelectBox, TagLine, useListScan } from './domain-parts.tsx'
import { ScheduleLine } from './schedule.tsx'
import { domainTexts } from './wording.ts'
import { worstOf } from './worst.ts'

const columns = ['Selected', 'Health', 'Domain', 'Worst result', 'Actions'].map(title => ({ title, unseen: true }))

/** The list on a narrow screen. */
export function CompactRows({ total, before, after, children }: ListFrameProps): ReactNode {
  return (
    <TableFrame
      caption="Your domains"
      rows={total}
      className="block"
      headClass="sr-only"
      bodyClass="block"
      bodyStyle={{ paddingTop: before, paddingBottom: after }}
      titles={columns}
    >
      {children}
    </TableFrame>
  )
}

/** What changed stands in place of the worst result, in up to three lines of 18 pixels; that one has 20. */
const changedMore = (3 * 18 - 20) / 16

/** The height of a row in rem: 64 pixels, or 72 with a line of tags, and two lines more with what changed after the scan. */
export function compactHeight(domain: ItemProps['domain']): number {
  return (linesBelow(domain, 0) === 0 ? 4 : 4.5) + (isChanged(domain) ? changedMore : 0)
}

/** One domain on a narrow screen: its score, its name and the worst result. The actions are in its menu. */
export const CompactRow: ComponentType<ItemProps> = memo(function CompactRow(props: ItemProps) {
  const { domain, position, gap, line, measure, selected, inBulk, onSelect, onAct } = props
  const { scanning, start } = useListScan(domain, inBulk)
  const isOld = isChanged(domain) && !scanning
  return (
    <TableRow
      ref={measure}
      data-index={line}
      data-domain={domain.id}
      position={position}
      style={{ marginTop: gap, height: `${compactHeight(domain)}rem` }}
      className={cx(
        itemClass,
        'grid grid-cols-[1rem_auto_minmax(0,1fr)_auto] content-center items-center gap-x-3',
        selected ? 'bg-accent-tint' : 'hover:bg-sunken/60',
      )}
    >
      <TableCell className="row-span-2 flex">
        <SelectBox domain={domain} selected={selected} onSelect={onSelect} />
      </TableCell>
      <TableCell className="row-span-2 flex">
        <ScoreOnly domain={domain} />
      </TableCell>
      <TableCell names className="min-w-0">
        <NameLink domain={domain} oneLine />
      </TableCell>
      <TableCell className="row-span-2 flex">
        <RowMenu domain={domain} scanning={scanning} onScan={start} onAct={onAct} />
      </TableCell>
      <TableCell className="col-start-3 row-start-2 min-w-0">
        <span
          className={cx('grid grid-cols-[minmax(0,auto)_auto] items-center justify-start gap-x-3', !isOld && 'h-5')}
        >
          {isOld ? <ChangedLine domain={domain} lines={3} /> : <Worst domain={domain} scanning={scanning} />}
          <ScheduleLine domain={domain} short />
        </span>
        <span className="flex gap-2">
          {domain.domain_unicode !== null && (
            <span className="min-w-0 shrink truncate font-mono text-12 leading-[1.125rem] text-ink3">
              {domain.domain_name}
            </span>
          )}
          <TagLine domain={domain} />
        </span>
      </TableCell>
    </TableRow>
  )
})

function Worst({ domain, scanning }: { domain: ItemProps['domain']; scanning: boolean }): ReactNode {
  if (scanning) {
    return (
      <span className="inline-flex items-center gap-1.5 text-13 text-accent">
        <LoaderCircle className="size-3.5 animate-spin" aria-hidden />
        {states.scanning.word}
      </span>
    )
  }
  const { tone, word } = domain.last_scan === null ? neverScanned : worstOf(domain)
  return (
    <span className="flex min-w-0 items-center gap-x-2">
      <span className="grid min-w-0 grid-cols-1">
        <Tag tone={tone} bare>
          <span className="min-w-0 truncate">{word}</span>
        </Tag>
      </span>
      {domain.last_scan !== null && <BandLine domain={domain} className="min-w-0 flex-1 truncate" />}
    </span>
  )
}

const neverScanned = { tone: 'idle', word: domainTexts.neverScanned } as const

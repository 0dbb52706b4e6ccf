import {
  type CSSProperties,
  type Dispatch,
  type ReactNode,
  type SetStateAction,
  useCallback,
  useDeferredValue,
  useEffect,
  useMemo,
} from 'react'
import { useCompactRows } from '../../lib/density.ts'
import type { Domain } from '../../lib/queries.ts'
import { useRowKeys } from '../../lib/row-keys.ts'
import { deferred } from '../../ui/deferred.tsx'
import { useFocusRescue } from '../../ui/focus-return.ts'
import { tableMedia, useMedia, usePrinting } from '../../ui/media.ts'
import { countByStatus, matching, withStatus } from './arrange.ts'
import { CompactRow, CompactRows, compactHeight } from './compact-rows.tsx'
import { cardHeight, DomainCard, DomainGrid } from './domain-grid.tsx'
import type { Act } from './domain-parts.tsx'
import { DomainRow, DomainTable, rowHeight } from './domain-table.tsx'
import { everything, useListAddress } from './list-address.ts'
import { ListToolbar } from './list-toolbar.tsx'
import { NoMatch } from './no-match.tsx'
import { inOrder, orderWords, pressed } from './order.ts'
import { nothingSelected, type Selection, toggled, toggledAll } from './selection.ts'
import { SelectionBar } from './selection-bar.tsx'
import { tagsOf, withTag } from './tags.ts'
import { useBulkScan } from './use-bulk-scan.ts'
import { WaitingRows } from './waiting-rows.tsx'
import type { Shown } from './windowed.tsx'

/**
 * Most lists are short, and do not need its code. Until it is there, no rows are drawn: on a slow device they would take a
 * second, and the real ones would wait for them.
 */
const Windowed = deferred({
  what: 'The list',
  load: () => import('./windowed.tsx'),
  pick: module => module.Windowed,
  waiting: <WaitingRows />,
})

/** Longer lists are in the document only near the window. */
const windowedFrom = 101

const layouts = {
  table: { Frame: DomainTable, Item: DomainRow, heightOf: rowHeight },
  rows: { Frame: CompactRows, Item: CompactRow, heightOf: compactHeight },
  grid: { Frame: DomainGrid, Item: DomainCard, heightOf: cardHeight },
} as const

interface Props {
  domains: readonly Domain[]
  selection: Selection
  onSelection: Dispatch<SetStateAction<Selection>>
  onAct: Act
  /** Opens the dialog that changes the tags of the selection. */
  onTags: (selected: readonly Domain[]) => void
  /** Opens the dialog that changes their schedules. */
  onSchedule: (selected: readonly Domain[]) => void
}

/** The domains of the account, with search, filters, order, selection and bulk scan. */
export function DomainList(props: Props): ReactNode {
  const { domains, selection, onSelection: setSelection, onAct, onTags, onSchedule } = props
  const { choice, change, type, settle } = useListAddress()
  const { search, status, tag, order, view } = choice
  const bulk = useBulkScan()

  const sorted = useMemo(() => inOrder(domains, order), [domains, order])
  const found = useMemo(() => withTag(matching(sorted, search), tag), [sorted, search, tag])
  const shown = useMemo(() => withStatus(found, status), [found, status])
  const counts = useMemo(() => countByStatus(found), [found])
  const tags = useMemo(() => tagsOf(domains), [domains])

  // Input has priority over the display: with hundreds of domains the list is updated when there is time.
  const list = useDeferredValue(useMemo(() => ({ domains: shown, view }), [shown, view]))

  const select = useCallback(
    (id: string, on: boolean) => setSelection(before => toggled(before, id, on)),
    [setSelection],
  )

  function showAll(): void {
    change(everything)
    // The button disappears, so the focus moves to the beginning of the screen.
    document.getElementById('main')?.focus({ preventScroll: true })
  }

  const isLong = domains.length >= windowedFrom
  useEffect(() => {
    // All of a long list may follow its search.
    if (isLong) Windowed.preload()
  }, [isLong])

  useFocusRescue()
  useRowKeys()
  const inBulk = bulk.progress?.offline === false ? bulk.progress.domain.id : null
  const isWide = useMedia(tableMedia)
  const isMedium = useMedia('(min-width: 40rem)')
  // Paper is narrower than most windows, and nothing on it scrolls: it has all domains, and rows in place of a table.
  const isPrinting = usePrinting()
  const layout = list.view === 'grid' ? 'grid' : isWide && !isPrinting ? 'table' : 'rows'
  const lanes = layout !== 'grid' ? 1 : isWide ? 3 : isMedium ? 2 : 1
  const isCompact = useCompactRows()
  const { Frame, Item, heightOf } = layouts[layout]

  const spaceOf = (some: readonly Domain[]): number =>
    some.reduce((sum, domain) => sum + heightOf(domain, isCompact), 0) * rootPixels()
  const render = ({ placed, before, after }: Shown): ReactNode => (
    <Frame
      order={order}
      onSort={by => change({ order: pressed(order, by) })}
      total={list.domains.length}
      before={before}
      after={after}
    >
      {placed.map(place => (
        <Item
          key={place.domain.id}
          {...place}
          total={list.domains.length}
          selected={selection.has(place.domain.id)}
          inBulk={place.domain.id === inBulk}
          onSelect={select}
          onAct={onAct}
        />
      ))}
    </Frame>
  )

  return (
    <div>
      <ListToolbar choice={choice} onChange={change} onSearch={type} onSettle={settle} counts={counts} tags={tags} />
      <SelectionBar
        domains={domains}
        shown={shown}
        order={orderWords(order)}
        selection={selection}
        onSelectAll={() => setSelection(toggledAll(shown, selection))}
        onClear={() => setSelection(nothingSelected)}
        onTags={onTags}
        onSchedule={onSchedule}
        bulk={bulk}
      />
      {shown.length === 0 ? (
        <NoMatch search={search} status={status} tag={tag} all={domains.length} onClear={showAll} />
      ) : isPrinting || list.domains.length < windowedFrom ? (
        render(wholeOf(list.domains))
      ) : (
        // The place after a reload is there at once.
        <div
          className="has-[.skeleton]:min-h-(--list)"
          style={{ '--list': `${spaceOf(list.domains) / lanes}px` } as CSSProperties}
        >
          <Windowed
            key={`${layout} ${lanes} ${isCompact}`}
            domains={list.domains}
            lanes={lanes}
            heightOf={domain => heightOf(domain, isCompact) * rootPixels()}
          >
            {render}
          </Windowed>
        </div>
      )}
    </div>
  )
}

function wholeOf(domains: readonly Domain[]): Shown {
  return {
    placed: domains.map((domain, position) => ({ domain, position, gap: 0, line: position })),
    before: 0,
    after: 0,
  }
}

/** The pixels of one rem. */
function rootPixels(): number {
  return Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
}

import { type Dispatch, type ReactNode, type SetStateAction, useCallback, useDeferredValue, useMemo } from 'react'
import type { Domain } from '../../lib/queries.ts'
import { useFocusRescue } from '../../ui/focus-return.ts'
import { countByStatus, matching, withStatus } from './arrange.ts'
import { DomainCard, DomainGrid } from './domain-grid.tsx'
import type { Act } from './domain-parts.tsx'
import { DomainRow, DomainTable } from './domain-table.tsx'
import { everything, useListAddress } from './list-address.ts'
import { ListToolbar } from './list-toolbar.tsx'
import { NoMatch } from './no-match.tsx'
import { inOrder, orderWords, pressed } from './order.ts'
import { nothingSelected, type Selection, toggled, toggledAll } from './selection.ts'
import { SelectionBar } from './selection-bar.tsx'
import { tagsOf, withTag } from './tags.ts'
import { useBulkScan } from './use-bulk-scan.ts'

/** At least the number of rows in a tall window. */
const early = 25

interface Props {
  domains: readonly Domain[]
  selection: Selection
  onSelection: Dispatch<SetStateAction<Selection>>
  onAct: Act
  /** Opens the dialog that changes the tags of the selection. */
  onTags: (selected: readonly Domain[]) => void
}

/** The domains of the account, with search, filters, order, selection and bulk scan. */
export function DomainList({ domains, selection, onSelection: setSelection, onAct, onTags }: Props): ReactNode {
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

  useFocusRescue()
  const inBulk = bulk.progress?.offline === false ? bulk.progress.domain.id : null
  const Item = list.view === 'table' ? DomainRow : DomainCard
  const Frame = list.view === 'table' ? DomainTable : DomainGrid

  return (
    <div className="@container">
      <ListToolbar choice={choice} onChange={change} onSearch={type} onSettle={settle} counts={counts} tags={tags} />
      <SelectionBar
        domains={domains}
        shown={shown}
        order={orderWords(order)}
        selection={selection}
        onSelectAll={() => setSelection(toggledAll(shown, selection))}
        onClear={() => setSelection(nothingSelected)}
        onTags={onTags}
        bulk={bulk}
      />
      {shown.length === 0 ? (
        <NoMatch search={search} status={status} tag={tag} all={domains.length} onClear={showAll} />
      ) : (
        <Frame order={order} onSort={by => change({ order: pressed(order, by) })}>
          {list.domains.map((domain, index) => (
            <Item
              key={domain.id}
              domain={domain}
              early={index < early}
              selected={selection.has(domain.id)}
              inBulk={domain.id === inBulk}
              onSelect={select}
              onAct={onAct}
            />
          ))}
        </Frame>
      )}
    </div>
  )
}

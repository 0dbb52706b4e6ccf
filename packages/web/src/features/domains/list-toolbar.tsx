import { thousands } from '@waxseal/contract/wording'
import { LayoutGrid, List, SlidersHorizontal } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { DensitySwitch } from '../../components/density-switch.tsx'
import { SearchBox } from '../../components/search-box.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { cx } from '../../ui/class-names.ts'
import { tableMedia, useMedia } from '../../ui/media.ts'
import { type Status, statuses } from './arrange.ts'
import type { ListChoice, View } from './list-address.ts'
import { isSortKey, type Order, orderWords, sorts } from './order.ts'
import { type TagChoice, type TagCount, tagKey } from './tags.ts'

interface Props {
  choice: ListChoice
  onChange: (change: Partial<ListChoice>) => void
  onSearch: (search: string) => void
  /** The search field is left: what was typed goes into the address. */
  onSettle: () => void
  /** The number of found domains with each status. */
  counts: Readonly<Record<Status, number>>
  /** The tags in use. */
  tags: readonly TagCount[]
}

/** Search, filters, order and layout of the list. On a narrow screen, all but the search are behind one button. */
export function ListToolbar({ choice, onChange, onSearch, onSettle, counts, tags }: Props): ReactNode {
  const { search, status, tag, order, view } = choice
  const [open, setOpen] = useState(false)
  const id = useId()
  const filters = Number(status !== 'All Status') + Number(tag !== null)
  return (
    <div role="search" aria-label="Domains" className="mb-4 flex flex-wrap items-center gap-2 sm:gap-3">
      <SearchBox label="Search domains" search={search} onSearch={onSearch} onSettle={onSettle} />
      <button
        type="button"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
        className={buttonClass('plain', 'normal', 'px-3 sm:hidden')}
      >
        <SlidersHorizontal className="size-4" aria-hidden />
        {filters === 0 ? 'Filters' : `Filters (${filters})`}
      </button>
      <div id={id} className={cx('flex w-full flex-wrap gap-3 sm:contents', !open && 'max-sm:hidden')}>
        <StatusFilter status={status} counts={counts} onStatus={status => onChange({ status })} />
        <div className="flex flex-wrap gap-3 max-sm:w-full sm:ms-auto">
          <TagFilter tag={tag} tags={tags} onTag={tag => onChange({ tag })} />
          <OrderChoice order={order} onOrder={order => onChange({ order })} />
          <ViewSwitch view={view} onView={view => onChange({ view })} />
        </div>
      </div>
    </div>
  )
}

const selectClass =
  'h-10 min-w-0 grow rounded border border-field bg-surface px-2 text-13 text-ink hover:border-ink sm:grow-0'

interface StatusProps {
  status: Status
  counts: Props['counts']
  onStatus: (status: Status) => void
}

function StatusFilter({ status, counts, onStatus }: StatusProps): ReactNode {
  return (
    <fieldset className="flex overflow-clip rounded border border-field bg-surface max-sm:grid max-sm:w-full max-sm:grid-cols-5">
      <legend className="sr-only">Status</legend>
      {statuses.map(value => (
        <label
          key={value}
          className={cx(
            'relative flex min-h-[38px] items-center justify-center gap-x-1.5 border-s border-line px-3 text-center text-13 transition-colors first:border-s-0 max-sm:flex-col max-sm:px-1 max-sm:text-12',
            '-outline-offset-2 has-focus-visible:outline-2 has-focus-visible:outline-accent',
            value === status ? 'bg-accent-tint font-[560] text-accent' : 'text-ink2 hover:bg-sunken hover:text-ink',
          )}
        >
          <input
            type="radio"
            name="status"
            className="absolute inset-0 cursor-pointer appearance-none opacity-0"
            checked={value === status}
            onChange={() => onStatus(value)}
          />
          {value}
          <span className="text-12 font-[400]">{thousands(counts[value])}</span>
        </label>
      ))}
    </fieldset>
  )
}

interface TagProps {
  tag: TagChoice
  onTag: (tag: TagChoice) => void
}

/** Shown as soon as there is a tag. Its values are `all`, `none`, and a tag with the prefix `tag:`. */
function TagFilter({ tag, tags, onTag }: Pick<Props, 'tags'> & TagProps): ReactNode {
  if (tags.length === 0 && tag === null) return null
  const known = tag === null || tag === '' || tags.some(one => tagKey(one.tag) === tagKey(tag))
  const options = known ? tags : [{ tag, count: 0 }, ...tags]
  const chosen = options.find(one => tagKey(one.tag) === tagKey(tag ?? ''))

  function choose(value: string): void {
    if (value.startsWith('tag:')) onTag(value.slice('tag:'.length))
    else onTag(value === 'none' ? '' : null)
  }

  return (
    <select
      aria-label="Tag"
      value={chosen ? `tag:${chosen.tag}` : tag === '' ? 'none' : 'all'}
      onChange={event => choose(event.target.value)}
      className={cx(selectClass, 'max-sm:w-full sm:max-w-48')}
    >
      <option value="all">All tags</option>
      {options.map(({ tag, count }) => (
        <option key={tag} value={`tag:${tag}`}>
          {tag} ({thousands(count)})
        </option>
      ))}
      <option value="none">Without a tag</option>
    </select>
  )
}

/** The four orders of the list, and the present one when a heading of the table made it. */
function OrderChoice({ order, onOrder }: { order: Order; onOrder: (order: Order) => void }): ReactNode {
  const named = !order.reversed && sorts[order.by].option !== undefined
  return (
    <select
      aria-label="Sort by"
      value={named ? order.by : ''}
      onChange={({ target: { value } }) => isSortKey(value) && onOrder({ by: value, reversed: false })}
      className={selectClass}
    >
      {Object.entries(sorts).map(
        ([by, { option }]) =>
          option !== undefined && (
            <option key={by} value={by}>
              {option}
            </option>
          ),
      )}
      {!named && <option value="">{capitalized(orderWords(order))}</option>}
    </select>
  )
}

function capitalized(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const views = [
  { value: 'table', label: 'Table view', icon: List },
  { value: 'grid', label: 'Grid view', icon: LayoutGrid },
] as const

function ViewSwitch({ view, onView }: { view: View; onView: (view: View) => void }): ReactNode {
  // Narrower, the rows have two lines, and none is compact.
  const hasTable = useMedia(tableMedia)
  return (
    <div role="group" aria-label="View" className="flex gap-1">
      {views.map(({ value, label, icon: Icon }) => (
        <button
          key={value}
          type="button"
          aria-pressed={value === view}
          aria-label={label}
          title={label}
          onClick={() => onView(value)}
          className={cx(
            'inline-flex size-10 items-center justify-center rounded transition-colors',
            value === view ? 'bg-accent-tint text-accent' : 'text-ink2 hover:bg-sunken hover:text-ink',
          )}
        >
          <Icon className="size-4" aria-hidden />
        </button>
      ))}
      {view === 'table' && hasTable && <DensitySwitch />}
    </div>
  )
}

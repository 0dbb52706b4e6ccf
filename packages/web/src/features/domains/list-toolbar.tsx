import { LayoutGrid, List, Search } from 'lucide-react'
import { type ReactNode, useCallback, useRef } from 'react'
import { singleKeys, useSingleKey, useSingleKeys } from '../../lib/single-key.ts'
import { cx } from '../../ui/class-names.ts'
import { isOrder, type Order, orders, type Status, statuses } from './arrange.ts'
import type { View } from './stored-value.ts'
import { type TagChoice, type TagCount, tagKey } from './tags.ts'

interface Props {
  search: string
  onSearch: (search: string) => void
  status: Status
  /** The number of found domains with each status. */
  counts: Readonly<Record<Status, number>>
  onStatus: (status: Status) => void
  tag: TagChoice
  /** The tags in use. */
  tags: readonly TagCount[]
  onTag: (tag: TagChoice) => void
  order: Order
  onOrder: (order: Order) => void
  view: View
  onView: (view: View) => void
}

/** Search, filters, order and layout of the list. */
export function ListToolbar(props: Props): ReactNode {
  return (
    <div role="search" aria-label="Domains" className="mb-4 flex flex-wrap items-center gap-3">
      <SearchBox search={props.search} onSearch={props.onSearch} />
      <StatusFilter {...props} />
      <div className="flex flex-wrap gap-3 max-sm:w-full sm:ms-auto">
        <TagFilter {...props} />
        <select
          aria-label="Sort by"
          value={props.order}
          onChange={({ target: { value } }) => isOrder(value) && props.onOrder(value)}
          className={selectClass}
        >
          {Object.keys(orders).map(order => (
            <option key={order}>{order}</option>
          ))}
        </select>
        <ViewSwitch view={props.view} onView={props.onView} />
      </div>
    </div>
  )
}

const selectClass =
  'h-10 min-w-0 grow rounded border border-field bg-surface px-2 text-13 text-ink hover:border-ink sm:grow-0'

function SearchBox({ search, onSearch }: Pick<Props, 'search' | 'onSearch'>): ReactNode {
  const box = useRef<HTMLInputElement>(null)
  const keys = useSingleKeys()
  const focus = useCallback(() => {
    box.current?.focus()
    box.current?.select()
  }, [])
  useSingleKey('/', focus)
  return (
    <div className="relative min-w-48 grow max-sm:w-full">
      <Search className="pointer-events-none absolute start-3 top-3 size-4 text-ink3" aria-hidden />
      <input
        ref={box}
        type="search"
        aria-label="Search domains"
        aria-keyshortcuts={keys ? '/' : undefined}
        placeholder="Search domains"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={2_000}
        value={search}
        onChange={event => onSearch(event.target.value)}
        className="peer h-10 w-full rounded border border-field bg-surface ps-9 pe-3 text-14 text-ink placeholder:text-ink3 hover:border-ink max-sm:text-16"
      />
      {keys && (
        <kbd
          aria-hidden
          className="pointer-events-none absolute end-3 top-2.5 hidden rounded border border-line px-1.5 font-mono text-12 text-ink3 peer-placeholder-shown:block peer-focus:hidden pointer-coarse:hidden"
        >
          /
        </kbd>
      )}
    </div>
  )
}

function StatusFilter({ status, counts, onStatus }: Pick<Props, 'status' | 'counts' | 'onStatus'>): ReactNode {
  return (
    <fieldset className="grid grid-cols-4 overflow-clip rounded border border-field bg-surface max-sm:w-full">
      <legend className="sr-only">Status</legend>
      {statuses.map(value => (
        <label
          key={value}
          className={cx(
            'relative flex min-h-[38px] items-center justify-center gap-x-1.5 border-s border-line px-3 text-13 transition-colors first:border-s-0 max-sm:flex-col max-sm:px-1',
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
          <span className="text-12 font-[400]">{counts[value]}</span>
        </label>
      ))}
    </fieldset>
  )
}

/** Shown as soon as there is a tag. Its values are `all`, `none`, and a tag with the prefix `tag:`. */
function TagFilter({ tag, tags, onTag }: Pick<Props, 'tag' | 'tags' | 'onTag'>): ReactNode {
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
          {tag} ({count})
        </option>
      ))}
      <option value="none">Without a tag</option>
    </select>
  )
}

const views = [
  { value: 'table', label: 'Table view', icon: List },
  { value: 'grid', label: 'Grid view', icon: LayoutGrid },
] as const

function ViewSwitch({ view, onView }: Pick<Props, 'view' | 'onView'>): ReactNode {
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
    </div>
  )
}

/** Explains the key and lets users turn it off: speech input and slips press keys too. */
export function KeyNote(): ReactNode {
  const keys = useSingleKeys()
  return (
    <p className="mt-6 text-12 text-ink3 pointer-coarse:hidden">
      {keys ? 'The key / goes to the search.' : 'The key / is switched off.'}{' '}
      <button type="button" className="prose-link" onClick={() => singleKeys.set(!keys)}>
        {keys ? 'Switch it off' : 'Switch it on'}
      </button>
    </p>
  )
}

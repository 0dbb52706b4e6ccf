import { Search } from 'lucide-react'
import { type ReactNode, useCallback, useRef } from 'react'
import { useSingleKey, useSingleKeys } from '../lib/single-keys.ts'

interface Props {
  /** What is searched: "Search domains". */
  label: string
  search: string
  onSearch: (search: string) => void
  /** The focus leaves the field. */
  onSettle?: () => void
}

/** The search of a list. The key / leads to it. */
export function SearchBox({ label, search, onSearch, onSettle }: Props): ReactNode {
  const box = useRef<HTMLInputElement>(null)
  const keys = useSingleKeys()
  const focus = useCallback(() => {
    box.current?.focus()
    box.current?.select()
  }, [])
  useSingleKey('search', focus)
  return (
    <div className="relative min-w-40 flex-1 sm:min-w-48" title={keys ? 'Press / to search' : undefined}>
      <Search className="pointer-events-none absolute start-3 top-3 size-4 text-ink3" aria-hidden />
      <input
        ref={box}
        type="search"
        aria-label={label}
        aria-keyshortcuts={keys ? '/' : undefined}
        placeholder={label}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={2_000}
        value={search}
        onChange={event => onSearch(event.target.value)}
        onBlur={onSettle}
        className="peer h-10 w-full rounded border border-field bg-surface ps-9 pe-3 text-14 text-ink placeholder:text-ink3 hover:border-ink max-sm:text-16"
      />
      {keys && (
        <kbd
          aria-hidden
          className="pointer-events-none absolute end-3 top-2.5 hidden rounded border border-line px-1.5 font-mono text-12 text-ink3 peer-focus:invisible pointer-fine:peer-placeholder-shown:block"
        >
          /
        </kbd>
      )}
    </div>
  )
}

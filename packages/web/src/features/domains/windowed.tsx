import { defaultRangeExtractor, useWindowVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, type RefCallback, useCallback, useLayoutEffect, useRef, useState } from 'react'
import type { Domain } from '../../lib/queries.ts'

/** One domain of the list that is in the document, and where. */
export interface Placed {
  domain: Domain
  /** Its place in the whole list, from 0. */
  position: number
  /** Empty pixels above it, in place of rows that are not in the document. */
  gap: number
  /** Its line of the layout: several cards may stand in one. */
  line: number
  /** Measures its height; only for the first one of a line. */
  measure?: RefCallback<Element>
}

export interface Shown {
  placed: readonly Placed[]
  /** Empty pixels above and below all of them. */
  before: number
  after: number
}

interface Props {
  domains: readonly Domain[]
  /** Domains side by side. */
  lanes: number
  /** The height that a domain will probably take, in pixels. */
  heightOf: (domain: Domain) => number
  children: (shown: Shown) => ReactNode
}

/** Lines beyond the window that are in the document: more than one turn of a wheel, or some presses of Tab. */
const overscan = 12

/** A long list, of which only the part near the window is in the document. The focused domain stays in it. */
export function Windowed({ domains, lanes, heightOf, children }: Props): ReactNode {
  const frame = useRef<HTMLDivElement>(null)
  const [top, setTop] = useState(0)
  const [focused, setFocused] = useState<string | null>(null)
  const keptLine = Math.floor(domains.findIndex(({ id }) => id === focused) / lanes)

  useLayoutEffect(() => {
    const find = (): void => {
      const { current } = frame
      if (current !== null) setTop(Math.round(current.getBoundingClientRect().top + window.scrollY))
    }
    find()
    // What is above the list may grow, for example with the progress of a bulk scan.
    const observer = new ResizeObserver(find)
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [])

  // oxlint-disable-next-line react/incompatible-library -- nothing here is memoized by a compiler
  const lines = useWindowVirtualizer({
    count: Math.ceil(domains.length / lanes),
    overscan,
    scrollMargin: top,
    useFlushSync: false,
    getItemKey: useCallback((line: number) => domains[line * lanes]?.id ?? line, [domains, lanes]),
    estimateSize: line => Math.max(...domains.slice(line * lanes, (line + 1) * lanes).map(heightOf)),
    rangeExtractor: range => {
      const near = defaultRangeExtractor(range)
      // With its neighbors, so that Tab goes on from it.
      const kept = keptLine < 0 ? [] : [keptLine - 1, keptLine, keptLine + 1]
      const all = new Set([...near, ...kept.filter(line => line >= 0 && line < range.count)])
      return [...all].sort((a, b) => a - b)
    },
  })

  const items = lines.getVirtualItems()
  const before = (items[0]?.start ?? top) - top
  const after = top + lines.getTotalSize() - (items.at(-1)?.end ?? top)
  const placed = items.flatMap((item, at) => {
    const gap = at === 0 ? 0 : item.start - (items[at - 1]?.end ?? item.start)
    const first = item.index * lanes
    return domains.slice(first, first + lanes).map((domain, lane) => ({
      domain,
      position: first + lane,
      gap,
      line: item.index,
      ...(lane === 0 && { measure: lines.measureElement }),
    }))
  })
  return (
    <div
      ref={frame}
      onFocus={({ target }) => setFocused(target.closest<HTMLElement>('[data-domain]')?.dataset['domain'] ?? null)}
    >
      {children({ placed, before, after })}
    </div>
  )
}

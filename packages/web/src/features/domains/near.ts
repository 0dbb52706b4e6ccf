import { type RefCallback, useCallback, useState } from 'react'

/** How far beyond the window something is prepared: further than a turn of the wheel or a press of Page Down goes. */
const margin = '1200px 0px'

const waiting = new WeakMap<Element, () => void>()
let observer: IntersectionObserver | null = null

function watch(element: Element, onNear: () => void): () => void {
  observer ??= new IntersectionObserver(
    entries => {
      for (const { isIntersecting, target } of entries) if (isIntersecting) waiting.get(target)?.()
    },
    { rootMargin: margin },
  )
  waiting.set(element, onNear)
  observer.observe(element)
  return () => {
    waiting.delete(element)
    observer?.unobserve(element)
  }
}

/**
 * Has this come near the window? Once it has, it stays so. `early` says that it is near from the start, before anything
 * was measured. The first of the two is the `ref` of what is watched.
 */
export function useNear(early: boolean): readonly [RefCallback<Element>, boolean] {
  const [seen, setSeen] = useState(false)
  const near = early || seen
  const ref = useCallback(
    (element: Element | null) => {
      if (near || element === null) return undefined
      return watch(element, () => setSeen(true))
    },
    [near],
  )
  return [ref, near]
}

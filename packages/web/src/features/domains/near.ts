import { type RefCallback, useCallback, useState } from 'react'

/** The distance from the window at which content is rendered: more than one wheel turn or Page Down. */
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
 * Whether an element has come near the window; stays true afterwards. `early`: near from the start, without measuring.
 * The first result is the `ref` of the observed element.
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

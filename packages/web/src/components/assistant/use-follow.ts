import { type RefObject, useLayoutEffect, useRef } from 'react'

/** Layout may round a position. */
const tolerancePx = 4

/**
 * Keeps the beginning of a growing part in view while it is active: a long answer fills the window below its question.
 * It ends when the reader scrolls.
 */
export function useFollow<E extends HTMLElement>(isActive: boolean): RefObject<E | null> {
  const part = useRef<E>(null)
  const placedAt = useRef<number | null>(null)
  const wasActive = useRef(false)
  // After each rendering: any may have made the part longer.
  useLayoutEffect(() => {
    // Also once after the end: the last piece may be all there is.
    const isDue = isActive || wasActive.current
    wasActive.current = isActive
    if (part.current === null || !isDue) return
    const before = part.current.getBoundingClientRect().top
    if (placedAt.current !== null && Math.abs(before - placedAt.current) > tolerancePx) return
    part.current.scrollIntoView({ block: 'start' })
    placedAt.current = part.current.getBoundingClientRect().top
  })
  return part
}

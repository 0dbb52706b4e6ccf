import { type RefObject, useLayoutEffect, useRef, useState } from 'react'

/** Something that takes the focus: a field, or a heading with `tabIndex={-1}`. */
type Fallback = RefObject<HTMLElement | null> | undefined

function focusFallback(fallback: Fallback): void {
  const there = fallback?.current?.isConnected ? fallback.current : null
  const target = there ?? document.getElementById('main')
  target?.focus({ preventScroll: true })
}

/**
 * For `onCloseAutoFocus` of a dialog: returns the focus to the element that had it when the dialog was first rendered.
 * If that is gone (the deleted row, the button of an empty list), the focus moves to `fallback`, or without one to the
 * beginning of the screen.
 */
export function useFocusReturn(fallback?: Fallback): (event: Event) => void {
  const [opener] = useState(() => document.activeElement)
  return event => {
    event.preventDefault()
    const there = opener instanceof HTMLElement && opener.isConnected && opener !== document.body
    if (there) opener.focus({ preventScroll: true })
    else focusFallback(fallback)
  }
}

/**
 * For a list whose rows may disappear while focused, for example because another tab deleted one: the focus moves to
 * `fallback`, or without one to the beginning of the screen.
 */
export function useFocusRescue(fallback?: Fallback): void {
  const last = useRef<EventTarget | null>(null)
  useLayoutEffect(() => {
    const note = ({ target }: FocusEvent): void => void (last.current = target)
    document.addEventListener('focusin', note)
    return () => document.removeEventListener('focusin', note)
  }, [])
  useLayoutEffect(() => {
    const isGone = last.current instanceof Node && !last.current.isConnected
    if (isGone && document.activeElement === document.body) focusFallback(fallback)
  })
}
